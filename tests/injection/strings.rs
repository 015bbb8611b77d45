//! Strings that break naive templates, writers and readers.

use proptest::collection::vec;
use proptest::prelude::{Strategy, any, prop_oneof};
use proptest::sample::select;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// How many strings are made at random.
const RANDOM: usize = 48;

/// What means something to a reader of YAML.
const YAML: &[&str] = &[
    "\"",
    "'",
    "\\",
    "''",
    "\"\"",
    "'\"`",
    "a\nb: c",
    "\n---\nkind: Pod",
    "--- x",
    "\n...\n",
    "%YAML 1.1",
    "x: y",
    ": x",
    "x:",
    "? x",
    "- x",
    "- - x",
    "# x",
    "x # y",
    "[a, b]",
    "{a: b}",
    "]",
    ",",
    "&a",
    "*a",
    "<<",
    "!!str x",
    "!include /etc/passwd",
    "|",
    ">-",
    "a: |\n b",
    "%",
    "@x",
    "`",
    "~",
    "null",
    "true",
    "no",
    "On",
    "0o17",
    "0x1f",
    "017",
    "1_000",
    "2e-5",
    "1:30",
    ".inf",
    ".NaN",
    "=",
    "2001-12-14",
];

/// What means something to Tera, to Go's templates, to a shell, to JSON.
const TEMPLATES: &[&str] = &[
    "{{ x }}",
    "{{ values.secret }}",
    "{% raw %}",
    "{% endif %}",
    "{# x #}",
    "}}",
    "%}",
    "{{",
    "{{ .Values.x }}",
    "{{- end }}",
    "{{ include \"x\" . }}",
    "{{ tpl \"{{ fail 1 }}\" . }}",
    "{{/* x */}}",
    "{{`x`}}",
    "`}}",
    "{{ printf \"%s\" `a` }}",
    "$(HOME)",
    "$x",
    "`id`",
    "'; id #",
    "\", \"a\": \"b",
    "\\\"",
    "\\u0041",
    "\\ud800",
    "\\udc00\\ud800",
    "\\x41\\n",
    "\\N\\_\\L\\P",
];

/// Characters that writers and readers treat apart.
const CHARACTERS: &[&str] = &[
    "\n",
    "\r",
    "\r\n",
    "a\n\n\nb\n\n",
    "\n  a\n b\n",
    "  a\n b",
    "trailing\n",
    "trailing ",
    " leading",
    "\t",
    "\ta\n\tb",
    "a \nb",
    "\u{0}",
    "\u{7}",
    "\u{8}",
    "\u{b}\u{c}",
    "\u{1b}[31m",
    "\u{1b}]0;x\u{7}",
    "\u{7f}",
    "\u{80}",
    "x\u{85}y",
    "\u{9b}31m",
    "\u{a0}x",
    "x\u{2028}y",
    "x\u{2029}- y",
    "\u{feff}x",
    "x\u{feff}",
    "\u{200b}",
    "\u{202e}x\u{202c}",
    "\u{2066}x\u{2069}",
    "\u{fffd}",
    "\u{fffe}",
    "\u{ffff}",
    "\u{d7ff}\u{e000}",
    "\u{10ffff}",
    "\u{e0041}",
    "🤖",
    "e\u{301}",
    "ﬁ",
    "İ",
];

/// All of them, those made at random, and one that is almost longer than a key of YAML may be.
pub fn all() -> Vec<String> {
    let fixed = [YAML, TEMPLATES, CHARACTERS].into_iter().flatten();
    let mut strings: Vec<String> = fixed.map(|text| (*text).to_string()).collect();
    strings.push("long: ".repeat(160));
    strings.extend(random());
    strings
}

fn random() -> Vec<String> {
    let config = Config { failure_persistence: None, ..Config::default() };
    let seed = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(config, seed);
    let special: Vec<char> = [YAML, TEMPLATES, CHARACTERS].concat().concat().chars().collect();
    let one = prop_oneof![select(special), any::<char>(), proptest::char::range(' ', '~')];
    let text = vec(one, 1..24).prop_map(|letters| letters.into_iter().collect::<String>());
    (0..RANDOM)
        .map(|_| text.new_tree(&mut runner).expect("the strategy gives texts").current())
        .collect()
}
