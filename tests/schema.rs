//! Each folder of `tests/cases/schema` holds `schema.json` (with other documents beside it),
//! `values.yaml` or `manifest.yaml`, perhaps `defaults.yaml`, and `expected.txt` with every finding.
//! A comment at the top of the values may say `# partial` or `# set: ARGUMENT`.
//! `UPDATE=1 cargo test --test schema` writes the expectations anew.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use chartgen::diagnostic::{Diagnostic, Diagnostics, Label};
use chartgen::schema::{Check, RuleCompiler, RuleFault, RuleFinding, RuleScope, RuleSet};
use chartgen::schema::{Schema, SchemaInput};
use chartgen::source::{FileId, SourceKind, SourceMap, Span};
use chartgen::values::{Layer, Values};
use chartgen::yaml::{self, Node, Pointer};

/// Rules that need no language: `{"rule": "…", "message": …}`, where the rule is `never holds` or
/// `holds`, and anything else does not compile.
struct TestRules;

struct TestRule {
    code: String,
    severity: chartgen::diagnostic::Severity,
    message: String,
    field: Option<String>,
    related: Option<String>,
    fix: Option<String>,
}

impl RuleCompiler for TestRules {
    fn compile(&self, rules: &serde_json::Value) -> Result<Box<dyn RuleSet>, Vec<RuleFault>> {
        let rules = rules.as_array().cloned().unwrap_or_default();
        let bad = rules
            .iter()
            .enumerate()
            .filter(|(_, rule)| !matches!(rule["rule"].as_str(), Some("holds" | "never holds")));
        let bad: Vec<RuleFault> = bad
            .map(|(index, _)| RuleFault {
                index,
                key: Some("rule".to_string()),
                message: "no such rule".to_string(),
            })
            .collect();
        if !bad.is_empty() {
            return Err(bad);
        }
        let failing = rules.iter().filter(|rule| rule["rule"] == "never holds");
        let text = |rule: &serde_json::Value, key: &str| rule[key].as_str().map(str::to_string);
        let rules: Vec<TestRule> = failing
            .map(|rule| TestRule {
                code: text(rule, "x-chartgen-code").unwrap_or_else(|| "rule".to_string()),
                severity: match rule["x-chartgen-severity"].as_str() {
                    Some("warning") => chartgen::diagnostic::Severity::Warning,
                    Some("note") => chartgen::diagnostic::Severity::Note,
                    _ => chartgen::diagnostic::Severity::Error,
                },
                message: text(rule, "message").unwrap_or_default(),
                field: text(rule, "fieldPath"),
                related: text(rule, "x-chartgen-related"),
                fix: text(rule, "x-chartgen-fix"),
            })
            .collect();
        Ok(Box::new(TestRuleSet(rules)))
    }
}

struct TestRuleSet(Vec<TestRule>);

impl RuleSet for TestRuleSet {
    fn evaluate(&self, scope: &RuleScope<'_>) -> Vec<RuleFinding> {
        let place = |path: &Option<String>| {
            let path = path.as_ref().map(|path| Pointer::parse_field_path(path));
            scope.at.join(&path.unwrap_or_default())
        };
        let usable = self.0.iter().filter(|rule| {
            let at = place(&rule.field);
            !scope.faults.iter().any(|fault| fault.is_at_or_above(&at))
        });
        usable
            .map(|rule| RuleFinding {
                code: rule.code.clone().into(),
                severity: rule.severity,
                message: rule.message.clone(),
                at: place(&rule.field),
                related: rule.related.iter().map(|_| place(&rule.related)).collect(),
                help: None,
                fix: rule.fix.clone(),
            })
            .collect()
    }
}

struct Case {
    sources: SourceMap,
    diagnostics: Diagnostics,
    schema: Option<Schema>,
    root: Option<Node>,
}

fn add(sources: &mut SourceMap, path: &Path, kind: SourceKind) -> Option<FileId> {
    let name = path.file_name()?.to_string_lossy().into_owned();
    Some(sources.add(name, kind, fs::read_to_string(path).ok()?))
}

fn compile(folder: &Path, case: &mut Case) {
    let root = add(&mut case.sources, &folder.join("schema.json"), SourceKind::Schema);
    let root = root.expect("every case has a schema");
    let mut shared = Vec::new();
    let files =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("readable").path());
    let mut files: Vec<PathBuf> = files.collect();
    files.sort();
    for path in files {
        let name = path.file_name().expect("a file").to_string_lossy().into_owned();
        if name.ends_with(".json") && name != "schema.json" {
            let file = add(&mut case.sources, &path, SourceKind::Schema).expect("readable");
            shared.push((name, file));
        }
    }
    let built_in = !folder.join("values.yaml").exists() || !is_marked(folder, "# user schema");
    let input = SchemaInput { root, entry: "", shared: &shared, built_in };
    case.schema = Schema::compile(&input, &TestRules, &case.sources, &mut case.diagnostics);
}

fn is_marked(folder: &Path, mark: &str) -> bool {
    let text = fs::read_to_string(folder.join("values.yaml")).unwrap_or_default();
    text.lines().any(|line| line.trim() == mark)
}

fn check(folder: &Path) -> Case {
    let mut case = Case {
        sources: SourceMap::new(),
        diagnostics: Diagnostics::new(),
        schema: None,
        root: None,
    };
    compile(folder, &mut case);
    let manifest = add(&mut case.sources, &folder.join("manifest.yaml"), SourceKind::Manifest);
    let values = add(&mut case.sources, &folder.join("values.yaml"), SourceKind::Values);
    let Some(file) = manifest.or(values) else { return case };
    let defaults = add(&mut case.sources, &folder.join("defaults.yaml"), SourceKind::ChartDefaults);
    let (root, removed) = match (manifest, defaults) {
        (None, Some(defaults)) => {
            let defaults = Layer::read(&case.sources, defaults, &mut case.diagnostics);
            let above = Layer::read(&case.sources, file, &mut case.diagnostics);
            let merged = Values::merge(
                defaults.expect("the defaults are values"),
                vec![above.expect("the values can be read")],
            );
            let removed = merged.removed().iter().map(|one| (one.at.clone(), one.by.key_span));
            let removed: Vec<(Pointer, Span)> = removed.collect();
            (merged.root, removed)
        }
        _ => {
            let root = yaml::read_document(&case.sources, file, &mut case.diagnostics);
            (root.expect("the values can be read"), Vec::new())
        }
    };
    if let Some(schema) = &case.schema {
        let partial = is_marked(folder, "# partial");
        let check = Check { partial, removed: &removed, ..Check::new(&case.sources, file) };
        schema.check(&check, &root, &mut case.diagnostics);
    }
    case.root = Some(root);
    case
}

fn place(sources: &SourceMap, label: &Label) -> String {
    let span = label.span;
    let start = sources.location(span.file, span.range().start);
    let end = sources.location(span.file, span.range().end);
    let whole = if label.whole_file { " (whole file)" } else { "" };
    let shown = sources.slice(span).lines().next().unwrap_or_default();
    format!(
        "{}:{}:{}-{}:{}{whole} `{shown}` {}",
        sources.name(span.file),
        start.line,
        start.column,
        end.line,
        end.column,
        label.text
    )
    .trim_end()
    .to_string()
}

fn written(sources: &SourceMap, found: &[Diagnostic]) -> String {
    let mut out = String::new();
    for one in found {
        let severity = format!("{:?}", one.severity).to_lowercase();
        let _ = writeln!(out, "{severity}[{}] {}", one.code, one.message);
        let _ = writeln!(out, "  at {}", place(sources, &one.primary));
        for label in &one.related {
            let _ = writeln!(out, "  see {}", place(sources, label));
        }
        if let Some(help) = &one.help {
            let _ = writeln!(out, "  help: {help}");
        }
        for fix in &one.fixes {
            let _ = writeln!(out, "  fix: `{}` -> `{}`", sources.slice(fix.span), fix.replacement);
        }
    }
    out
}

fn cases() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/schema");
    let folders = fs::read_dir(root).expect("the cases are part of the repository");
    let mut folders: Vec<PathBuf> = folders.map(|entry| entry.expect("readable").path()).collect();
    folders.sort();
    folders
}

#[test]
fn every_case_gives_the_findings_that_are_pinned() {
    let update = std::env::var_os("UPDATE").is_some();
    let mut wrong = Vec::new();
    for folder in cases() {
        let mut case = check(&folder);
        let found = case.diagnostics.take_sorted();
        let written = written(&case.sources, &found);
        let path = folder.join("expected.txt");
        if update {
            fs::write(&path, &written).expect("the cases can be written");
        } else if fs::read_to_string(&path).unwrap_or_default() != written {
            wrong.push(format!("{}:\n{written}", folder.display()));
        }
    }
    assert!(wrong.is_empty(), "other findings than expected\n{}", wrong.join("\n"));
}

/// Every fix offered makes its own finding go away.
#[test]
fn every_certain_fix_mends_its_fault() {
    for folder in cases().into_iter().filter(|folder| !folder.ends_with("rules")) {
        let mut case = check(&folder);
        let (Some(schema), Some(root)) = (&case.schema, &case.root) else { continue };
        for found in case.diagnostics.take_sorted() {
            let Some(fix) = found.certain_fix() else { continue };
            if case.sources.kind(fix.span.file) == SourceKind::Schema {
                continue;
            }
            let mut text = case.sources.text(fix.span.file).to_string();
            text.replace_range(fix.span.range(), &fix.replacement);
            let mut sources = SourceMap::new();
            let file = sources.add("mended", SourceKind::Values, text);
            let mut diagnostics = Diagnostics::new();
            let mended = yaml::read_document(&sources, file, &mut diagnostics);
            let mended = mended.unwrap_or_else(|| panic!("{}: {diagnostics:?}", folder.display()));
            schema.check(&Check::new(&sources, file), &mended, &mut diagnostics);
            let still = diagnostics.iter().any(|one| {
                one.code == found.code
                    && one.pointer == found.pointer
                    && one.message == found.message
            });
            assert!(!still, "{}: `{}` stays", folder.display(), found.message);
            let _ = root;
        }
    }
}

/// What any part of a finding says.
fn told(found: &Diagnostic) -> String {
    let labels = found.related.iter().chain([&found.primary]).map(|label| label.text.as_str());
    let fixes = found.fixes.iter().map(|fix| fix.replacement.as_str());
    let help = found.help.as_deref();
    let texts: Vec<&str> =
        labels.chain(fixes).chain(help).chain([found.message.as_str()]).collect();
    texts.join("\n")
}

#[test]
fn no_finding_tells_a_secret() {
    let mut case = check(&cases().into_iter().find(|one| one.ends_with("secret")).expect("a case"));
    let found = case.diagnostics.take_sorted();
    assert!(found.len() > 10, "every secret of the case has a fault");
    for one in found {
        let told = told(&one);
        assert!(!told.contains("SECRET") && !told.contains("4242"), "{told}");
    }
}

fn compiled(schema: &str) -> Schema {
    let mut sources = SourceMap::new();
    let mut diagnostics = Diagnostics::new();
    let root = sources.add("schema.json", SourceKind::Schema, schema.to_string());
    let input = SchemaInput { root, entry: "", shared: &[], built_in: true };
    let schema = Schema::compile(&input, &TestRules, &sources, &mut diagnostics);
    schema.unwrap_or_else(|| panic!("{diagnostics:?}"))
}

fn checked(schema: &Schema, text: &str) -> Vec<Diagnostic> {
    let mut sources = SourceMap::new();
    let mut diagnostics = Diagnostics::new();
    let file = sources.add("values.yaml", SourceKind::Values, text.to_string());
    let root = yaml::read_document(&sources, file, &mut diagnostics).expect("valid YAML");
    schema.check(&Check::new(&sources, file), &root, &mut diagnostics);
    diagnostics.take_sorted()
}

#[test]
fn secrets_are_known_through_references_and_inside_what_is_secret() {
    let schema = compiled(
        r##"{ "properties": {
            "token": { "$ref": "#/$defs/token" },
            "map": { "writeOnly": true, "additionalProperties": { "type": "object" } },
            "list": { "items": { "properties": { "key": { "writeOnly": true } } } },
            "either": { "anyOf": [{ "type": "null" }, { "writeOnly": true }] },
            "name": {} },
          "$defs": { "token": { "allOf": [{ "writeOnly": true }] } } }"##,
    );
    for secret in ["/token", "/map", "/map/a/b", "/list/3/key", "/either"] {
        assert!(schema.is_secret(&Pointer::parse(secret)), "{secret}");
    }
    for open in ["", "/name", "/list", "/list/0", "/unknown"] {
        assert!(!schema.is_secret(&Pointer::parse(open)), "{open}");
    }
}

#[test]
fn the_known_keys_are_a_tree_of_nulls() {
    let schema = compiled(
        r##"{ "properties": {
            "image": { "type": "object", "properties": { "tag": {} }, "allOf": [{ "properties": { "name": {} } }] },
            "free": { "additionalProperties": { "properties": { "x": {} } } },
            "list": { "items": { "properties": { "x": {} } } },
            "either": { "anyOf": [{ "properties": { "a": {} } }, { "properties": { "b": {} } }] },
            "tree": { "$ref": "#/$defs/tree" } },
          "$defs": { "tree": { "properties": { "value": {}, "next": { "$ref": "#/$defs/tree" } } } } }"##,
    );
    fn shown(node: &Node) -> String {
        match node.as_mapping() {
            Some(mapping) => {
                let entries = mapping.iter().map(|one| format!("{}{}", one.key, shown(&one.value)));
                format!(":{{{}}}", entries.collect::<Vec<_>>().join(" "))
            }
            None => String::new(),
        }
    }
    let keys = shown(&schema.known_keys());
    assert_eq!(keys, ":{image:{tag name} free list either:{a b} tree:{value next}}");
}

#[test]
fn a_file_full_of_faults_gives_a_bounded_report() {
    let schema = compiled(r#"{ "additionalProperties": { "type": "integer" } }"#);
    let text: String = (0..1300).map(|index| format!("key{index}: x\n")).collect();
    let found = checked(&schema, &text);
    assert_eq!(found.len(), 1001);
    let last = found.iter().find(|one| one.code.as_str() == "too-many-errors").expect("the rest");
    assert_eq!(last.message, "300 more faults are not shown");
    assert_eq!(last.stands_for, 300);
}

#[test]
fn of_a_huge_tree_a_fault_at_its_end_is_told() {
    let schema = compiled(r#"{ "items": { "type": "integer" } }"#);
    let text = format!("[{}x, x]", "1,".repeat(200_000));
    let found = checked(&schema, &text);
    assert_eq!(found.len(), 2);
    assert_eq!(found[0].code.as_str(), "too-many-values");
    assert!(found[1].message.contains("`[200000]`"), "{}", found[1].message);
}

#[test]
fn of_a_huge_tree_every_fault_at_its_start_is_told() {
    let schema = compiled(r#"{ "items": { "type": "integer" } }"#);
    let text = format!("[x, 1, x, {}x]", "1,".repeat(200_000));
    let found = checked(&schema, &text);
    let codes: Vec<_> = found.iter().map(|one| one.code.as_str()).collect();
    assert_eq!(codes, ["too-many-values", "type", "type"]);
}

#[test]
fn the_deepest_tree_is_checked_against_a_schema_that_contains_itself() {
    let schema = compiled(
        r##"{ "$ref": "#/$defs/t",
             "$defs": { "t": { "anyOf": [{ "type": "integer" }, { "type": "array", "items": { "$ref": "#/$defs/t" } }] } } }"##,
    );
    let (open, close) = ("[".repeat(120), "]".repeat(120));
    assert!(checked(&schema, &format!("{open}1{close}")).is_empty());
    let found = checked(&schema, &format!("{open}x{close}"));
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].primary.span.range(), 120..121);
}
