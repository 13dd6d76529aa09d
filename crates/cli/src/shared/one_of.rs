//! Options that name one of some values.

use std::fmt::Display;

use clap::builder::{PossibleValuesParser, TypedValueParser};

/// A parser for the names of some values, which shells can complete.
pub fn one_of<T, const N: usize>(all: [T; N]) -> impl TypedValueParser<Value = T>
where
    T: Display + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(all.each_ref().map(T::to_string)).map(move |name| {
        let named = all.iter().find(|value| value.to_string() == name);
        named.expect("the names are those of all values").clone()
    })
}
