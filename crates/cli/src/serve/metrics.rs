//! Counts for Prometheus.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::shared::process::locked;

/// The upper bounds of the histogram of times, in seconds.
const BOUNDS: [f64; 10] = [0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0];

#[derive(Default)]
pub struct Metrics {
    requests: Mutex<BTreeMap<(&'static str, u16), u64>>,
    times: Mutex<BTreeMap<&'static str, Times>>,
    pub lines: AtomicU64,
    pub refused: AtomicU64,
    /// Each connection that is open has a clone.
    pub open: Arc<()>,
}

#[derive(Clone, Copy, Default)]
struct Times {
    /// How many took at most each bound.
    within: [u64; BOUNDS.len()],
    count: u64,
    sum: f64,
}

impl Metrics {
    /// Counts a request: what was asked, its status, and the time until its answer began.
    pub fn answered(&self, of: &'static str, status: u16, time: Duration) {
        *locked(&self.requests).entry((of, status)).or_default() += 1;
        let (mut times, seconds) = (locked(&self.times), time.as_secs_f64());
        let times = times.entry(of).or_default();
        for (within, _) in times.within.iter_mut().zip(BOUNDS).filter(|&(_, bound)| seconds <= bound) {
            *within += 1;
        }
        times.count += 1;
        times.sum += seconds;
    }

    pub fn text(&self) -> String {
        let mut text = String::new();
        let head = |text: &mut String, name: &str, kind: &str, help: &str| {
            let _ = writeln!(text, "# HELP bolshak_{name} {help}\n# TYPE bolshak_{name} {kind}");
        };
        head(&mut text, "requests_total", "counter", "Requests that were answered.");
        for ((of, status), count) in locked(&self.requests).iter() {
            let _ = writeln!(text, "bolshak_requests_total{{of=\"{of}\",status=\"{status}\"}} {count}");
        }
        head(&mut text, "request_seconds", "histogram", "Time until an answer began.");
        for (of, Times { within, count, sum }) in locked(&self.times).iter() {
            for (within, bound) in within.iter().zip(BOUNDS) {
                let _ = writeln!(text, "bolshak_request_seconds_bucket{{of=\"{of}\",le=\"{bound}\"}} {within}");
            }
            let _ = writeln!(text, "bolshak_request_seconds_bucket{{of=\"{of}\",le=\"+Inf\"}} {count}");
            let _ = writeln!(text, "bolshak_request_seconds_sum{{of=\"{of}\"}} {sum}");
            let _ = writeln!(text, "bolshak_request_seconds_count{{of=\"{of}\"}} {count}");
        }
        for (name, kind, help, count) in [
            ("lines_total", "counter", "Lines of bodies that were answered.", self.lines.load(Relaxed)),
            (
                "connections_refused_total",
                "counter",
                "Connections that there was no place for.",
                self.refused.load(Relaxed),
            ),
            ("connections", "gauge", "Connections that are open.", Arc::strong_count(&self.open) as u64 - 1),
        ] {
            head(&mut text, name, kind, help);
            let _ = writeln!(text, "bolshak_{name} {count}");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_listed() {
        let metrics = Metrics::default();
        let open = metrics.open.clone();
        metrics.answered("probe", 200, Duration::from_millis(2));
        let text = metrics.text();
        for line in [
            "bolshak_requests_total{of=\"probe\",status=\"200\"} 1",
            "bolshak_request_seconds_bucket{of=\"probe\",le=\"0.001\"} 0",
            "bolshak_request_seconds_bucket{of=\"probe\",le=\"0.003\"} 1",
            "bolshak_connections 1",
        ] {
            assert!(text.lines().any(|other| other == line), "{line}\n{text}");
        }
        drop(open);
        assert!(metrics.text().contains("bolshak_connections 0"));
    }
}
