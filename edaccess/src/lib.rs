//! The tables of bolshak behind the interface `EdAccess`, by which engines of the Kallisto family ask an endgame base.
//!
//! A program that runs engines loads this library, calls [`GetEGDB`] and hands the object to an engine, which calls its virtual
//! methods. `docs/guide-kallisto.md` is for those who use it.
//!
//! Nothing unwinds into C++: every method that does more than return a number runs in [`method::guard`].

#![allow(unsafe_code)] // C++ has no references.

mod base;
mod board;
mod class;
mod method;

use class::EdAccess;

/// Gives the object through which engines ask. It is the same for all callers, and never freed. Nothing happens if `object` is
/// null.
///
/// # Safety
/// `object` is null or leads to a pointer.
#[unsafe(no_mangle)]
#[allow(non_snake_case)] // Callers know it by this name.
pub unsafe extern "system" fn GetEGDB(object: *mut *const EdAccess) {
    if !object.is_null() {
        // SAFETY: the caller's promise.
        unsafe { object.write(&raw const class::OBJECT) };
    }
}
