//! The formats of names, images, addresses and encodings: `tests/cases/formats/table.txt` says of each
//! text whether it has a format, by Kubernetes' own rules.

use std::collections::BTreeSet;

use chartgen::schema::{format_names, has_format};

use super::conformance::{hold_section, rate};

/// `\n` and its like, and `{a*63}` for 63 times `a`.
fn spelled_out(text: &str) -> String {
    let mut spelled = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let (sign, count) = after.split_once('*').expect("a sign and how often");
        let (count, after) = count.split_once('}').expect("the braces are closed");
        spelled.push_str(before);
        spelled.push_str(&sign.repeat(count.parse().expect("a number")));
        rest = after;
    }
    spelled.push_str(rest);
    let escapes = [("\\n", "\n"), ("\\t", "\t"), ("\\r", "\r"), ("\\e", ""), ("\\\\", "\\")];
    escapes.iter().fold(spelled, |text, (escape, sign)| text.replace(escape, sign))
}

#[test]
fn texts_have_the_formats_that_kubernetes_gives_them() {
    let (mut format, mut seen, mut wrong) = ("", BTreeSet::from(["quantity"]), Vec::new());
    let (mut taken, mut refused) = (0, 0);
    for line in include_str!("cases/formats/table.txt").lines() {
        if let Some(name) = line.strip_prefix('[') {
            format = name.trim_end_matches(']');
            seen.insert(format);
        } else if let Some((sign @ ("+" | "-"), text)) = line.split_once(' ') {
            *(if sign == "+" { &mut taken } else { &mut refused }) += 1;
            if has_format(format, &spelled_out(text)) != Some(sign == "+") {
                wrong.push(format!("{format}: {line}"));
            }
        }
    }
    assert!(wrong.is_empty(), "judged otherwise:\n{}", wrong.join("\n"));
    let known: BTreeSet<&str> = format_names().collect();
    assert_eq!(seen, known, "every format has its rows; quantities have a table of their own");
    let section = format!(
        "| | texts | as documented |\n|---|---|---|\n\
         | names, images, addresses, base64: taken | {taken} | {} |\n| refused | {refused} | {} |\n",
        rate(taken, taken),
        rate(refused, refused),
    );
    hold_section("formats", &section);
}
