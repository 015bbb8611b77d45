//! Turns a chart's templates and the merged values into text in which every value stands as a safe
//! scalar of its own type. It does not know what Kubernetes makes of the text, and it is the only
//! module that names the template engine.

mod compile;
mod concat;
mod emit;
mod explain;
mod facts;
mod fault;
mod filters;
mod locals;
mod names;
mod near;
mod numbers;
mod placing;
mod quote;
mod release;
mod rewrite;
mod run;
mod scope;
mod session;
mod token;
mod trace;
mod unclosed;
mod walk;
mod words;

pub use compile::Renderer;
pub use facts::{Guard, How, TemplateFacts, Use, facts};
pub use placing::{Misplaced, Why};
pub use quote::shell_word;
pub use release::Release;
pub use run::Rendered;
pub use trace::{Origin, Segment, Trace, Tracer};
