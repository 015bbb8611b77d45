//! The rules engine from outside: tables of expressions, and cases of whole rules on values.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use chartgen::diagnostic::Diagnostics;
use chartgen::rules::quantity::Quantity;
use chartgen::rules::{Compiler, Fault, Finding, RuleSet, Scope};
use chartgen::source::{SourceKind, SourceMap};
use chartgen::values::{Layer, Values};
use chartgen::yaml::{Node, Pointer, read_document};
use serde::Deserialize;

/// Expressions on one `self`, by what becomes of them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    /// YAML text of `self`; the tables that need none leave it out.
    #[serde(default, rename = "self")]
    this: Option<String>,
    #[serde(default)]
    holds: Vec<String>,
    #[serde(default)]
    fails: Vec<Said>,
    #[serde(default)]
    refused: Vec<Said>,
}

/// An expression and the reason why it cannot be evaluated or compiled.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Said {
    rule: String,
    says: String,
    /// What of the rule's text the fault points to: it begins with this.
    at: Option<String>,
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/rules").join(name)
}

fn entries(name: &str) -> Vec<PathBuf> {
    let listed = fs::read_dir(folder(name)).expect("the folder of the cases is there");
    let mut paths: Vec<PathBuf> = listed.map(|entry| entry.expect("readable").path()).collect();
    paths.sort();
    assert!(!paths.is_empty(), "there are cases in {name}");
    paths
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Whole rules on merged values.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    /// The chart's own values.
    #[serde(default)]
    defaults: String,
    /// What the user wrote.
    #[serde(default)]
    values: String,
    /// Where the rules stand.
    #[serde(default)]
    at: String,
    /// Places that have a fault already.
    #[serde(default)]
    faults: Vec<String>,
    rules: serde_json::Value,
    /// One block of lines for each finding, or for each fault of the rules.
    expected: String,
}

/// A small stand-in for the formats that the schemas bring.
fn formats(format: &str, text: &str) -> Option<bool> {
    match format {
        "dns1123-label" => Some(
            !text.is_empty()
                && text
                    .bytes()
                    .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-'),
        ),
        _ => None,
    }
}

fn compile(rules: &serde_json::Value) -> Result<RuleSet, Vec<Fault>> {
    Compiler::new(formats).compile(rules)
}

fn tree(sources: &mut SourceMap, kind: SourceKind, text: String) -> Node {
    let file = sources.add("values.yaml", kind, text);
    let mut diagnostics = Diagnostics::new();
    let node = read_document(sources, file, &mut diagnostics);
    assert!(diagnostics.is_empty(), "{:?}", diagnostics.take_sorted());
    node.expect("the values are one document")
}

fn evaluate(rules: &RuleSet, sources: &SourceMap, this: &Node, faults: &[Pointer]) -> Vec<Finding> {
    rules.evaluate(&Scope { faults, ..Scope::new(sources, this, &Pointer::root()) })
}

/// What becomes of one rule without words of its own: `holds`, `broken`, or why it cannot be
/// evaluated.
fn outcome(rule: &str, sources: &SourceMap, this: &Node) -> String {
    let rules = serde_json::json!([{ "rule": rule, "x-chartgen-code": "tried" }]);
    let compiled = match compile(&rules) {
        Ok(compiled) => compiled,
        Err(faults) => return format!("refused: {}", faults[0].message),
    };
    match &evaluate(&compiled, sources, this, &[])[..] {
        [] => "holds".to_owned(),
        [finding] if finding.code.as_str() == "tried" => "broken".to_owned(),
        [finding] => finding
            .message
            .strip_prefix("the chart's rule `tried` cannot be evaluated: ")
            .unwrap_or(&finding.message)
            .to_owned(),
        more => panic!("one rule, {} findings", more.len()),
    }
}

#[test]
fn expressions() {
    let mut wrong = String::new();
    for path in entries("expressions") {
        let table: Table = serde_yaml::from_str(&read(&path))
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let mut sources = SourceMap::new();
        let text = table.this.clone().unwrap_or_else(|| "{}".to_owned());
        let this = tree(&mut sources, SourceKind::Values, text);
        let held = table.holds.iter().map(|rule| (rule, "holds"));
        let failed = table.fails.iter().map(|said| (&said.rule, said.says.as_str()));
        for (rule, expected) in held.chain(failed) {
            let found = outcome(rule, &sources, &this);
            if found != expected {
                let name = path.file_name().unwrap_or_default().display();
                let _ = writeln!(wrong, "{name}: {rule}\n  want {expected}\n  got  {found}");
            }
        }
        for said in &table.refused {
            let rules = serde_json::json!([{ "rule": said.rule }]);
            let fault = match compile(&rules) {
                Ok(_) => panic!("{}: {} compiles", path.display(), said.rule),
                Err(faults) => faults.into_iter().next().expect("a refusal has a fault"),
            };
            let rest = fault.offset.map(|offset| &said.rule[offset..]);
            let place_ok =
                said.at.as_deref().is_none_or(|at| rest.is_some_and(|rest| rest.starts_with(at)));
            if fault.message != said.says || !place_ok {
                let _ = writeln!(
                    wrong,
                    "{}: {}\n  want {} at {:?}\n  got  {} at {rest:?}",
                    path.display(),
                    said.rule,
                    said.says,
                    said.at,
                    fault.message
                );
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

fn merged(case: &Case, sources: &mut SourceMap) -> Node {
    let texts = [(SourceKind::ChartDefaults, &case.defaults), (SourceKind::Values, &case.values)];
    let layers = texts.map(|(kind, text)| {
        let text = if text.is_empty() { "{}" } else { text };
        let file = sources.add("values.yaml", kind, text.to_owned());
        let root = read_document(sources, file, &mut Diagnostics::new());
        Layer { file, root: root.expect("the case's values are one document") }
    });
    let [defaults, above] = layers;
    Values::merge(defaults, vec![above]).root
}

fn described(found: &Finding) -> String {
    let severity = format!("{:?}", found.severity).to_lowercase();
    let mut lines = format!("{severity}[{}] {}: {}\n", found.code, found.at, found.message);
    for place in &found.related {
        let _ = writeln!(lines, "  with {place}");
    }
    let extra = [("help", &found.help), ("fix", &found.fix)];
    for (name, text) in extra.into_iter().filter_map(|(name, text)| Some((name, text.as_ref()?))) {
        let _ = writeln!(lines, "  {name}: {text}");
    }
    lines
}

fn run(case: &Case) -> String {
    let compiled = match compile(&case.rules) {
        Ok(compiled) => compiled,
        Err(faults) => {
            let lines = faults.iter().map(|fault| {
                let key = fault.key.as_deref().unwrap_or("-");
                format!("rule {} {key}: {fault}\n", fault.index)
            });
            return lines.collect();
        }
    };
    let mut sources = SourceMap::new();
    let root = merged(case, &mut sources);
    let at = Pointer::parse(&case.at);
    let this = root.at(&at).expect("the rules stand at a place that is there");
    let faults: Vec<Pointer> = case.faults.iter().map(|fault| Pointer::parse(fault)).collect();
    let scope = Scope { faults: &faults, ..Scope::new(&sources, this, &at) };
    compiled.evaluate(&scope).iter().map(described).collect()
}

#[test]
fn findings() {
    let mut wrong = String::new();
    for path in entries("findings") {
        let case: Case = serde_yaml::from_str(&read(&path))
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let found = run(&case);
        if found != case.expected {
            let _ =
                writeln!(wrong, "{}\n--- want\n{}--- got\n{found}", path.display(), case.expected);
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

/// What becomes of a rule on `values` read as one document.
fn tried(rule: &str, values: &str) -> String {
    let mut sources = SourceMap::new();
    let this = tree(&mut sources, SourceKind::Values, values.to_owned());
    outcome(rule, &sources, &this)
}

#[test]
fn work_is_bounded() {
    let long = format!("list: [{}]\n", "1, ".repeat(5_000));
    let nested = "self.list.all(a, self.list.all(b, self.list.all(c, a == b || b == c)))";
    let doubled = format!("size('x'{}) > 0", ".replace('x', 'xxxxxxxxxxxxxxxx')".repeat(20));
    let added = (0..40)
        .fold("['xxxxxxxxxxxxxxxx']".to_owned(), |so_far, _| format!("{so_far}.map(x, x + x)"));
    let joined = "['a', 'b'].join(self.list.map(x, 'xxxxxxxxxxxxxxxx').join()) != '' && \
                  self.list.map(x, 'x').join(self.list.map(x, 'xxxxxxxxxxxxxxxx').join()) == ''";
    for rule in [nested, &doubled, &format!("size({added}[0]) > 0"), joined] {
        assert_eq!(tried(rule, &long), "the rule takes more steps than any rule may", "{rule}");
    }
}

#[test]
fn text_and_depth_of_rules_are_bounded() {
    let refusal = |rule: &str| tried(rule, "{}");
    let deep = |open: &str, close: &str, count: usize| {
        format!("{}1{} == 1", open.repeat(count), close.repeat(count))
    };
    assert_eq!(refusal(&deep("(", ")", 60)), "holds");
    assert_eq!(refusal(&format!("0{} == 80", " + 1".repeat(80))), "holds");
    let too_deep = "refused: the expression is nested too deeply";
    let too_many = "refused: the expression has more than 800 operators";
    for (link, close) in [(" + 1", ""), (".a", ""), ("[0]", ""), (" == 1", ""), (".trim()", "")] {
        assert_eq!(refusal(&format!("self{}{close} == 9", link.repeat(150))), too_deep, "{link}");
        assert_eq!(refusal(&format!("self{}{close} == 9", link.repeat(900))), too_many, "{link}");
    }
    assert_eq!(refusal(&format!("{}true", "!".repeat(700))), "holds");
    for (open, close) in [("(", ")"), ("[", "]"), ("size(", ")"), ("{1: ", "}"), ("-(", ")")] {
        assert!(refusal(&deep(open, close, 300)).starts_with("refused: "), "{open}");
    }
    assert_eq!(refusal(&format!("{}true", "true ? true : ".repeat(200))), too_deep);
    // The comparison is a level, and so are each sum and the first number.
    let levels = |count: usize| format!("0{} >= 0", " + 1".repeat(count));
    assert_eq!([94, 95].map(|count| refusal(&levels(count))), ["holds", too_deep]);
    let signs = |count: usize| format!("{}true", "!".repeat(count));
    assert_eq!([800, 801].map(|count| refusal(&signs(count))), ["holds", too_many]);
    let long = |length: usize| format!("true || ''==''{}", " ".repeat(length - 14));
    let too_long = "refused: the expression is longer than 8192 bytes";
    assert_eq!([8192, 8193].map(|length| refusal(&long(length))), ["holds", too_long]);
}

/// The smallest stack that rules meet is that of a worker thread, 2 MiB; without optimisation,
/// everything takes several times as much.
#[test]
fn compiling_needs_little_stack() {
    let pairs = [("(", ")"), ("[", "]"), ("size(", ")"), ("{1: ", "}"), ("-(", ")"), ("!", "")];
    let nested = pairs.map(|(open, close)| {
        let count = 780 / open.len();
        format!("{}1{} == 1", open.repeat(count), close.repeat(count))
    });
    let links = [" + 1", ".a", "[0]", " == 1", ".trim()", " ? 1 : 1"];
    let chains = links.map(|link| format!("self{} == 9", link.repeat(780 / link.len())));
    for rule in nested.into_iter().chain(chains) {
        let small = std::thread::Builder::new().stack_size(if cfg!(debug_assertions) {
            16 << 20
        } else {
            2 << 20
        });
        let compiled = small.spawn(move || {
            let _ = compile(&serde_json::json!([{ "rule": rule }]));
        });
        compiled.expect("a thread can be made").join().expect("compiling does not panic");
    }
}

#[test]
fn a_long_or_chain_is_fine() {
    let chain = vec!["self.a == 'x'"; 200].join(" || ");
    assert_eq!(tried(&format!("{chain} || true"), "{a: y}"), "holds");
}

/// Pieces that rules are made of, and some that they are not.
const PIECES: [&str; 40] = [
    "self",
    ".a",
    ".list",
    "[0]",
    "['b']",
    "(",
    ")",
    "has(",
    ".all(x, ",
    ".exists(k, v, ",
    ".map(x, ",
    "x",
    "k",
    ", ",
    " == ",
    " && ",
    " || ",
    "!",
    " + ",
    " - ",
    " ? ",
    " : ",
    "1",
    "-2.5",
    "'text'",
    "'ä'",
    "\"",
    "\\",
    "[",
    "]",
    "{'a': ",
    "}",
    "quantity(",
    ".compareTo(",
    "isGiven('.a')",
    " in ",
    ".?a",
    ".matches('a(')",
    "null",
    "\u{0}",
];

proptest::proptest! {
    #![proptest_config(proptest::test_runner::Config {
        cases: 2_000,
        failure_persistence: None,
        ..Default::default()
    })]

    /// Whatever stands in a rule, it is refused, holds, or does not: nothing panics.
    #[test]
    fn any_text_is_answered(picks in proptest::collection::vec(0..PIECES.len(), 1..16)) {
        let rule: String = picks.into_iter().map(|pick| PIECES[pick]).collect();
        tried(&rule, "{a: 1, list: [1, b], m: {k: v}}");
    }

    #[test]
    fn any_quantity_reads_as_its_canonical_form(
        text in "[+-]?([0-9]{1,9}(\\.[0-9]{0,9})?|\\.[0-9]{1,9})(|n|u|m|k|M|G|T|P|E|Ki|Mi|Gi|Ti|Pi|Ei|[eE][+-]?[0-9])",
        other in "-?[0-9]{1,10}(|m|Ki|G)",
    ) {
        let read = |text: &str| Quantity::parse(text).expect("the pattern gives quantities");
        let (left, right) = (read(&text), read(&other));
        proptest::prop_assert_eq!(read(&left.to_string()), left);
        proptest::prop_assert_eq!(left.to_string(), read(&left.to_string()).to_string());
        proptest::prop_assert_eq!(left + right - right, left);
        proptest::prop_assert_eq!((left - right).sign(), left.cmp(&right) as i64);
    }

    #[test]
    fn no_text_makes_a_quantity_panic(text in "[-+.0-9eEinumkKMGTP ]{0,40}") {
        let _ = Quantity::parse(&text).map(|quantity| quantity.to_string());
    }

    #[test]
    fn schemas_and_rules_agree_on_quantities(
        text in "[-+]?[0-9.]{0,4}(|[numkKMGTPEe][-+i]?[0-9]{0,2}|[a-zA-Z ]{0,3})",
    ) {
        let has_format = chartgen::schema::has_format("quantity", &text);
        proptest::prop_assert_eq!(has_format, Some(Quantity::parse(&text).is_ok()));
    }
}
