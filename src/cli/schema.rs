//! `chartgen schema`: a chart's values schema as one document.

use std::path::Path;

use super::Outcome;
use super::args::{Common, SchemaArgs};
use super::output::Screen;
use super::report::{self, To};
use crate::export;
use crate::pipeline::Toolbox;
use crate::visible;
use crate::workspace::{ChartReference, Error};

pub(super) fn run(
    common: &Common,
    args: &SchemaArgs,
    screen: &mut Screen,
) -> Result<Outcome, Error> {
    let reference = ChartReference::parse(&args.chart, Path::new(""));
    let prepared = Toolbox::new().chart(&reference)?;
    let sources = &prepared.sources;
    if report::write(common, To::Stderr, 1, sources, &prepared.found, screen)? == Outcome::Faulty {
        return Ok(Outcome::Faulty);
    }
    let chart = prepared.chart.as_ref();
    match chart.and_then(|chart| export::layer_schema(chart, sources)) {
        Some(schema) => screen.print(&visible::json(&schema))?,
        None => {
            return Err(Error::new(format!("the chart `{}` has no values schema", args.chart))
                .with_help("write one to `values.schema.json` in the chart's folder"));
        }
    }
    Ok(Outcome::Clean)
}
