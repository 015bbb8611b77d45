//! Files that appear whole or not at all: written under another name beside their place, then
//! renamed. What a killed run left of that is taken away by the next one.

use std::collections::HashSet;
use std::fs::{self, File, Permissions};
use std::io::{self, ErrorKind, Write};
use std::path::{Component, Path, PathBuf};

use tempfile::{Builder, NamedTempFile, TempDir};

use crate::workspace::Error;

/// How the names of files and folders start and end while they are written.
const PREFIX: &str = ".chartgen-";
const SUFFIX: &str = ".tmp";

/// Files that are put in place together, after all of them have been written.
#[derive(Default)]
pub(super) struct Batch {
    staged: Vec<(NamedTempFile, PathBuf)>,
    swept: HashSet<PathBuf>,
}

impl Batch {
    /// Writes `text` beside `path`, as what shall stand there. With `secret`, only the owner may
    /// read it.
    pub(super) fn add(&mut self, path: &Path, text: &[u8], secret: bool) -> Result<(), Error> {
        self.stage(path, text, mode(secret), None).map_err(|error| Error::io("write", path, &error))
    }

    fn stage(
        &mut self,
        path: &Path,
        text: &[u8],
        mode: u32,
        permissions: Option<Permissions>,
    ) -> io::Result<()> {
        if path.file_name().is_none() || path.is_dir() {
            return Err(ErrorKind::IsADirectory.into());
        }
        let folder = folder_of(path);
        if self.swept.insert(folder.to_path_buf()) {
            sweep(folder);
        }
        let mut file = temporary_file(folder, mode)?;
        file.write_all(text)?;
        if let Some(permissions) = permissions {
            file.as_file().set_permissions(permissions)?;
        }
        file.as_file().sync_all()?;
        self.staged.push((file, path.to_path_buf()));
        Ok(())
    }

    /// Puts every file in its place, where readers see the old one or the new one.
    pub(super) fn finish(self) -> Result<(), Error> {
        for (file, path) in self.staged {
            file.persist(&path).map_err(|failed| Error::io("write", &path, &failed.error))?;
        }
        Ok(())
    }
}

/// Writes `text` to `path` as a [`Batch`] of one does; to a device or a pipe as it stands.
pub(super) fn write(path: &Path, text: &[u8], secret: bool) -> Result<(), Error> {
    if fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        let device = fs::OpenOptions::new().write(true).open(path);
        let written = device.and_then(|mut device| device.write_all(text));
        return written.map_err(|error| Error::io("write", path, &error));
    }
    let mut batch = Batch::default();
    batch.add(path, text, secret)?;
    batch.finish()
}

/// Writes `text` to the existing file `path`. Its permissions stay, and where it is a link, so does
/// that.
pub(super) fn replace(path: &Path, text: &[u8]) -> Result<(), Error> {
    let failed = |error: io::Error| Error::io("write", path, &error);
    let target = fs::canonicalize(path).map_err(failed)?;
    let permissions = fs::metadata(&target).map_err(failed)?.permissions();
    let mut batch = Batch::default();
    batch.stage(&target, text, 0o600, Some(permissions)).map_err(failed)?;
    batch.finish()
}

/// Makes the folder `target` with `files` (paths below it, texts), whole or not at all. A folder that
/// is there already and empty but cannot be replaced, such as the working folder, gets the files one
/// by one.
pub(super) fn write_folder(
    target: &Path,
    files: &[(&str, &[u8])],
    secret: bool,
) -> Result<(), Error> {
    let failed = |error: io::Error| Error::io("write", target, &error);
    let parent = folder_of(target);
    create_folder(parent)?;
    sweep(parent);
    let there = target.is_dir();
    if there && fs::read_dir(target).map_err(failed)?.next().is_some() {
        return Err(occupied(target));
    }
    let temporary = temporary_folder(parent).map_err(failed)?;
    fill(temporary.path(), target, files, secret)?;
    match fs::rename(temporary.path(), target) {
        Ok(()) => {
            temporary.keep();
            Ok(())
        }
        Err(error) if is_occupied(&error) => Err(occupied(target)),
        Err(_) if there => {
            drop(temporary);
            fill(target, target, files, secret)
        }
        Err(error) => Err(failed(error)),
    }
}

/// Writes `files` below `folder`, which messages call `shown`.
fn fill(folder: &Path, shown: &Path, files: &[(&str, &[u8])], secret: bool) -> Result<(), Error> {
    let mut batch = Batch::default();
    for (path, text) in files {
        let failed = |error: io::Error| Error::io("write", &shown.join(path), &error);
        let at = folder.join(path);
        fs::create_dir_all(folder_of(&at)).map_err(failed)?;
        batch.stage(&at, text, mode(secret), None).map_err(failed)?;
    }
    batch.finish()
}

fn occupied(folder: &Path) -> Error {
    Error::new(format!("the folder `{}` is not empty", folder.display()))
        .with_help("name a new folder, or empty this one first")
}

fn is_occupied(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::DirectoryNotEmpty | ErrorKind::AlreadyExists)
}

/// Makes `folder` and those above it.
pub(super) fn create_folder(folder: &Path) -> Result<(), Error> {
    fs::create_dir_all(folder).map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists | ErrorKind::NotADirectory => not_a_folder(folder),
        _ => Error::io("create", folder, &error),
    })
}

fn not_a_folder(path: &Path) -> Error {
    Error::new(format!("cannot write below `{}`: it is not a folder", path.display()))
}

/// The path of `file` below `root`, whose folders it makes. No step leads out: each is a plain name
/// and no link.
pub(super) fn below(root: &Path, file: &Path) -> Result<PathBuf, Error> {
    let mut steps: Vec<_> = file.components().collect();
    let plain = steps.iter().all(|step| matches!(step, Component::Normal(_)));
    let Some(name) = steps.pop().filter(|_| plain) else {
        let message = format!("the path `{}` leaves its folder", file.display());
        return Err(Error::new(message));
    };
    let mut at = root.to_path_buf();
    for step in steps {
        at.push(step);
        enter(&at, root)?;
    }
    at.push(name);
    Ok(at)
}

/// Makes the folder `at`, or finds that it is one.
fn enter(at: &Path, root: &Path) -> Result<(), Error> {
    match fs::create_dir(at) {
        Ok(()) => return Ok(()),
        Err(error) if error.kind() != ErrorKind::AlreadyExists => {
            return Err(Error::io("create", at, &error));
        }
        Err(_) => {}
    }
    let found = fs::symlink_metadata(at).map_err(|error| Error::io("read", at, &error))?;
    if found.is_symlink() {
        let message = format!("cannot write below `{}`: it is a link", at.display());
        let help = format!("a link may lead out of `{}`; remove it first", root.display());
        return Err(Error::new(message).with_help(help));
    }
    if found.is_dir() { Ok(()) } else { Err(not_a_folder(at)) }
}

/// The permissions of a new file, before the process's mask.
fn mode(secret: bool) -> u32 {
    if secret { 0o600 } else { 0o666 }
}

/// The folder that `path` stands in.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    }
}

/// A new file in `folder` that nobody else has opened, locked as long as it is open.
fn temporary_file(folder: &Path, mode: u32) -> io::Result<NamedTempFile> {
    loop {
        let file = builder(mode).tempfile_in(folder)?;
        // Another run may have swept it away between these two steps.
        if !lock(file.as_file(), true) || file.path().exists() {
            return Ok(file);
        }
    }
}

fn temporary_folder(parent: &Path) -> io::Result<Held> {
    loop {
        let folder = builder(0o777).tempdir_in(parent)?;
        // As above. Where folders cannot be opened, nothing is swept away either.
        let opened = File::open(folder.path()).ok();
        if let Some(opened) = &opened {
            lock(opened, true);
        }
        if folder.path().exists() {
            return Ok(Held { folder, _lock: opened });
        }
    }
}

/// A folder on its way, with its lock.
struct Held {
    folder: TempDir,
    _lock: Option<File>,
}

impl Held {
    fn path(&self) -> &Path {
        self.folder.path()
    }

    /// It has another name now, so there is nothing to take away.
    fn keep(self) {
        let _ = self.folder.keep();
    }
}

fn builder(mode: u32) -> Builder<'static, 'static> {
    let mut builder = Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(mode));
    #[cfg(not(unix))]
    let _ = mode;
    builder
}

/// Takes away what killed runs left in `folder`: what no run holds locked.
fn sweep(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if !(name.starts_with(PREFIX) && name.ends_with(SUFFIX)) {
            continue;
        }
        let Ok(kind) = entry.file_type() else { continue };
        let path = entry.path();
        if !kind.is_symlink()
            && let Ok(opened) = File::open(&path)
            && lock(&opened, false)
        {
            // Locked until it is gone. What cannot be taken away stays; it is in nobody's way.
            let _ = match kind.is_dir() {
                true => fs::remove_dir_all(&path),
                false => fs::remove_file(&path),
            };
        }
    }
}

/// A folder that this run alone writes to.
pub(super) struct Claim {
    _lock: Option<File>,
}

/// Makes `folder` and claims it until the claim is dropped.
pub(super) fn claim(folder: &Path) -> Result<Claim, Error> {
    create_folder(folder)?;
    if !folder.is_dir() {
        return Err(not_a_folder(folder));
    }
    let Ok(opened) = File::open(folder) else { return Ok(Claim { _lock: None }) };
    if is_locked(&opened) {
        let message = format!("another chartgen is writing to `{}`", folder.display());
        let help = "wait until it has ended, or name another folder";
        return Err(Error::new(message).with_help(help));
    }
    Ok(Claim { _lock: Some(opened) })
}

/// Whether another process holds `file`; if not, this one does from now on. File systems without
/// locks hold nothing.
#[cfg(unix)]
fn is_locked(file: &File) -> bool {
    use rustix::fs::{FlockOperation, flock};
    let taken = flock(file, FlockOperation::NonBlockingLockExclusive);
    taken == Err(rustix::io::Errno::WOULDBLOCK)
}

#[cfg(not(unix))]
fn is_locked(_file: &File) -> bool {
    false
}

/// Locks `file`, waiting for others if `wait`; whether it is locked by this process now.
#[cfg(unix)]
fn lock(file: &File, wait: bool) -> bool {
    use rustix::fs::{FlockOperation, flock};
    let operation = match wait {
        true => FlockOperation::LockExclusive,
        false => FlockOperation::NonBlockingLockExclusive,
    };
    flock(file, operation).is_ok()
}

/// Without advisory locks nothing is known of other runs, so nothing of theirs is taken away.
#[cfg(not(unix))]
fn lock(_file: &File, _wait: bool) -> bool {
    false
}
