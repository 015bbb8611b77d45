//! `chartgen list`: the built-in charts and use cases, one line each.

use super::Outcome;
use super::args::{ListArgs, ListFormat};
use super::output::Screen;
use crate::diagnostic::Diagnostics;
use crate::report::wrap;
use crate::source::SourceMap;
use crate::workspace::{self, ChartFiles, Error};

/// One line of the list.
#[derive(serde::Serialize)]
struct Line {
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    chart: Option<String>,
    description: String,
}

#[derive(serde::Serialize)]
struct Listing {
    charts: Vec<Line>,
    use_cases: Vec<Line>,
}

pub(super) fn run(args: &ListArgs, screen: &mut Screen) -> Result<Outcome, Error> {
    let listing = Listing { charts: charts(), use_cases: use_cases() };
    match args.output {
        ListFormat::Text => {
            screen.print(&as_text(&listing, screen.width_of_stdout(), screen.color_on_stdout()))?
        }
        ListFormat::Json => {
            let json = serde_json::to_string_pretty(&listing)
                .map_err(|error| Error::new(format!("cannot write the list: {error}")))?;
            screen.print(&(json + "\n"))?;
        }
    }
    Ok(Outcome::Clean)
}

fn charts() -> Vec<Line> {
    let charts = workspace::charts().into_iter();
    charts
        .filter_map(|name| {
            let description = description(name)?;
            Some(Line { name: name.to_string(), chart: None, description })
        })
        .collect()
}

/// What the built-in chart `name` is for.
pub(super) fn description(name: &str) -> Option<String> {
    let (mut sources, mut diagnostics) = (SourceMap::new(), Diagnostics::new());
    let chart = ChartFiles::embedded(name)?.into_chart(&mut sources, &mut diagnostics)?;
    Some(chart.description.unwrap_or_default())
}

fn use_cases() -> Vec<Line> {
    let cases = workspace::use_cases().into_iter();
    cases
        .map(|case| Line {
            name: case.name.to_string(),
            chart: Some(case.chart().to_string()),
            description: case.title().to_string(),
        })
        .collect()
}

/// The list for people, broken at the words to `width` columns.
fn as_text(listing: &Listing, width: Option<usize>, color: bool) -> String {
    let all = listing.charts.iter().chain(&listing.use_cases);
    let names = all.map(|line| line.name.chars().count()).max().unwrap_or(0);
    let room = width.map_or(usize::MAX, |width| width.saturating_sub(names + 4));
    let (bold, plain) = if color { ("\u{1b}[1m", "\u{1b}[0m") } else { ("", "") };
    let mut text = format!("{bold}Charts{plain}\n");
    listing.charts.iter().for_each(|line| text.push_str(&described(line, names, room)));
    text.push_str(&format!("\n{bold}Use cases{plain}\n"));
    listing.use_cases.iter().for_each(|line| text.push_str(&described(line, names, room)));
    text.push_str("\nStart with:  chartgen init USE_CASE -o my.yaml\n");
    text
}

/// A name and what is said of it, in as many lines as `room` asks for.
fn described(line: &Line, names: usize, room: usize) -> String {
    let lines = wrap(&line.description, room, room).into_iter().enumerate();
    let name = |index| if index == 0 { line.name.as_str() } else { "" };
    lines.map(|(index, words)| format!("  {:names$}  {words}\n", name(index))).collect()
}
