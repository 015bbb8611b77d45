//! `chartgen docs`: the values reference of a chart.

use super::args::{Common, DocsArgs};
use super::output::Screen;
use super::report::{self, To};
use super::{Outcome, lint};
use crate::docs;
use crate::pipeline::Toolbox;
use crate::workspace::Error;

pub(super) fn run(common: &Common, args: &DocsArgs, screen: &mut Screen) -> Result<Outcome, Error> {
    let prepared = Toolbox::new().chart(&lint::chart(&args.chart))?;
    let sources = &prepared.sources;
    if report::write(common, To::Stderr, 1, sources, &prepared.found, screen)? == Outcome::Faulty {
        return Ok(Outcome::Faulty);
    }
    let (Some(chart), Some(schema)) = (&prepared.chart, prepared.schema()) else {
        return Err(Error::new(format!("the chart `{}` has no values schema", args.chart))
            .with_help("write one to `values.schema.json` in the chart's folder"));
    };
    screen.print(&docs::reference(chart, schema))?;
    Ok(Outcome::Clean)
}
