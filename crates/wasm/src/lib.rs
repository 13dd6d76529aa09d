//! The service without a server, for a page that has the tables itself: from a request to an answer, in a browser.
//!
//! The module imports nothing. The page writes what it has to say into [`input`], and calls a function that reads it:
//! [`game`] and [`table`] say what tables exist, [`add`] brings one, and [`answer`] answers a request as the service does
//! (`docs/service.md`), to be read from [`output`]. If a table that is asked is not here yet, the answer is a problem that names
//! it in `table`: the page fetches it, adds it, and asks again.
//!
//! Nothing here is `unsafe` but the names that the page calls: they must be those of the source.
#![allow(unsafe_code)]

mod page;

use std::cell::RefCell;

use page::Page;

thread_local! {
    static PAGE: RefCell<Page> = RefCell::default();
}

/// Calls a method of the page's only value. A browser calls one function at a time.
fn with<T>(call: impl FnOnce(&mut Page) -> T) -> T {
    PAGE.with_borrow_mut(call)
}

/// Where the page writes the next `length` bytes that it has to say. Good until the next call.
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    with(|page| page.input(length).as_mut_ptr())
}

/// The input names the game of the tables. Forgets all tables. Whether there is such a game.
#[unsafe(no_mangle)]
pub extern "C" fn game() -> bool {
    with(|page| page.game().is_some())
}

/// The input names a table that exists, such as `KKvK.wdl`, and is not here yet. Whether it is a table's name.
#[unsafe(no_mangle)]
pub extern "C" fn table() -> bool {
    with(|page| page.table().is_some())
}

/// The input is a table's name, with that many bytes, and then the table. Whether it is a table's name; a damaged table is an
/// error when it is asked.
#[unsafe(no_mangle)]
pub extern "C" fn add(name: usize) -> bool {
    with(|page| page.add(name).is_some())
}

/// The input is a path with that many bytes, a query with that many, and the body. Answers the request: with a body it is a
/// POST. Returns the status.
#[unsafe(no_mangle)]
pub extern "C" fn answer(path: usize, query: usize) -> u16 {
    with(|page| page.answer(path, query))
}

/// Where the last answer is, in UTF-8. Good until the next call.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    with(|page| page.output.as_ptr())
}

/// How many bytes the last answer has.
#[unsafe(no_mangle)]
pub extern "C" fn output_length() -> usize {
    with(|page| page.output.len())
}

#[cfg(test)]
mod tests;
