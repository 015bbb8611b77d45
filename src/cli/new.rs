//! `chartgen new`: a small chart that is sound from the start, to be changed into one's own.

use std::fs;
use std::path::PathBuf;

use super::Outcome;
use super::args::NewArgs;
use super::files;
use super::output::Screen;
use crate::workspace::Error;

/// Files of the chart with the texts that they start from; `CHART_NAME` stands for its name.
const FILES: [(&str, &str); 8] = [
    ("Chart.yaml", include_str!("scaffold/Chart.yaml")),
    ("values.yaml", include_str!("scaffold/values.yaml")),
    ("values.schema.json", include_str!("scaffold/values.schema.json")),
    ("NOTES.txt", include_str!("scaffold/NOTES.txt")),
    (".helmignore", include_str!("scaffold/helmignore")),
    ("templates/_labels.yaml", include_str!("scaffold/templates/_labels.yaml")),
    ("templates/deployment.yaml", include_str!("scaffold/templates/deployment.yaml")),
    ("templates/service.yaml", include_str!("scaffold/templates/service.yaml")),
];

/// The longest name of which a Deployment's pods can still be named.
const NAME_LIMIT: usize = 40;

pub(super) fn run(args: &NewArgs, screen: &mut Screen) -> Result<Outcome, Error> {
    let folder = PathBuf::from(&args.name);
    let name = folder.file_name().map(|name| name.to_string_lossy().into_owned());
    let name = name.unwrap_or_default();
    check_name(&name)?;
    if fs::symlink_metadata(&folder).is_ok() {
        let message = format!("`{}` is there already", folder.display());
        return Err(Error::new(message).with_help("choose another name, or remove it first"));
    }
    let texts: Vec<_> =
        FILES.iter().map(|(path, text)| (*path, text.replace("CHART_NAME", &name))).collect();
    let texts: Vec<_> = texts.iter().map(|(path, text)| (*path, text.as_bytes())).collect();
    files::write_folder(&folder, &texts, false)?;
    let path = if folder.components().count() == 1 {
        format!("./{name}")
    } else {
        folder.display().to_string()
    };
    screen.tell(&format!(
        "wrote the chart {path}; look at it, then:\n  chartgen lint {path}\n  \
         chartgen render --chart {path} | kubectl apply -f -\n"
    ));
    Ok(Outcome::Clean)
}

/// A chart's name is the first part of its objects' names too.
fn check_name(name: &str) -> Result<(), Error> {
    let allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let wrong = if name.is_empty() {
        "a chart needs a name"
    } else if !name.bytes().all(allowed) {
        "the name of a chart has lower-case letters, digits and `-` only"
    } else if !name.starts_with(|first: char| first.is_ascii_lowercase()) {
        "the name of a chart starts with a letter"
    } else if name.ends_with('-') {
        "the name of a chart ends with a letter or digit"
    } else if name.len() > NAME_LIMIT {
        "the name of a chart has at most 40 characters"
    } else {
        return Ok(());
    };
    let error = Error::new(format!("`{name}` is no name for a chart: {wrong}"));
    let plain: String = name
        .to_lowercase()
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
        .collect();
    let plain = plain.trim_matches(|c: char| c == '-' || c.is_ascii_digit());
    match plain {
        "" => Err(error),
        near if near != name && near.len() <= NAME_LIMIT => {
            Err(error.with_help(format!("`{near}` would do")))
        }
        _ => Err(error),
    }
}
