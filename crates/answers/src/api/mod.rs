//! The service without a server: from a request to an answer, with no type of HTTP and no runtime.
//!
//! [`Api::answer`] is a function of the request and the tables alone. `bolshak serve` puts it behind a port; a page that has
//! the tables itself can call it directly. `docs/service.md` describes the addresses, and [`OPENAPI`] is their contract.
//!
//! ```
//! use bolshak::probe::Tablebase;
//! use bolshak_answers::api::{Api, Request};
//! let api = Api::new([Tablebase::built_in().into()]);
//! let reply = api.answer(&Request::get("/api/v1/probe", "fen=W:WKa1:BKh8"));
//! assert_eq!(reply.status, 200);
//! assert!(reply.body.contains(r#""category":"loss""#));
//! ```

mod endings;
mod explorer;
#[cfg(feature = "generate")]
mod passes;
mod probe;
mod reply;
mod request;
mod review;
mod service;
mod solve;
mod study;

pub use probe::{LONGEST_LINE, Lines};
pub use reply::{LINES, Problem, Reply, Unanswered, methods};
pub use request::Request;
pub use review::GAMES_BYTES;
pub use service::{Api, Cost, OPENAPI};
