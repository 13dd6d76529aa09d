//! The C interface of bolshak. `bolshak.h`, made from this source, is its reference.
//!
//! Nothing unwinds into C: every function that can fail runs in [`failure::guard`]. Nothing that comes from C is taken for
//! a Rust enum: such numbers arrive as `i32` and are looked up.

#![allow(unsafe_code)] // C has no references.
#![allow(clippy::enum_variant_names)] // C has no namespaces.

pub mod failure;
pub mod moves;
pub mod position;
pub mod probe;
pub mod rank;
pub mod solve;
pub mod tablebase;
