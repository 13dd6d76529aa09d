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
    cost((0, 0), (141.4, 46.3), [0.243, 1.449, 0.010], [4.45, 1.16, 1.04]),
    cost((1, 0), (77.7, 24.0), [0.192, 1.095, 0.059], [4.18, 1.26, 1.56]),
    cost((1, 1), (49.6, 17.4), [0.222, 0.827, 0.167], [3.92, 1.07, 1.91]),
    cost((2, 0), (39.6, 18.4), [0.104, 0.866, 0.039], [3.58, 1.13, 1.59]),
    cost((2, 1), (44.8, 17.0), [0.166, 0.720, 0.173], [3.59, 0.92, 1.95]),
    cost((2, 2), (35.1, 12.0), [0.168, 0.376, 0.127], [2.48, 0.82, 1.71]),
    cost((3, 0), (34.5, 15.8), [0.040, 0.683, 0.028], [2.74, 0.68, 0.87]),
    cost((3, 1), (48.2, 16.1), [0.111, 0.771, 0.183], [3.40, 0.77, 1.43]),
    cost((3, 2), (44.8, 12.0), [0.147, 0.409, 0.163], [2.28, 0.69, 1.43]),
    cost((3, 3), (48.1, 10.9), [0.058, 0.040, 0.014], [1.64, 0.79, 0.96]),
    cost((4, 0), (32.3, 12.9), [0.015, 0.505, 0.024], [2.54, 0.38, 0.57]),
    cost((4, 1), (61.5, 18.7), [0.061, 0.756, 0.162], [3.15, 0.55, 1.19]),
    cost((4, 2), (48.0, 13.2), [0.143, 0.636, 0.269], [2.45, 0.69, 1.75]),
    cost((4, 3), (45.9, 8.4), [0.062, 0.052, 0.015], [2.45, 0.69, 1.75]),
    cost((5, 0), (33.9, 11.9), [0.004, 0.348, 0.028], [0.55, 0.14, 0.14]),
    cost((5, 1), (63.5, 19.5), [0.021, 0.691, 0.146], [2.16, 0.36, 0.80]),
    cost((5, 2), (46.3, 16.1), [0.057, 0.794, 0.270], [2.16, 0.36, 0.80]),
    cost((6, 0), (32.7, 13.4), [0.001, 0.233, 0.049], [0.55, 0.14, 0.14]),
    cost((6, 1), (56.5, 22.7), [0.003, 0.657, 0.151], [2.16, 0.36, 0.80]),
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
pub(super) const CALIBRATION: f64 = 0.257;

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
