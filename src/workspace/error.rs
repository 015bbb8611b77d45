//! What stops chartgen from doing its job: a file that cannot be read, a chart that is not there.

use std::fmt;
use std::io;
use std::path::Path;

/// Why chartgen could not run, in words that name the file or flag and what to do. The command
/// line ends with exit code 2.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    message: String,
    help: Option<String>,
}

impl Error {
    /// An error that says `message`.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), help: None }
    }

    /// Adds what to do about it.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The failure of reading or writing `path`.
    #[must_use]
    pub fn io(action: &str, path: &Path, error: &io::Error) -> Self {
        Self::new(format!("cannot {action} `{}`: {}", path.display(), io_reason(error)))
    }

    /// The failure of reading or writing a stream that has no path; `action` names it.
    #[must_use]
    pub fn io_stream(action: &str, error: &io::Error) -> Self {
        Self::new(format!("cannot {action}: {}", io_reason(error)))
    }

    /// What went wrong.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// What to do about it, where that is known.
    #[must_use]
    pub fn help(&self) -> Option<&str> {
        self.help.as_deref()
    }
}

/// The system's reason without its number.
fn io_reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file or folder".to_string(),
        io::ErrorKind::PermissionDenied => "permission denied".to_string(),
        io::ErrorKind::IsADirectory => "it is a folder".to_string(),
        io::ErrorKind::StorageFull => "no space is left on the disk".to_string(),
        io::ErrorKind::FileTooLarge => "the file would be larger than is allowed here".to_string(),
        io::ErrorKind::NotADirectory => "a part of the path is not a folder".to_string(),
        io::ErrorKind::ReadOnlyFilesystem => "the file system is read-only".to_string(),
        _ => {
            let text = error.to_string();
            text.split(" (os error").next().unwrap_or(&text).to_string()
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for Error {}
