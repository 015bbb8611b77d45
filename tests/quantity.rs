//! Quantities against the grammar, the roundings and the canonical forms that the documentation of
//! Kubernetes' `resource.Quantity` gives: `tests/cases/quantity/table.txt` holds `text|canonical|amount
//! in billionths`, or `text|!` for what is no quantity.

use chartgen::rules::quantity::Quantity;
use chartgen::schema::has_format;

use super::conformance::{hold_section, rate};

struct Row {
    text: String,
    /// The canonical form and the amount; nothing for what is no quantity.
    amount: Option<(String, i128)>,
}

fn table() -> Vec<Row> {
    include_str!("cases/quantity/table.txt").lines().map(row).collect()
}

fn row(line: &str) -> Row {
    let (text, rest) = line.split_once('|').expect("a row has a text and what it is");
    let text = text.replace("\\n", "\n").replace("\\t", "\t").replace("\\\\", "\\");
    let amount = rest.split_once('|').map(|(canonical, nano)| {
        (canonical.to_string(), nano.parse().expect("amounts are whole billionths"))
    });
    Row { text, amount }
}

#[test]
fn texts_are_read_and_written_as_kubernetes_does() {
    let rows = table();
    let mut wrong = Vec::new();
    for Row { text, amount } in &rows {
        let read = Quantity::parse(text).ok().map(|quantity| quantity.to_string());
        let expected = amount.as_ref().map(|(canonical, _)| canonical.clone());
        if read != expected {
            wrong.push(format!("{text:?} is {read:?}, not {expected:?}"));
        }
        if has_format("quantity", text) != Some(amount.is_some()) {
            wrong.push(format!("{text:?} by the schemas' format"));
        }
        let again = read.as_deref().and_then(|text| Quantity::parse(text).ok());
        if again.is_some_and(|again| Some(again) != Quantity::parse(text).ok()) {
            wrong.push(format!("{text:?} is another amount in its canonical form"));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
    let valid = rows.iter().filter(|row| row.amount.is_some()).count();
    let section = format!(
        "| | texts | as documented |\n|---|---|---|\n\
         | quantities: amount, canonical form, order, sums | {valid} | {} |\n\
         | no quantities | {1} | {2} |\n",
        rate(valid, valid),
        rows.len() - valid,
        rate(rows.len() - valid, rows.len() - valid),
    );
    hold_section("quantities", &section);
}

#[test]
fn amounts_compare_add_and_subtract() {
    let rows = table();
    let amounts: Vec<_> = rows
        .iter()
        .filter_map(|row| Some((&row.text, row.amount.as_ref()?.1)))
        .map(|(text, nano)| (text, Quantity::parse(text).expect("it is one"), nano))
        .collect();
    for (left, one, nano) in &amounts {
        for (right, other, more) in &amounts {
            assert_eq!(one.cmp(other), nano.cmp(more), "{left} and {right}");
            let whole = *more != 0 && nano % more == 0;
            assert_eq!(one.is_multiple_of(*other), whole, "{left} and {right}");
            assert_eq!((*one + *other) - *other, *one, "{left} and {right}");
        }
        assert_eq!(i128::from(one.sign()), nano.signum(), "{left}");
        assert_eq!(one.is_whole(), nano % 1_000_000_000 == 0, "{left}");
        let integer = one.as_integer().map(i128::from);
        let expected = one.is_whole().then(|| nano / 1_000_000_000);
        assert_eq!(integer, expected.filter(|one| i64::try_from(*one).is_ok()), "{left}");
    }
}
