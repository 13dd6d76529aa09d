//! All tests of the library and the program from outside. They are one program, so that what they share is made once.

mod common;
mod oracle;

mod checksums;
mod cli;
mod clock;
mod definitions;
mod documents;
mod draughts80;
mod endings;
mod examples;
mod export;
mod export_ed;
mod find;
mod four_pieces;
mod games;
mod hub;
mod killed;
mod lang;
mod layers;
mod limits;
mod missing;
mod open_tables;
mod paper;
mod pipe;
mod plan;
mod play;
mod poddavki;
mod portable;
mod probe_wdl;
mod properties;
mod readme;
mod report;
mod resume;
mod review;
mod rules;
#[cfg(feature = "serve")]
mod serve;
mod site;
mod systems;
mod tables;
mod three_kings;
mod twice;
mod unpack;
mod verify;
mod verify_without_dtw;
