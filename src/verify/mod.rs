//! Whether finished tables are right, whole, and the published ones.
//!
//! # The idea
//!
//! A table is not proved by solving again, but entry by entry: the stored value of each position must follow, by the
//! definitions, from the stored values of the positions after its moves. One pass is enough, in any order, however the values
//! were made. That every entry follows from others proves them all:
//!
//! - a distance falls by one with each ply, so a claimed win is played to its end, and a claimed loss has only moves to wins;
//! - a claimed draw has a move to another draw, and none to a loss: a side that keeps to such moves never loses;
//! - a distance to a zeroing move falls with each king's move, and is no longer than the draw rule.
//!
//! Only one value has no falling distance: a result in theory that the draw rule changes, if no table of distances to win is
//! proved with the rest. Such entries could follow from each other in a *circle*. They are proved in rounds, from proved
//! results.
//!
//! Tables do not store positions with a capture pending. Their values are made from those after their captures before the
//! others are compared. Tables of distances omit one side to move. Its distances are made from those after its moves, with the
//! results that tables have; then those of the other side are compared with them.
//!
//! # What is proved, and what is only checked
//!
//! | function | what it reads | what it shows |
//! |---|---|---|
//! | [`prove`], [`prove_within`] | all entries, in rows (`fast/`) | every value, and all statements of headers |
//! | [`prove_plainly`] | all entries, one by one, with the plain move generator (`plain/`) | the same, independent of `fast/` |
//! | [`sample()`] | entries at random, through the probe (`sample/mod.rs`) | these values; headers as far as these values show |
//! | [`sample_runs`] | runs of neighbouring entries at random (`sample/mod.rs`) | the same, many times faster |
//! | [`check()`] | all bytes, no values (`check.rs`) | that a table is whole, and the published one |
//!
//! [`Entries`] (`whole.rs`) gives all entries of endings, with the distances that tables omit, made as the proof makes them.
//!
//! A proof of an ending takes the endings that its moves lead to as they are stored: to prove a table, prove all that it rests
//! on. The proof shares no code with the solver (`src/retrograde`) but `src/bulk`, which has no rules of the game.
//!
//! A table has a digest of its content in its header, defined in `docs/format.md`, the same at every level of compression.
//! [`check()`] computes it again, and compares it with the header's and with the published one ([`Checksums`]). The digest does
//! not cover the statistics in the header. [`Statistics`] has the published ones; a proof compares them with all entries. A
//! false statement of a header is a [`HeaderFault`].
//!
//! # The words
//!
//! | word | meaning |
//! |---|---|
//! | outcome, code | a value of a position as a result with its plies, or as bytes (`value/`); the smaller the code after a move, the better the move |
//! | far | a distance to win that no code holds; such an entry is probed separately |
//! | pending | a capture that the side to move must make |
//! | exception | an entry that the draw rule changes: won or lost in theory, drawn under the rule |
//! | grounded | an exception that rests on proved results; the others rest on circles |
//! | totals | counts and longest distances of some entries, as in headers |
//! | half, cell, row | in `fast/`: boards with the same men and side to move; one of them; those with the same kings of one side |
//! | record | the file of endings that earlier runs have proved, with digests of the files they rest on |
//!
//! # The algorithm
//!
//! ```text
//! prove(endings):                                           proof.rs
//!     skip the endings of the record whose files, and those they rest on, have the same bytes    record.rs
//!     for each ending, after all that its moves lead to:    reading_order in record.rs
//!         read its entries                                  fast/stored.rs or plain/known.rs
//!         complete those with a capture pending
//!         compare the others with what their moves lead to  fast/rows.rs, lone.rs, men_alone.rs or plain/mod.rs
//!         find contradictory distances and circles; without men, boards whose reflection differs
//!         compare the headers with the totals, and their digests with the content    headers.rs
//!         note it in the record
//!         keep its values while later endings need them
//! ```
//!
//! The first wrong entry ends the proof. It is probed again, and shown with the values after its moves ([`Mismatch`]).
//!
//! # Reading order
//!
//! `context.rs`, `value.rs` and `codes.rs` (the definitions, as outcomes and in codes), `error.rs`, `headers.rs`, `record.rs`,
//! `proof.rs`; then `plain/` before `fast/`, whose `mod.rs` has an order of its own; last `sample/`, `published.rs` and `check.rs`.

mod check;
mod codes;
mod context;
mod entry_block;
mod error;
mod fast;
mod headers;
mod plain;
mod proof;
mod published;
mod record;
mod sample;
mod value;
mod whole;

pub use check::{CheckError, Checked, Finding, Published, check};
pub use context::{Event, Resources, Verified, with_dtw};
pub use entry_block::EntryBlock;
pub use error::{HeaderFault, Mismatch, RecordError, VerifyError};
pub use proof::{prove, prove_plainly, prove_within};
pub use published::{Checksums, ListError, ListedLongest, ListedStats, Statistics};
pub use record::Record;
pub use sample::{Runs, sample, sample_runs};
pub use value::{Successor, Value};
pub use whole::Entries;
