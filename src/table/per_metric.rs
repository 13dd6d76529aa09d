//! Something for each metric.

use std::ops::{Index, IndexMut};

use super::Metric;

/// A value for each [`Metric`], which is its index.
///
/// ```
/// use bolshak::table::{Metric, PerMetric};
/// let mut bytes = PerMetric::<u64>::default();
/// bytes[Metric::Dtz] = 286;
/// assert_eq!(bytes.iter().find(|(_, bytes)| **bytes > 0), Some((Metric::Dtz, &286)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PerMetric<T>([T; Metric::COUNT]);

impl<T> PerMetric<T> {
    /// Takes the values in the order of [`Metric::ALL`].
    pub const fn new(values: [T; Metric::COUNT]) -> PerMetric<T> {
        PerMetric(values)
    }

    /// Makes the value of each metric; the first error ends it.
    ///
    /// # Errors
    /// Those of `value`.
    pub fn try_from_fn<E>(value: impl FnMut(Metric) -> Result<T, E>) -> Result<PerMetric<T>, E> {
        let values: Vec<T> = Metric::ALL.into_iter().map(value).collect::<Result<_, E>>()?;
        Ok(PerMetric(values.try_into().unwrap_or_else(|_| unreachable!("one value for each metric"))))
    }

    /// Makes of each value another.
    pub fn map<U>(self, then: impl FnMut(T) -> U) -> PerMetric<U> {
        PerMetric(self.0.map(then))
    }

    /// The metrics and their values, in the order of [`Metric::ALL`].
    pub fn iter(&self) -> impl Iterator<Item = (Metric, &T)> {
        Metric::ALL.into_iter().zip(&self.0)
    }

    /// The values, in the order of [`Metric::ALL`].
    pub fn values(&self) -> impl Iterator<Item = &T> {
        self.0.iter()
    }
}

impl<T> Index<Metric> for PerMetric<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, metric: Metric) -> &T {
        &self.0[metric as usize]
    }
}

impl<T> IndexMut<Metric> for PerMetric<T> {
    #[inline(always)]
    fn index_mut(&mut self, metric: Metric) -> &mut T {
        &mut self.0[metric as usize]
    }
}
