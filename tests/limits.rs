//! Every limit on input: what lies just under it passes, what lies just over it gets the limit's own
//! diagnostic. How long inputs near the limits take is measured by `tests/peers/check_limits.py`.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

const MIB: usize = 1024 * 1024;
const METADATA: &str = "apiVersion: v2\nname: mine\nversion: 1.0.0\n";
const OBJECT: &str = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n";

/// A folder with the chart `mine` and these files.
fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let chart = [("mine/Chart.yaml", METADATA), ("mine/values.yaml", "name: a\n")];
    let template = [("mine/templates/a.yaml", OBJECT)];
    for (path, text) in chart.iter().chain(&template).chain(files) {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("it has one")).expect("it can be made");
        fs::write(path, text).expect("it can be written");
    }
    folder
}

/// What chartgen reports in such a folder, in short form, after whether it passed.
fn report(files: &[(&str, &str)], arguments: &[&str]) -> String {
    run(folder(files).path(), arguments)
}

fn run(folder: &Path, arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chartgen"));
    command.current_dir(folder).args(arguments).stdin(Stdio::null());
    command.args(["--message-format", "short", "-A", "chart-without-schema"]);
    let output = command.output().expect("the program starts");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    match output.status.code() {
        Some(0) => format!("passed\n{text}"),
        Some(1) => format!("failed\n{text}"),
        other => panic!("{other:?}: {text}"),
    }
}

/// Holds a limit: `under` passes without a finding, `over` fails with `code` and `words`.
fn assert_limit(under: &str, over: &str, code: &str, words: &str) {
    assert_eq!(under, "passed\n", "just under the limit of {code}");
    assert!(over.starts_with("failed\n"), "just over the limit of {code}: {over}");
    let finding = format!("error[{code}]: ");
    let told = over.lines().any(|line| line.contains(&finding) && line.contains(words));
    assert!(told, "just over the limit of {code}: {over}");
}

fn render(template: &str) -> String {
    report(&[("mine/templates/a.yaml", template)], &["render", "--chart", "./mine"])
}

fn render_with(flags: &[&str]) -> String {
    report(&[], &[&["render", "--chart", "./mine"], flags].concat())
}

fn values(text: &str) -> String {
    report(&[("v.yaml", text)], &["render", "--chart", "./mine", "-f", "v.yaml"])
}

fn schema(text: &str) -> String {
    report(&[("mine/values.schema.json", text)], &["render", "--chart", "./mine"])
}

#[test]
fn a_values_file_has_16_mebibytes_at_most() {
    let text = |size: usize| format!("#{}\na: 1\n", "x".repeat(size - 7));
    let under = values(&text(16 * MIB));
    assert_limit(&under, &values(&text(16 * MIB + 1)), "file-too-large", "16 MiB");
}

#[test]
fn a_file_of_a_chart_has_5_mebibytes_at_most() {
    let notes =
        |size| report(&[("mine/NOTES.txt", &"x".repeat(size))], &["render", "--chart", "./mine"]);
    assert_limit(&notes(5 * MIB), &notes(5 * MIB + 1), "file-too-large", "5 MiB");
}

#[test]
fn a_chart_has_100_mebibytes_at_most() {
    let rest = METADATA.len() + "name: a\n".len() + OBJECT.len();
    let large = " ".repeat(5 * MIB);
    let chart = |last: usize| {
        let names: Vec<_> = (0..19).map(|i| format!("mine/{i}.schema.json")).collect();
        let mut files: Vec<_> = names.iter().map(|name| (name.as_str(), large.as_str())).collect();
        files.push(("mine/last.schema.json", &large[..last]));
        report(&files, &["render", "--chart", "./mine"])
    };
    assert_limit(&chart(5 * MIB - rest), &chart(5 * MIB - rest + 1), "chart-too-large", "100 MiB");
}

#[test]
fn yaml_is_nested_128_levels_deep_at_most() {
    let text = |depth: usize| format!("a: {}{}\n", "[".repeat(depth), "]".repeat(depth));
    assert_limit(&values(&text(128)), &values(&text(129)), "yaml-depth", "128");
}

#[test]
fn aliases_stand_for_100_000_values_at_most() {
    let text = |aliases: usize| {
        let list = vec!["x"; 999].join(", ");
        format!("a: &a [{list}]\nb: [{}]\n", vec!["*a"; aliases].join(", "))
    };
    assert_limit(&values(&text(100)), &values(&text(101)), "yaml-alias-limit", "100000");
}

#[test]
fn anchors_name_a_million_values_at_most() {
    // 100 anchors inside each other, the innermost of 9,950 values: 100 times that and 1 + 2 + … + 99.
    let text = |inner: usize| {
        let open: String = (0..99).map(|i| format!("&a{i} [")).collect();
        let list = vec!["1"; inner - 1].join(",");
        format!("k: {open}&b [{list}]{}\n", "]".repeat(99))
    };
    assert_limit(&values(&text(9950)), &values(&text(9951)), "yaml-alias-limit", "1000000");
}

#[test]
fn an_index_is_65536_at_most() {
    let set = |index: &str| render_with(&["--set", index]);
    assert_limit(&set("a[65536]=1"), &set("a[65537]=1"), "set-index-limit", "65536");
}

#[test]
fn keys_of_an_argument_are_nested_128_levels_deep_at_most() {
    let nested = |depth: usize| render_with(&["--set", &format!("a{}=1", "[0]".repeat(depth - 1))]);
    assert_limit(&nested(128), &nested(129), "set-depth", "128");
}

#[test]
fn json_of_an_argument_is_nested_128_levels_deep_at_most() {
    let json = |open: &str, depth: usize, close: &str| {
        let text = format!("{open}{}{}{close}", "[".repeat(depth), "]".repeat(depth));
        render_with(&["--set-json", &text])
    };
    let told = "nested more than 128 levels deep";
    assert_limit(&json("a=", 128, ""), &json("a=", 129, ""), "set-json", told);
    let (open, close) = (r#"{"a": "#, "}");
    assert_limit(&json(open, 127, close), &json(open, 128, close), "set-json", told);
}

#[test]
fn a_schema_unfolds_to_20_000_subschemas_at_most() {
    let many =
        |count: usize| schema(&format!(r#"{{"allOf": [{}]}}"#, vec!["true"; count].join(",")));
    assert_limit(&many(19_999), &many(20_000), "schema-too-complex", "20000");
}

#[test]
fn references_unfold_to_20_000_subschemas_at_most() {
    let definition = |i: usize| {
        let below = format!(r##"{{"$ref": "#/$defs/d{}"}}"##, i - 1);
        format!(r#""d{i}": {{"allOf": [{below}, {below}]}}"#)
    };
    // With each level twice as many and three more: 16,382 at the twelfth.
    let doubling = |more: usize| {
        let definitions = (1..=12).map(definition).collect::<Vec<_>>().join(",");
        let more = vec!["true"; more].join(",");
        schema(&format!(
            r##"{{"$ref": "#/$defs/d12", "allOf": [{more}], "$defs": {{"d0": true, {definitions}}}}}"##,
        ))
    };
    let more = 20_000 - 16_382;
    assert_limit(&doubling(more), &doubling(more + 1), "schema-too-complex", "20000");
}

#[test]
fn a_schema_knows_200_000_keys_at_most() {
    let refer = |i: usize| format!(r##"{{"$ref": "#/$defs/d{i}"}}"##);
    let definition = |i: usize| match i {
        0 => r#""d0": {"properties": {"a": {}, "b": {}}}"#.to_string(),
        _ => format!(r#""d{i}": {{"properties": {{"a": {0}, "b": {0}}}}}"#, refer(i - 1)),
    };
    // With each level twice as many keys and two more: 131,070 at the fifteenth, and the key of it.
    let doubling = |more: usize| {
        let definitions = (0..=15).map(definition).collect::<Vec<_>>().join(",");
        let more: String = (0..more).map(|i| format!(r#""k{i}": {{}},"#)).collect();
        let properties = format!(r#"{{{more} "k": {}}}"#, refer(15));
        schema(&format!(r#"{{"properties": {properties}, "$defs": {{{definitions}}}}}"#))
    };
    let more = 200_000 - 131_071;
    assert_limit(&doubling(more), &doubling(more + 1), "schema-too-complex", "200000 keys");
}

#[test]
fn a_schema_that_never_ends_is_refused() {
    let found =
        schema(r##"{"$ref": "#/$defs/a", "$defs": {"a": {"anyOf": [{"$ref": "#/$defs/a"}]}}}"##);
    assert!(found.contains("error[schema-too-complex]: the schema refers to itself"), "{found}");
}

#[test]
fn values_and_subschemas_make_20_000_000_steps_at_most() {
    let checked = |count: usize| {
        let subschemas = vec!["true"; 9_999].join(",");
        let schema = format!(r#"{{"allOf": [{subschemas}]}}"#);
        let values = format!("name: a\nl: [{}]\n", vec!["1"; count - 3].join(","));
        let files = [("mine/values.schema.json", &*schema), ("v.yaml", &*values)];
        report(&files, &["render", "--chart", "./mine", "-f", "v.yaml"])
    };
    assert_limit(&checked(2000), &checked(2001), "schema-too-complex", "too many values");
}

#[test]
fn a_schema_refers_to_files_of_its_chart_only() {
    for target in
        ["/etc/passwd", "file:///dev/zero", "../../other.json", "https://example.com/a.json"]
    {
        let found = schema(&format!(r#"{{"$ref": "{target}"}}"#));
        assert!(found.starts_with("failed\n") && found.contains("error["), "{target}: {found}");
    }
    let own = [
        ("mine/values.schema.json", r#"{"$ref": "own.schema.json"}"#),
        ("mine/own.schema.json", r#"{"type": "object"}"#),
    ];
    assert_eq!(report(&own, &["render", "--chart", "./mine"]), "passed\n");
}

#[test]
fn a_template_takes_a_million_steps_at_most() {
    let looped = |count: usize| {
        let inner = format!("{{% for j in range(end={count}) %}}{{% endfor %}}");
        render(&format!("{OBJECT}{{% for i in range(end=1000) %}}{inner}{{% endfor %}}"))
    };
    assert_limit(&looped(999), &looped(1000), "template-limit", "1,000,000");
}

#[test]
fn a_template_makes_64_mebibytes_at_most() {
    let line = |length: usize| format!("#{}\n", "x".repeat(length - 2));
    let made = |last: usize| {
        let most = format!("{{% for i in range(end=63) %}}{}{{% endfor %}}", line(MIB));
        render(&format!("{OBJECT}{most}{}", line(last)))
    };
    let last = MIB - OBJECT.len();
    assert_limit(&made(last), &made(last + 1), "template-limit", "64 MiB");
}

#[test]
fn brackets_of_a_template_may_be_nested_however_deep_without_harm() {
    for (open, close) in [("(", ")"), ("[", "]"), ("f(", ")")] {
        let nested = |depth: usize| format!("{}1{}", open.repeat(depth), close.repeat(depth));
        let found = render(&format!("{OBJECT}a: {{{{ {} }}}}\n", nested(100_000)));
        let told = "error[template-syntax]: the template cannot be read";
        assert!(found.contains(told), "{open}: {found}");
    }
}

/// Each of these makes little text of its own, and much by naming the same again and again.
#[test]
fn text_is_counted_wherever_a_template_makes_it() {
    let long = "x".repeat(MIB / 2);
    let many = |count: usize, inside: &str, outside: &str| {
        let looped = format!("{{% for i in range(end={count}) %}}{inside}{{% endfor %}}");
        format!("{OBJECT}{}", outside.replace("LOOP", &looped))
    };
    let set = format!("{{% set a = '{long}' %}}LOOP");
    let captured = "{% set b %}LOOP{% endset %}";
    let component = format!("{{% component b() %}}{long}{{% endcomponent %}}LOOP");
    let list = format!("{{% set a = '{long}' %}}{{% set l = [a ~ i for i in range(end=COUNT)] %}}");
    let joined = format!("{{% set a = '{long}' %}}{{% set b = range(end=COUNT) | join(sep=a) %}}");
    let replaced = "{% set b = 'x' | replace(from='x', to=a) %}";
    let called = "{% component b() %}{% set c %}{{ body }}{% endset %}{% endcomponent %}LOOP";
    let again = format!("{{% set a %}}{long}{{% endset %}}{{% set l = [COUNTED] | json %}}");
    let cases: [(&str, &dyn Fn(usize) -> String); 8] = [
        ("captured text", &|count| many(count, &long, captured)),
        ("captured values", &|count| many(count, "{% set b %}{{ a }}{% endset %}", &set)),
        ("a component", &|count| many(count, "{% set c = <b /> %}", &component)),
        ("a body", &|count| many(count, &format!("{{% <b> %}}{long}{{% </b> %}}"), called)),
        ("elements", &|count| many(0, "", &list.replace("COUNT", &count.to_string()))),
        ("join", &|count| many(0, "", &joined.replace("COUNT", &(count + 1).to_string()))),
        ("replace", &|count| many(count, replaced, &set)),
        ("json", &|count| many(0, "", &again.replace("COUNTED", &vec!["a"; count].join(",")))),
    ];
    for (name, template) in cases {
        let found = [20, 200].map(|count| render(&template(count)));
        assert_eq!(found[0], "passed\n", "{name}");
        assert!(
            found[1].contains("error[template-limit]: the template makes more than 64 MiB"),
            "{name}: {}",
            found[1]
        );
    }
}

#[test]
fn includes_and_components_are_steps() {
    let ten = |inside: &str| inside.repeat(10);
    let unfolding = |levels: usize| {
        let part = |i: usize| {
            (
                format!("mine/templates/_p{i}.yaml"),
                ten(&format!("{{% include '_p{}.yaml' %}}", i - 1)),
            )
        };
        let parts: Vec<_> = (1..=levels).map(part).collect();
        let mut files: Vec<_> = parts.iter().map(|(path, text)| (&**path, &**text)).collect();
        let first = format!("{OBJECT}{{% include '_p{levels}.yaml' %}}");
        files.extend([("mine/templates/_p0.yaml", "# x\n"), ("mine/templates/a.yaml", &*first)]);
        report(&files, &["render", "--chart", "./mine"])
    };
    assert_limit(&unfolding(5), &unfolding(6), "template-limit", "1,000,000 rounds");
    let components = |levels: usize| {
        let component = |i: usize| {
            let inside =
                if i > 0 { ten(&format!("{{{{ <c{} /> }}}}", i - 1)) } else { "# x\n".into() };
            format!("{{% component c{i}() %}}{inside}{{% endcomponent %}}")
        };
        let all: String = (0..=levels).map(component).collect();
        render(&format!("{all}{OBJECT}{{{{ <c{levels} /> }}}}"))
    };
    assert_limit(&components(5), &components(6), "template-limit", "1,000,000 rounds");
}

#[test]
fn a_packed_chart_has_100_mebibytes_at_most() {
    let folder = folder(&[]);
    run(folder.path(), &["package", "./mine"]);
    let archive = folder.path().join("mine-1.0.0.tgz");
    let padded = |size: usize| {
        let file = fs::OpenOptions::new().write(true).open(&archive).expect("it was packed");
        file.set_len(size as u64).expect("a file can grow");
        run(folder.path(), &["render", "--chart", "mine-1.0.0.tgz"])
    };
    assert_limit(&padded(100 * MIB), &padded(100 * MIB + 1), "chart-too-large", "100 MiB");
}

#[test]
fn a_rule_takes_a_million_steps_at_most() {
    // A loop takes a step, and one for each item: 1 + 998 + 998 * (1 + 998) + 1 + the last.
    let ruled = |last: usize| {
        let rule = "self.l.all(a, self.l.all(b, true)) && self.m.all(a, true)";
        let schema =
            format!(r#"{{"x-kubernetes-validations": [{{"rule": "{rule}", "message": "no"}}]}}"#);
        let ones = |count: usize| vec!["1"; count].join(", ");
        let values = format!("l: [{}]\nm: [{}]\n", ones(998), ones(last));
        let files = [("mine/values.schema.json", &*schema), ("v.yaml", &*values)];
        report(&files, &["render", "--chart", "./mine", "-f", "v.yaml"])
    };
    assert_limit(&ruled(1998), &ruled(1999), "rule-evaluation", "takes more steps");
}

#[test]
fn names_of_charts_are_plain() {
    let named = |name: &str| {
        let metadata = METADATA.replace("mine", name);
        report(&[("mine/Chart.yaml", &metadata)], &["render", "--chart", "./mine"])
    };
    for bad in ["My", "a_b", "-a", "a.b", "../a", "a/b", "ä"] {
        assert_limit(&named("0a-b"), &named(bad), "chart-metadata", "is not usable");
    }
}

#[test]
fn a_report_shows_1000_findings_of_a_file_at_most_and_100_to_people() {
    let folder = folder(&[(
        "mine/values.schema.json",
        r#"{"type": "object", "properties": {"name": {}}, "additionalProperties": false}"#,
    )]);
    let shown = |format: &str, count: usize| {
        let text: String = (0..count).map(|i| format!("wrong{i}: 1\n")).collect();
        fs::write(folder.path().join("v.yaml"), text).expect("it can be written");
        let mut command = Command::new(env!("CARGO_BIN_EXE_chartgen"));
        command.current_dir(folder.path()).args(["validate", "--chart", "./mine", "v.yaml"]);
        let output = command.args(["--message-format", format]).output().expect("it starts");
        let text = String::from_utf8(output.stdout).expect("it is text");
        (text.matches("error[unknown-key]").count(), text.contains("1 more"))
    };
    for (format, limit) in [("short", 1000), ("human", 100)] {
        assert_eq!(shown(format, limit), (limit, false), "{format}");
        assert_eq!(shown(format, limit + 1), (limit, true), "{format}");
    }
}

#[test]
fn a_small_file_is_mended_to_its_end_and_a_large_one_in_two_rounds() {
    let folder = folder(&[(
        "mine/values.schema.json",
        r#"{"properties": {"l": {"items": {"items": {"enum": ["Exists", "Equal"]}}}}}"#,
    )]);
    let list = format!("[{}]", vec!["Exsts"; 50].join(", "));
    let path = folder.path().join("v.yaml");
    let left = |comment: usize| {
        let text = format!("#{}\nl: [{}]\n", "x".repeat(comment), vec![&*list; 70].join(", "));
        fs::write(&path, text).expect("it can be written");
        run(folder.path(), &["validate", "--fix", "--chart", "./mine", "v.yaml"]);
        let mended = fs::read_to_string(&path).expect("it is text");
        mended.matches("Exsts").count()
    };
    assert_eq!(left(0), 0);
    assert_eq!(left(MIB), 1500);
}
