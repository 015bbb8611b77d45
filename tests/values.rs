//! Layers and `--set` arguments through the front door: tables held against real Helm, and a
//! simple independent model on random trees.

#[path = "values/layers.rs"]
mod layers;
#[path = "values/model.rs"]
mod model;
#[path = "values/table.rs"]
mod table;
