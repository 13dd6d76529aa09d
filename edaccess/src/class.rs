//! The class `EdAccess` as compilers of C++ lay it out: an object begins with a pointer to a list of its virtual methods.

use std::ffi::c_char;

use crate::board::{Lists, Squares};
use crate::method;

/// An object of the class. It has no fields of its own.
#[repr(C)]
pub struct EdAccess {
    methods: &'static Methods,
}

/// The only object.
pub static OBJECT: EdAccess = EdAccess { methods: &METHODS };

type Object = *const EdAccess;

/// The methods, in the order of the class. All are `__stdcall` on Windows: the object is the first argument.
#[cfg(not(windows))]
#[repr(C)]
struct Methods {
    load: unsafe extern "system" fn(Object, *const c_char) -> u32,
    base_type: extern "system" fn(Object) -> *const c_char,
    result_of_squares: unsafe extern "system" fn(Object, *const Squares, u32) -> i32,
    result_of_lists: extern "system" fn(Object, *const Lists, u32) -> i32,
    table: extern "system" fn(Object, u32, u32, u32, u32) -> u32,
    table_of_rank: extern "system" fn(Object, u32, u32, u32, u32, u32) -> u32,
    is_table_in_memory: extern "system" fn(Object, u32) -> u32,
    index_of_squares: extern "system" fn(Object, *const Squares) -> u64,
    index_of_lists: extern "system" fn(Object, *const Lists) -> u64,
    result_of_index: extern "system" fn(Object, u32, u64, u32) -> i32,
}

/// The same as Microsoft's compiler orders them, which all engines for Windows expect: methods of one name stand together where
/// the first of them is declared, the last one first.
#[cfg(windows)]
#[repr(C)]
struct Methods {
    load: unsafe extern "system" fn(Object, *const c_char) -> u32,
    base_type: extern "system" fn(Object) -> *const c_char,
    result_of_index: extern "system" fn(Object, u32, u64, u32) -> i32,
    result_of_lists: extern "system" fn(Object, *const Lists, u32) -> i32,
    result_of_squares: unsafe extern "system" fn(Object, *const Squares, u32) -> i32,
    table_of_rank: extern "system" fn(Object, u32, u32, u32, u32, u32) -> u32,
    table: extern "system" fn(Object, u32, u32, u32, u32) -> u32,
    is_table_in_memory: extern "system" fn(Object, u32) -> u32,
    index_of_lists: extern "system" fn(Object, *const Lists) -> u64,
    index_of_squares: extern "system" fn(Object, *const Squares) -> u64,
}

static METHODS: Methods = Methods {
    load: method::load,
    base_type: method::base_type,
    result_of_squares: method::result_of_squares,
    result_of_lists: method::result_of_lists,
    table: method::table,
    table_of_rank: method::table_of_rank,
    is_table_in_memory: method::is_table_in_memory,
    index_of_squares: method::index_of_squares,
    index_of_lists: method::index_of_lists,
    result_of_index: method::result_of_index,
};
