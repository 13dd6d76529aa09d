//! Distances to win as a histogram.

use anyhow::{Result, anyhow};
use plotters::prelude::*;

use super::facts::Distances;
use crate::lang::{chosen, say};
use crate::shared::amount::decimal;

/// The share of positions by distance to win: wins upwards, losses downwards.
pub fn histogram(title: &str, distances: &Distances) -> Result<String> {
    let all = distances.positions.max(1) as f64;
    let most = |counts: &std::collections::BTreeMap<u16, u64>| {
        counts.values().max().map_or(0.0, |&count| 100.0 * count as f64 / all)
    };
    let longest =
        distances.wins.keys().chain(&*distances.losses.keys().copied().collect::<Vec<_>>()).max().copied().unwrap_or(1);
    let (up, down) = (most(&distances.wins).max(1.0) * 1.05, most(&distances.losses).max(1.0) * 1.05);
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, (760, 300)).into_drawing_area();
        let failed = |error| anyhow!("cannot draw the histogram: {error}");
        area.fill(&WHITE).map_err(failed)?;
        let mut chart = ChartBuilder::on(&area)
            .caption(title, ("sans-serif", 15))
            .margin(8)
            .x_label_area_size(34)
            .y_label_area_size(48)
            .build_cartesian_2d(0.0..f64::from(longest) + 1.5, -down..up)
            .map_err(failed)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .x_desc(say("report-plies", &[]))
            .y_desc(say("report-percent", &[]))
            .x_label_formatter(&|plies| format!("{plies:.0}"))
            .y_label_formatter(&|percent| decimal(chosen(), percent.abs(), 1))
            .draw()
            .map_err(failed)?;
        for (counts, sign, color) in
            [(&distances.wins, 1.0, RGBColor(20, 110, 50)), (&distances.losses, -1.0, RGBColor(160, 40, 40))]
        {
            let bars = counts.iter().map(|(&plies, &count)| {
                let (middle, height) = (f64::from(plies), sign * 100.0 * count as f64 / all);
                Rectangle::new([(middle - 0.9, 0.0), (middle + 0.9, height)], color.filled())
            });
            chart.draw_series(bars).map_err(failed)?;
        }
        area.present().map_err(failed)?;
    }
    Ok(svg)
}
