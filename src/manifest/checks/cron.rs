//! The schedule of a CronJob: five fields, or one of the short names.

use super::Subject;
use crate::diagnostic::Diagnostic;
use crate::yaml::Pointer;

const CODE: &str = "cron-schedule";
const SHORT: [&str; 7] =
    ["@yearly", "@annually", "@monthly", "@weekly", "@daily", "@midnight", "@hourly"];
const MONTHS: [&str; 12] =
    ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
const DAYS: [&str; 7] = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];

/// One of the five fields: its name, its bounds, and names that stand for numbers.
struct Field {
    name: &'static str,
    least: u32,
    most: u32,
    names: &'static [&'static str],
}

const FIELDS: [Field; 5] = [
    Field { name: "minute", least: 0, most: 59, names: &[] },
    Field { name: "hour", least: 0, most: 23, names: &[] },
    Field { name: "day of the month", least: 1, most: 31, names: &[] },
    Field { name: "month", least: 1, most: 12, names: &MONTHS },
    Field { name: "day of the week", least: 0, most: 6, names: &DAYS },
];

pub(super) fn check(subject: &Subject<'_>, found: &mut Vec<Diagnostic>) {
    if !subject.manifest.is("batch", "CronJob") {
        return;
    }
    let schedule = subject.manifest.at("/spec/schedule").and_then(|node| node.as_str());
    let Some(schedule) = schedule.filter(|text| !text.is_empty()) else { return };
    if let Err(fault) = parse(schedule) {
        let at = Pointer::parse("/spec/schedule");
        let message = format!("`{schedule}` is no schedule: {fault}");
        let help = "five fields: minute, hour, day of the month, month, day of the week; for example `0 3 * * 1-5`";
        found.push(subject.manifest.error(CODE, &at, message).with_help(help));
    }
}

fn parse(schedule: &str) -> Result<(), String> {
    if schedule.contains("TZ=") {
        return Err("a time zone belongs into `timeZone`".to_owned());
    }
    if schedule.starts_with('@') {
        let every = schedule.starts_with("@every ");
        let known = SHORT.contains(&schedule) || every;
        return if known {
            Ok(())
        } else {
            Err(format!("the short names are {} and @every", SHORT.join(", ")))
        };
    }
    let parts: Vec<&str> = schedule.split_whitespace().collect();
    if parts.len() != FIELDS.len() {
        return Err(format!("it has {} fields, and there are five", parts.len()));
    }
    FIELDS.iter().zip(parts).try_for_each(|(field, part)| field.parse(part))
}

impl Field {
    fn parse(&self, part: &str) -> Result<(), String> {
        part.split(',').try_for_each(|range| self.range(range))
    }

    fn range(&self, range: &str) -> Result<(), String> {
        let (span, step) =
            range.split_once('/').map_or((range, None), |(span, step)| (span, Some(step)));
        if step.is_some_and(|step| !step.parse::<u32>().is_ok_and(|step| step > 0)) {
            return Err(format!(
                "the step of the {} must be a number above zero in `{range}`",
                self.name
            ));
        }
        if matches!(span, "*" | "?") {
            return Ok(());
        }
        let (from, to) = span.split_once('-').unwrap_or((span, span));
        let (from, to) = (self.number(from)?, self.number(to)?);
        if from > to {
            return Err(format!("the range `{span}` of the {} runs backwards", self.name));
        }
        Ok(())
    }

    fn number(&self, text: &str) -> Result<u32, String> {
        let upper = text.to_ascii_uppercase();
        if let Some(index) = self.names.iter().position(|name| *name == upper) {
            return Ok(self.least + u32::try_from(index).unwrap_or(0));
        }
        let number = text.parse::<u32>().ok();
        number.filter(|number| (self.least..=self.most).contains(number)).ok_or_else(|| {
            format!(
                "the {} goes from {} to {}, and here it is `{text}`",
                self.name, self.least, self.most
            )
        })
    }
}
