//! What endings cost, as measured on seven pieces.

use crate::index::Ending;
use crate::table::{Metric, PerMetric};

/// What an entry costs of endings with certain numbers of kings.
pub(super) struct Cost {
    /// The kings of the side with more, and of the other.
    kings: (u8, u8),
    /// Nanoseconds of processor time for solving it, and for packing it at the default level.
    time: (f64, f64),
    /// Bits of each metric's table, as [`PerMetric::new`] takes them.
    tables: [f64; Metric::COUNT],
    /// Bits of values in work: with distances to win, without, and of distances to a zeroing move.
    values: [f64; 3],
}

const fn cost(kings: (u8, u8), time: (f64, f64), tables: [f64; Metric::COUNT], values: [f64; 3]) -> Cost {
    Cost { kings, time, tables, values }
}

/// Measured over all endings of seven pieces, on the machine on which [`CALIBRATION`] was.
const COSTS: [Cost; 19] = [
    cost((0, 0), (139.8, 43.9), [0.243, 1.449, 0.010], [4.24, 0.40, 1.00]),
    cost((1, 0), (81.6, 23.9), [0.192, 1.095, 0.059], [4.00, 1.03, 1.53]),
    cost((1, 1), (49.6, 17.9), [0.222, 0.827, 0.167], [3.92, 1.04, 1.90]),
    cost((2, 0), (40.2, 18.1), [0.104, 0.866, 0.039], [3.32, 1.09, 1.55]),
    cost((2, 1), (42.9, 17.5), [0.166, 0.720, 0.173], [3.59, 0.92, 1.93]),
    cost((2, 2), (33.1, 12.7), [0.168, 0.376, 0.127], [2.84, 1.05, 1.80]),
    cost((3, 0), (36.0, 14.4), [0.040, 0.683, 0.028], [2.35, 0.68, 0.83]),
    cost((3, 1), (45.1, 17.0), [0.111, 0.771, 0.183], [3.34, 0.73, 1.38]),
    cost((3, 2), (37.3, 12.3), [0.147, 0.409, 0.163], [2.64, 0.84, 1.49]),
    cost((3, 3), (48.1, 10.9), [0.058, 0.040, 0.014], [1.64, 0.66, 0.96]),
    cost((4, 0), (34.9, 15.1), [0.015, 0.505, 0.024], [1.49, 0.50, 0.45]),
    cost((4, 1), (56.0, 18.1), [0.061, 0.756, 0.162], [2.94, 0.60, 1.01]),
    cost((4, 2), (47.7, 16.1), [0.143, 0.636, 0.269], [2.90, 0.76, 1.43]),
    cost((4, 3), (43.3, 11.1), [0.062, 0.052, 0.015], [1.48, 0.57, 0.82]),
    cost((5, 0), (31.5, 11.7), [0.004, 0.348, 0.028], [0.82, 0.23, 0.22]),
    cost((5, 1), (57.6, 18.6), [0.021, 0.691, 0.146], [2.44, 0.40, 0.84]),
    cost((5, 2), (46.3, 16.0), [0.057, 0.794, 0.270], [3.07, 0.65, 1.23]),
    cost((6, 0), (31.2, 13.6), [0.001, 0.233, 0.049], [0.45, 0.12, 0.10]),
    cost((6, 1), (53.5, 23.2), [0.003, 0.657, 0.151], [1.96, 0.26, 0.72]),
];

/// How much longer packing takes at each level of compression, from 1 on, than at the default level: measured over all
/// endings to four pieces.
const PACKING: [f64; 22] = [
    0.73, 0.74, 0.83, 0.86, 0.94, 1.0, 1.2, 1.4, 1.5, 1.7, 1.8, 2.2, 3.0, 3.3, 4.4, 5.6, 6.5, 8.0, 8.4, 10.5, 11.0,
    14.0,
];

/// How much longer an entry takes with each more piece: what its moves lead to is farther from the processor.
const GROWTH: f64 = 1.12;

/// The processor time of all endings to four pieces on that machine, in seconds.
pub(super) const CALIBRATION: f64 = 0.411;

impl Cost {
    /// The cost of the nearest numbers of kings.
    pub fn of(ending: Ending) -> &'static Cost {
        let (a, b) = (ending.first().kings, ending.second().kings);
        let distance = |&&Cost { kings: (most, least), .. }: &&Cost| {
            // How many sides have kings matters more than how many kings they have.
            let kind = u32::from((a.min(b) == 0) != (least == 0)) + u32::from((a.max(b) == 0) != (most == 0));
            (kind, a.max(b).abs_diff(most) + a.min(b).abs_diff(least))
        };
        COSTS.iter().min_by_key(distance).expect("there are some")
    }

    /// Nanoseconds for an entry of an ending of some pieces, with tables at a level of compression.
    pub fn nanoseconds(&self, pieces: u8, level: i32) -> f64 {
        let packing = self.time.1 * PACKING[level.clamp(1, 22) as usize - 1];
        (self.time.0 + packing) * GROWTH.powi(i32::from(pieces) - 7)
    }

    /// Bits of the tables of some metrics.
    pub fn table_bits(&self, metrics: &[Metric]) -> f64 {
        let bits = PerMetric::new(self.tables);
        Metric::sorted(metrics).into_iter().map(|metric| bits[metric]).sum()
    }

    /// Bits of the values, with distances to win or without.
    pub fn value_bits(&self, with_dtw: bool) -> f64 {
        self.values[usize::from(!with_dtw)]
    }

    /// Bits of the distances to a zeroing move.
    pub fn zeroing_bits(&self) -> f64 {
        self.values[2]
    }
}
