//! A request.

use crate::lang::Lang;

use super::query::lang;

/// What is asked, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Request<'a> {
    /// `GET`, `HEAD` or `POST`.
    pub method: &'a str,
    /// The path, such as `/api/v1/probe`.
    pub path: &'a str,
    /// What stands behind the question mark, still encoded.
    pub query: &'a str,
    /// The body.
    pub body: &'a [u8],
}

impl<'a> Request<'a> {
    /// A request that reads.
    pub const fn get(path: &'a str, query: &'a str) -> Request<'a> {
        Request { method: "GET", path, query, body: &[] }
    }

    /// Whether it only reads.
    pub fn is_read(&self) -> bool {
        matches!(self.method, "GET" | "HEAD")
    }

    /// The language that it asks for, be the rest of it right or wrong; English if it asks for none.
    pub fn lang(&self) -> Lang {
        lang(self.query)
    }
}

/// What a pass calls between parts of its work.
pub(super) type Pause<'a> = &'a (dyn Fn() + Sync);
