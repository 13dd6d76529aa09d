//! Retrograde analysis of one ending: the exact value of each of its boards, from the values of the endings that its moves lead to.
//!
//! This page has the idea, the words, a drawing, the algorithm, an example and a reading order.
//!
//! # The idea
//!
//! A capture lowers the number of pieces. A promotion lowers the number of men. Any other move of a man advances it. None of
//! these can be undone, so the only cycles of a game are quiet moves of kings while all men stand still. Cut all boards
//! into *fibres*: a fibre has all placements of the kings over one placement of the men, with either side to move. Then
//!
//! - every move stays in its fibre, or leaves it for good;
//! - moves that stay are quiet moves of kings, and every other move zeroes the clock of the draw rule;
//! - fibres can be ordered so that each comes after all that it leads to: endings with fewer pieces or men first, and within an
//!   ending the most advanced men first. Fibres of the same total advancement do not lead to each other, so threads solve them
//!   side by side. Threads share each large fibre, one after the other.
//!
//! A fibre is solved in two steps. Its *exits* come first: the values of the moves that leave it, which are final. *Rounds*
//! follow, backwards over the moves that stay: round 0 finds the boards that are lost in 0 plies, round n those that are won or
//! lost in n. Inside a fibre a ply of the game is a ply of the clock. So the same rounds, begun with other boards, give the
//! distance to win and then the distance to a zeroing move under the draw rule.
//!
//! Most work handles 64 or 512 boards at once: a *mask* is part of a row of boards, and a king's move takes the masks of one
//! row to another row. Boards are handled one by one only where captures take kings, and where they enter a round.
//!
//! # The words
//!
//! | word | meaning |
//! |---|---|
//! | fibre | all placements of the kings over one placement of the men, with either side to move |
//! | half | a fibre with one side to move, the *mover*; the *enemy* is the other side |
//! | phase | all fibres of an ending with the same total advancement of the men |
//! | bundle | halves of several fibres with the same side to move, side by side, so that masks are full where one fibre is narrow |
//! | lane | the place of one fibre in a bundle |
//! | row | the boards of a bundle with one placement of the mover's kings |
//! | column | one placement of the enemy's kings in one lane: one bit of each row |
//! | mask | `W` words of one row: 64 boards, or 512 |
//! | stripe | the masks of the same columns, one of each row. The mover's king moves lead from row to row, never to another column, so they stay in their stripe |
//! | plane | one bit for each board of a stripe, row by row; *cell*: the number of a board's bit in it |
//! | block | the boards of one mask while their exits are found |
//! | turned | seen by the other side: rows become columns, and squares are numbered from the other end of the board |
//! | quiet move | a move that is not a capture; *advance*: a quiet move of a man; *jump*: a capture by a man |
//! | zeroing move | a capture or an advance, which zeroes the clock; in a fibre, a move that leaves it |
//! | exit | what the zeroing moves of a board come to |
//! | stuck | a board without a legal move: lost in 0 plies; in poddavki won |
//! | mobile | a board with a legal move but no capture |
//! | kings stuck | a mobile board on which no king can move |
//! | holds | an exit in which some zeroing move does not lose under the draw rule |
//! | due | a board that its exit decides in a given round |
//! | large | a fibre whose stripes are shared among all threads |
//! | publish | to enter what a round has decided into the rows of the other half |
//! | ready | a board that is lost as soon as every king's move loses: no zeroing move delays it |
//! | cornered | a mobile board on which every king's move loses |
//! | live | a mobile board that no round has decided yet |
//! | code | the byte of a distance ([`Dtw`](crate::value::Dtw), [`Dtz`](crate::value::Dtz)); the smaller the code of a board, the better for the side that moves to it |
//! | reached | the code of the board that a move leads to: the distance for the enemy, who moves there |
//! | class | the result under the draw rule at clock 0, in two bits: won, lost |
//! | theory | the result without a draw rule |
//! | far | a distance to win that no code holds; kept in a separate list |
//! | chunk | the values of one fibre: both halves, each with its codes and its classes; one half, if both sides have the same kings and no men |
//! | part | one half of several consecutive chunks, or of one large chunk: the unit of packing and unpacking |
//! | task | some chunks of a phase that one thread solves and packs |
//! | wave | the tasks that are solved before the room for unpacked parts is used up |
//! | value row | the values of a half of a chunk for one placement of the kings of the side that has *just moved*: one value for each placement of the kings of the side to move |
//!
//! # The squares
//!
//! Bit 0 of a set of squares is the viewer's a1, the last bit the far corner of the viewer's board: h8, on ten files j8. Turning
//! the board reverses the bits, and changes the viewer:
//!
//! | seen by | where |
//! |---|---|
//! | the first side of the ending | the men of a fibre (`FibreMen`), and with them the numbers of chunks |
//! | the side to move | stored values, in chunks and in `Known`; and every `Board` |
//! | the enemy of the mover | all of a half that is being solved: `Half`, `Bundle`, `Exits`, `RoundState` |
//!
//! The last two fit together: after a move the enemy is the side to move, so a half and the values that its moves lead to
//! have the same squares. What a half publishes and writes is turned.
//!
//! # The game
//!
//! A game is a type, [`Game`](crate::board::Game), whose constants are the squares and who has won without a move; all code
//! here is compiled for each game. This page has the numbers of eight files. On ten files a king has 40 squares, and one king's
//! placements take a whole word instead of half a word.
//!
//! # A row
//!
//! One row of the half of KKMvKM with the side of two kings to move: its kings are fixed, and there is a bit for each square of
//! the enemy's king. Sixteen fibres with different men lie side by side, 32 bits each, so that a row is one mask of 512.
//!
//! ```text
//!   mover's kings on c3 and f6 (one of 496 rows); squares as the enemy sees them
//!
//!   lane            one of sixteen             another                  14 more
//!   men             mover's h2, enemy's a3     mover's h2, enemy's e3   ...
//!   enemy's king    a1 c1 e1 g1 b2 d2 ... h8   a1 c1 e1 g1 b2 d2 ... h8
//!                  +--+--+--+--+--+--+---+--+ +--+--+--+--+--+--+---+--+ +---+
//!   plane captures |0 |0 |0 |0 |1 |1 |   |0 | |0 |0 |0 |0 |1 |1 |   |0 | |   |  a bit for each board
//!                  +--+--+--+--+--+--+---+--+ +--+--+--+--+--+--+---+--+ +---+
//!   codes          |..|..|..|FF|..|..|   |..| |..|..|..|FF|..|..|   |..| |   |  a byte for each board
//!                  +--+--+--+--+--+--+---+--+ +--+--+--+--+--+--+---+--+ +---+
//!                   bit 0 ............... 31   32 .................. 63
//!
//!   captures: the king on c3 takes one on b2 or d2; a king on the edge cannot be taken
//!   codes: what zeroing moves come to; FF where there are none: a king on g1 blocks the man on h2
//!   the king on c3 goes to d2: the row of d2 and f6, and the same columns but those in which d2 is occupied
//! ```
//!
//! With the other side to move there are 32 rows, one for each square of its king, and 496 columns in each lane, padded to
//! 512: a mask is 512 boards of one fibre. Where three kings or more play against one, the rows of their half have one
//! word, with one fibre or two. `exits/block.rs` has a table of all shapes.
//!
//! # The algorithm
//!
//! ```text
//! solve(ending):                                        ending.rs
//!     for each phase, most advanced men first:
//!         in parallel, for each task of the phase:      task.rs
//!             for each bundle of its fibres:
//!                 two_sided, one_sided or men_alone     fibre/mod.rs, by who has kings
//!             or large fibres one by one, their stripes in parallel
//!             pack the parts and append them            storage/ending_file.rs
//!         where memory is short: drop the parts unpacked but unused for longest, and go on
//!         the phase is finished: note it in the file
//!
//! two_sided(bundle):                                    fibre/two_sided.rs
//!     for each half, for each stripe:                   exits/
//!         fill exits: for the block of each row
//!             captures by men and by kings, and where they lead
//!             advances, on boards without a capture
//!             keep the least code, and whether a move wins or does not lose under the draw rule
//!     run rounds for the distance to win                rounds/
//!     run rounds for the distance to a zeroing move
//!     mark pending captures among the codes             rounds/mod.rs
//!     copy the classes from the other half's planes     fibre/two_sided.rs
//!
//! rounds:                                               rounds/mod.rs
//!     for n = 0, 1, 2, ... until nothing is new and no exit is due:
//!         for each half, for each stripe:
//!             losses: take kings back from the enemy's new wins; a board reached is cornered if every
//!                     king's move leads to a win of the enemy; cornered and ready is lost
//!             wins:   take kings back from the enemy's new losses; a live board reached is won
//!             enter the boards that exits decide in round n
//!         for each half:
//!             publish what round n has decided: turn it into the rows of the other half, where it is
//!             new in round n + 1; write the code of n
//!
//! in large fibres, threads share
//!     exits, losses and wins                            by the stripes of both halves
//!     publishing                                        by the stripes of the half that receives
//!     writing the code, once all is published           by value rows
//! ```
//!
//! Exits enter rounds at their own distance. A board whose exit wins in n is won in round n, unless a king's move has won it
//! before. A board whose exit loses in n becomes ready in round n, no sooner, and is lost then or as soon as it is cornered. A
//! board whose exit draws never becomes ready. So distances are exact.
//!
//! If both sides have the same kings and no men, the two halves are the same: only one is solved, and it publishes to itself.
//!
//! In poddavki a stuck board is won, so even rounds find wins and odd rounds losses; nothing else changes.
//!
//! The second run is for the draw rule. Round 0 has the stuck boards. In round 1, a board is won if a zeroing move wins, and
//! lost if it has only zeroing moves, and all of them lose. Later rounds have kings' moves only. The run ends at the length of
//! the draw rule: what is not decided by then is a draw.
//!
//! # An example: KKMvKM
//!
//! - *Inputs.* When KKM moves, it becomes KKM or KKK against KM, K or M. When KM moves, it becomes KM or KK against KKM, KM,
//!   KK, K or M. These are 13 endings besides KKMvKM itself. `Known` holds them
//!   ([`Ending::successors`](crate::index::Ending::successors)), and the finished phases of KKMvKM.
//! - *Fibres.* Each man can stand on 28 squares, not both on the same: 760 placements, 760 chunks. They fall into 13 phases:
//!   the first has both men one step before promotion, where every advance leads to KKKvKM or KKMvKK; the last both at home.
//! - *Bundles.* Two kings against one: sixteen fibres side by side. With the two kings to move there are 496 rows of 16 lanes
//!   of 32 columns, one stripe; with the one king to move, 32 rows of 16 lanes of 512 columns, a stripe for each lane.
//! - *Exits.* Take the row of the kings on c3 and f6. Its block asks, with masks: where can a man or a king capture, where does
//!   the piece land, and on which of these boards does the capture go on? All boards with the same captured pieces are followed
//!   together. In this half the enemy has two pieces, so a second capture wins. Boards without captures try the man's advances:
//!   each leads to one value row of an earlier phase or ending, and its codes are kept where they are lower.
//! - *Rounds.* Round 0: boards without a move. Round 1: boards with a move after which the enemy has none. Round 2: boards
//!   on which every move leads to a win of the enemy in 1. Each round also enters the boards that their exits decide in it. What
//!   one half decides goes to the other half, until nothing is new. What is left is drawn.
//! - *Values.* With the two kings to move, a chunk has 32 value rows of 512 codes: one row for each square of the enemy's
//!   king, which has just moved. With the one king to move, it has 496 value rows of 32 codes. Each code comes with two bits
//!   of class. That makes 40,320 bytes, in two parts. The codes of distances to a zeroing move are in a second file.
//!
//! Boards with a capture pending are solved too, since kings' moves lead to them, but tables do not store them.
//!
//! # Reading order
//!
//! First read `index/king_sets.rs` (sets of kings and their numbers), `index/men.rs` (phases), `value/code.rs` (codes),
//! `rules/step.rs` (rays and directions) and `wide.rs` (functions compiled twice). Then `ending.rs`, `task.rs` and
//! `threads.rs`: how the work is shared; `storage/`: where values lie; `../bulk/`: masks and parts in memory; `bundle/`: which
//! boards are solved together; `exits/`: mainly `block.rs`, and `walk.rs`, which follows all captures; `rounds/`; `fibre/`,
//! which starts them; and `table_order.rs` and `stats.rs`: a solved ending in table order. Each file begins with its content.

mod bundle;
mod ending;
mod exits;
mod fibre;
mod rounds;
mod stats;
mod storage;
mod table_order;
mod task;
#[cfg(test)]
mod testing;
mod threads;
mod unpacked;

pub use crate::bulk::Room;
pub use ending::{Event, solve, unpacked_bytes};
pub use fibre::{are_large, scratch_bytes};
pub use stats::SideStats;
pub(crate) use storage::coding::LONGEST;
pub use storage::coding::{Coding, PENDING};
pub use storage::ending_file::EndingFile;
pub use storage::layout::{Kind, Layout};
pub use storage::{FileDamage, FileError, unfinished_path, zeroing_path};
pub use table_order::{Codes, EntryOrder, read};
pub use task::SolveError;
pub use unpacked::Unpacked;
