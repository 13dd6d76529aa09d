//! The progress of long work, and a way to stop it.

/// Receives the events of long work, and can stop it. `E` is the type of the events.
///
/// Both methods are called often and from several threads: they should return quickly.
///
/// ```
/// use std::sync::atomic::{AtomicU64, Ordering};
/// use bolshak::{Progress, board::GameName, verify::{Event, Published, check}};
///
/// struct Read(AtomicU64);
/// impl Progress<Event> for Read {
///     fn report(&self, event: &Event) {
///         if let Event::Read { entries } = event {
///             self.0.fetch_add(*entries, Ordering::Relaxed);
///         }
///     }
/// }
///
/// let read = Read(AtomicU64::new(0));
/// let endings = ["KvK".parse()?];
/// let checked = check(GameName::Russian, "tables".as_ref(), &endings, &Published::of(GameName::Russian), &read)?;
/// assert!(checked.iter().all(|table| table.finding.is_good()));
/// assert!(read.0.into_inner() > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Progress<E>: Sync {
    /// Called at each event.
    fn report(&self, event: &E) {
        let _ = event;
    }

    /// Whether the work should stop. If so, it ends soon with the error that it was stopped; finished work is kept.
    fn is_stopped(&self) -> bool {
        false
    }
}

/// Ignores all events and never stops the work.
impl<E> Progress<E> for () {}
