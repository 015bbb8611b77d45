//! Where a tree of values holds texts, and the same tree with others.

use serde_json::{Map, Value as Json};

/// A text of the tree: a value, or a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The steps to it in the tree as it was; for a key, it is the last of them.
    pub at: Vec<String>,
    /// Whether it is a key.
    pub is_key: bool,
    /// What stands there.
    pub text: String,
}

/// The texts below `tree`, keys before their values. `chart` at the top is none.
pub fn places(tree: &Json) -> Vec<Place> {
    let mut found = Vec::new();
    walk(tree, &mut Vec::new(), &mut found);
    found
}

fn walk(tree: &Json, at: &mut Vec<String>, found: &mut Vec<Place>) {
    match tree {
        Json::Object(object) => {
            let is_top = at.is_empty();
            for (key, value) in object.iter().filter(|(key, _)| is_text(is_top, key)) {
                at.push(key.clone());
                found.push(Place { at: at.clone(), is_key: true, text: key.clone() });
                walk(value, at, found);
                at.pop();
            }
        }
        Json::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                at.push(index.to_string());
                walk(item, at, found);
                at.pop();
            }
        }
        Json::String(text) => {
            found.push(Place { at: at.clone(), is_key: false, text: text.clone() })
        }
        _ => {}
    }
}

fn is_text(is_top: bool, key: &str) -> bool {
    !is_top || key != "chart"
}

/// The tree with `texts` at its places in turn, and the steps to each place in it.
pub fn with(tree: &Json, texts: &[String]) -> (Json, Vec<Vec<String>>) {
    let mut builder = Builder { texts, paths: Vec::new(), at: Vec::new() };
    let built = builder.build(tree);
    (built, builder.paths)
}

struct Builder<'t> {
    texts: &'t [String],
    paths: Vec<Vec<String>>,
    at: Vec<String>,
}

impl Builder<'_> {
    fn build(&mut self, tree: &Json) -> Json {
        match tree {
            Json::Object(object) => Json::Object(self.object(object)),
            Json::Array(items) => {
                let items = items.iter().enumerate();
                Json::Array(
                    items.map(|(index, item)| self.below(index.to_string(), item)).collect(),
                )
            }
            Json::String(_) => {
                let text = self.texts[self.paths.len()].clone();
                self.paths.push(self.at.clone());
                Json::String(text)
            }
            other => other.clone(),
        }
    }

    fn object(&mut self, object: &Map<String, Json>) -> Map<String, Json> {
        let mut built = Map::new();
        for (key, value) in object {
            if !is_text(self.at.is_empty(), key) {
                built.insert(key.clone(), value.clone());
                continue;
            }
            let text = self.texts[self.paths.len()].clone();
            self.at.push(text.clone());
            self.paths.push(self.at.clone());
            self.at.pop();
            let value = self.below(text.clone(), value);
            built.insert(text, value);
        }
        built
    }

    fn below(&mut self, step: String, value: &Json) -> Json {
        self.at.push(step);
        let built = self.build(value);
        self.at.pop();
        built
    }
}
