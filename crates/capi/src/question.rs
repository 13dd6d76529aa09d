//! What callers' pointers lead to, and the arguments that all questions to tables begin with.

use std::ffi::{CStr, c_char};
use std::{mem, ptr, slice};

use tables::probe::{AnyTablebase, Clock};
use tables::rules::DrawRule;

use crate::failure::Failure;
use crate::position::Position;
use crate::tablebase::Handle;

/// What a pointer leads to.
///
/// # Safety
/// It is null or leads to a `T` that stays unchanged for `'a`.
pub unsafe fn given<'a, T>(pointer: *const T, name: &'static str) -> Result<&'a T, Failure> {
    // SAFETY: the caller's promise.
    unsafe { pointer.as_ref() }.ok_or(Failure::Null(name))
}

/// The text that a pointer leads to.
///
/// # Safety
/// It is null or leads to a text with a 0 at its end that stays unchanged for `'a`.
pub unsafe fn text<'a>(pointer: *const c_char, name: &'static str) -> Result<&'a CStr, Failure> {
    if pointer.is_null() {
        return Err(Failure::Null(name));
    }
    // SAFETY: it is not null, and the rest is the caller's promise.
    Ok(unsafe { CStr::from_ptr(pointer) })
}

/// The most bytes of a structure of any version of this interface that begins with its size: more are not a size.
const MOST_BYTES: usize = 4096;

/// A structure that begins with its size, which later versions may lengthen. A caller's may be as long as `first`, its first
/// version, or as this one; a longer one must have 0 behind it. What a shorter one lacks is 0, and all is if there is none.
///
/// # Safety
/// The pointer is null, or leads to a `size_t` and, if that is at most [`MOST_BYTES`], to as many bytes with it. Any bytes are
/// a `T`.
pub unsafe fn sized<T: Copy>(given: *const T, name: &'static str, first: usize) -> Result<T, Failure> {
    // SAFETY: any bytes are a `T`: the caller's promise.
    let mut read: T = unsafe { mem::zeroed() };
    if given.is_null() {
        return Ok(read);
    }
    // SAFETY: the caller promises a size there.
    let size = unsafe { given.cast::<usize>().read() };
    let known = size_of::<T>();
    if size != first && !(known..=MOST_BYTES).contains(&size) {
        return Err(Failure::Size { name, size });
    }
    // SAFETY: the caller promises `size` bytes.
    let bytes = unsafe { slice::from_raw_parts(given.cast::<u8>(), size) };
    let (asked, newer) = bytes.split_at(size.min(known));
    // SAFETY: `asked` is no longer than a `T`, and any bytes are one: the caller's promise.
    unsafe { ptr::copy_nonoverlapping(asked.as_ptr(), (&raw mut read).cast(), asked.len()) };
    if newer.iter().all(|&byte| byte == 0) { Ok(read) } else { Err(Failure::New { name, known }) }
}

/// A variable of the caller that an answer goes to.
pub struct Out<T>(*mut T);

impl<T> Out<T> {
    /// The variable.
    ///
    /// # Safety
    /// The pointer is null, or a `T` can be written to where it leads as long as the `Out` lives.
    pub unsafe fn new(pointer: *mut T, name: &'static str) -> Result<Out<T>, Failure> {
        if pointer.is_null() { Err(Failure::Null(name)) } else { Ok(Out(pointer)) }
    }

    /// Writes to it.
    pub fn put(&self, value: T) {
        // SAFETY: `new` found it not null, and its caller promised the rest.
        unsafe { self.0.write(value) }
    }
}

/// A buffer of the caller.
pub struct Buffer<T> {
    start: *mut T,
    pub capacity: usize,
}

impl<T: Copy> Buffer<T> {
    /// The buffer; it may be null if its capacity is 0.
    ///
    /// # Safety
    /// `start` is null, or `capacity` of `T` can be written from there on as long as the `Buffer` lives.
    pub unsafe fn new(start: *mut T, capacity: usize, name: &'static str) -> Result<Buffer<T>, Failure> {
        if start.is_null() && capacity > 0 { Err(Failure::Null(name)) } else { Ok(Buffer { start, capacity }) }
    }

    /// Whether a number of values fits.
    pub fn check(&self, needed: usize) -> Result<(), Failure> {
        let capacity = self.capacity;
        if needed > capacity { Err(Failure::Small { capacity, needed }) } else { Ok(()) }
    }

    /// Writes values to its beginning, or nothing if they do not all fit.
    pub fn put(&self, values: &[T]) -> Result<(), Failure> {
        self.check(values.len())?;
        let start = self.start;
        if !values.is_empty() {
            // SAFETY: `start` is not null, since there is room, which `new` was promised; a buffer to be written to does
            // not overlap with values of this library.
            unsafe { start.copy_from_nonoverlapping(values.as_ptr(), values.len()) };
        }
        Ok(())
    }
}

/// The tables that are asked, the position, to be read in their game, and the clock under a draw rule.
pub struct Question<'a> {
    pub tables: &'a AnyTablebase,
    pub position: Position,
    pub clock: Clock,
}

impl<'a> Question<'a> {
    /// Checks the arguments but the position.
    ///
    /// # Safety
    /// `tablebase` is null or stays open for `'a`. `position` is null or leads to a `Position`.
    pub unsafe fn new(
        tablebase: *const Handle,
        position: *const Position,
        plies: u32,
        rule: i32,
    ) -> Result<Question<'a>, Failure> {
        // SAFETY: the caller's promise.
        let (handle, position) = unsafe { (given(tablebase, "tablebase")?, *given(position, "position")?) };
        let clock = Clock::new(plies.into()).under(draw_rule(rule)?);
        Ok(Question { tables: &handle.0, position, clock })
    }
}

fn draw_rule(rule: i32) -> Result<DrawRule, Failure> {
    match rule {
        0 => Ok(DrawRule::FifteenMoves),
        1 => Ok(DrawRule::ThreeKings),
        2 => Ok(DrawRule::None),
        value => Err(Failure::Argument { what: "rule; expected a bolshak_rule", value }),
    }
}
