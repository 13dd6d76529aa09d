//! A line about each request.

use std::net::IpAddr;
use std::time::{Duration, SystemTime};

use axum::http::{Method, Uri};

use crate::shared::notice::notice;

/// The most characters of an address that are written.
const LENGTH: usize = 300;

/// Writes when, who, what, the status, and the time until the answer began.
pub fn request(client: IpAddr, method: &Method, uri: &Uri, status: u16, time: Duration) {
    let now = humantime::format_rfc3339_seconds(SystemTime::now());
    let address: String = uri.to_string().chars().take(LENGTH).flat_map(char::escape_debug).collect();
    notice(&format!("{now} {client} {method} {address} {status} {:.1} ms", time.as_secs_f64() * 1e3));
}
