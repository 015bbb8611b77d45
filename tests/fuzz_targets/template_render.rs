//! Values and perhaps a template. Through templates of every form, hostile values come out as the
//! very same data, for chartgen's reader and for libyaml; any other template renders or is refused
//! with a word.

use chartgen::chart::Chart;
use chartgen::diagnostic::Diagnostics;
use chartgen::render::{Release, Rendered, Renderer, Tracer, facts};
use chartgen::source::{SourceKind, SourceMap};
use chartgen::yaml::{self, Mapping, Node, Style, Value};

use super::common::{self, Tree};
use super::libyaml;

/// Every form in which a value `v` can stand, with its key in the result.
const SCALARS: &str = r#"
plain: {{ values.v }}
joined: {{ "a" ~ values.v ~ "z" }}
nested:
  - {{ values.v }}
  - x: {{ values.v }}
flow: [{{ values.v }}, {a: {{ values.v }}}]
{% if values.v %}yes: 1{% endif %}
each:
{%- for item in [values.v, values.v] %}
  - {{ item }}
{%- endfor %}
end: true
"#;

const TREES: &str = r#"
flow: {{ values.v | yaml }}
block:
  {{ values.v | yaml(indent=2) }}
items:
  - {{ values.v | yaml(indent=4) }}
json: {{ values.v | json }}
pretty: {{ values.v | json(pretty=true) }}
end: true
"#;

pub fn run(data: &[u8]) {
    let Some([values, template]) = common::texts(data) else { return };
    let mut sources = SourceMap::new();
    let Some(node) = common::document(&mut sources, SourceKind::Values, values) else { return };
    let values = below_v(node.clone());
    match &node.value {
        Value::Null => {}
        Value::Mapping(_) | Value::Sequence(_) => trees(&values, &Tree::of(&node), &mut sources),
        _ => {
            scalars(&values, &Tree::of(&node), &mut sources);
            trees(&values, &Tree::of(&node), &mut sources);
        }
    }
    if !template.is_empty() {
        any(template, &node, &mut sources);
        any(template, &values, &mut sources);
    }
}

fn below_v(value: Node) -> Node {
    let (span, mut mapping) = (value.span, Mapping::new());
    mapping.insert(yaml::Entry { key: "v".into(), key_span: span, value });
    Node { value: Value::Mapping(mapping), span, style: Style::Block }
}

fn scalars(values: &Node, value: &Tree, sources: &mut SourceMap) {
    let result = rendered(SCALARS, values, sources);
    let joined = match value {
        Tree::Text(text) | Tree::Number(text) => format!("a{text}z"),
        Tree::Bool(value) => format!("a{value}z"),
        _ => return,
    };
    let map = |key: &str, value: &Tree| Tree::Map(vec![(key.into(), value.clone())]);
    let twice = Tree::List(vec![value.clone(), value.clone()]);
    let truthy = result.get("yes").is_some();
    let mut expected = vec![
        ("plain".to_string(), value.clone()),
        ("joined".to_string(), Tree::Text(joined)),
        ("nested".to_string(), Tree::List(vec![value.clone(), map("x", value)])),
        ("flow".to_string(), Tree::List(vec![value.clone(), map("a", value)])),
    ];
    expected.extend(truthy.then(|| ("yes".to_string(), Tree::Number("1".into()))));
    expected.push(("each".to_string(), twice));
    expected.push(("end".to_string(), Tree::Bool(true)));
    assert!(same(&result, &Tree::Map(expected)), "{value:?} became {result:?}");
}

fn trees(values: &Node, value: &Tree, sources: &mut SourceMap) {
    let result = rendered(TREES, values, sources);
    let present = present(value);
    let below = |key: &str| result.get(key).unwrap_or_else(|| panic!("no {key}: {result:?}"));
    for key in ["flow", "block"] {
        assert!(same(below(key), &present), "{key}: {present:?} became {:?}", below(key));
    }
    assert!(same(below("items"), &Tree::List(vec![present.clone()])), "{:?}", below("items"));
    for key in ["json", "pretty"] {
        let Tree::Text(json) = below(key) else { panic!("{key} is {:?}", below(key)) };
        serde_json::from_str::<serde_json::Value>(json).unwrap_or_else(|e| panic!("{json}: {e}"));
        if present.has_long_key() {
            continue;
        }
        let read = common::document(&mut SourceMap::new(), SourceKind::Values, json);
        let read = read.map(|node| Tree::of(&node));
        assert!(read.as_ref().is_some_and(|read| same(read, &present)), "{key}: {json}");
    }
    assert_eq!(below("end"), &Tree::Bool(true));
    let Tree::Map(entries) = &result else { panic!("{result:?}") };
    assert_eq!(entries.len(), 6, "{result:?}");
}

/// A tree without what counts as absent: nulls in mappings and mappings of nothing but such.
fn present(tree: &Tree) -> Tree {
    match tree {
        Tree::Map(entries) => {
            let kept = entries.iter().filter(|(_, value)| !is_absent(value));
            Tree::Map(kept.map(|(key, value)| (key.clone(), present(value))).collect())
        }
        Tree::List(items) => Tree::List(items.iter().map(present).collect()),
        other => other.clone(),
    }
}

fn is_absent(tree: &Tree) -> bool {
    match tree {
        Tree::Map(entries) => {
            !entries.is_empty() && entries.iter().all(|(_, value)| is_absent(value))
        }
        Tree::Null => true,
        _ => false,
    }
}

/// Whether the data is the same; numbers by their value.
fn same(left: &Tree, right: &Tree) -> bool {
    match (left, right) {
        (Tree::Number(left), Tree::Number(right)) => {
            let number = |text: &str| yaml::Number::parse(text).map(|number| number.as_f64());
            number(left).map(f64::to_bits) == number(right).map(f64::to_bits)
        }
        // JSON has no such numbers.
        (Tree::Text(left), Tree::Number(right)) => {
            left == right && yaml::Number::parse(right).is_some_and(|number| !number.is_finite())
        }
        (Tree::List(left), Tree::List(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(l, r)| same(l, r))
        }
        (Tree::Map(left), Tree::Map(right)) => {
            left.len() == right.len()
                && left.iter().zip(right).all(|(l, r)| l.0 == r.0 && same(&l.1, &r.1))
        }
        (left, right) => left == right,
    }
}

/// What a template of our own makes of values of `sources`, read by both readers.
fn rendered(template: &str, values: &Node, sources: &mut SourceMap) -> Tree {
    let mut diagnostics = Diagnostics::new();
    let chart = with_notes(common::chart(template, sources));
    let renderer = Renderer::compile(&chart, sources, &mut diagnostics).expect("it compiles");
    let release = Release::default();
    let files = renderer.render(values, None, &release, sources, &mut diagnostics);
    let Some(files) = files else { panic!("{:?}", diagnostics.take_sorted()) };
    let text = sources.text(files[0].file).to_string();
    let read = common::document(sources, SourceKind::Rendered, &text);
    let read = Tree::of(&read.unwrap_or_else(|| panic!("cannot be read: {text}")));
    let other = libyaml::read(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(other, std::slice::from_ref(&read), "libyaml reads otherwise: {text}");
    read
}

/// Any template: compiled, rendered, traced.
fn any(template: &str, values: &Node, sources: &mut SourceMap) {
    let chart = with_notes(common::chart(template, sources));
    let mut diagnostics = Diagnostics::new();
    if let Some(renderer) = Renderer::compile(&chart, sources, &mut diagnostics) {
        let release = Release { name: Some("r".into()), ..Release::default() };
        let files = renderer.render(values, None, &release, sources, &mut diagnostics);
        assert!(files.is_some() || diagnostics.has_errors(), "nothing came out without a word");
        let notes = renderer.notes(values, None, &release, sources, &mut diagnostics);
        drop(notes);
        if let Some(files) = files {
            traced(&chart, &files, values, &release, sources);
        }
    } else {
        assert!(diagnostics.has_errors(), "refused without a word");
    }
    let _ = facts(&chart, sources);
    common::check_findings(sources, diagnostics);
}

fn traced(
    chart: &Chart,
    files: &[Rendered],
    values: &Node,
    release: &Release,
    sources: &SourceMap,
) {
    let tracer = Tracer::new(chart);
    for file in files {
        let _ = tracer.trace(file, values, None, release, sources);
    }
}

/// The chart with its template for notes as well.
fn with_notes(chart: Chart) -> Chart {
    Chart { notes: chart.templates.first().map(|template| template.file), ..chart }
}
