//! A limit on the requests of each client, and the problems of requests that are refused.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroU32;
use std::sync::Mutex;
use std::time::Instant;

use bolshak_answers::api::Problem;
use bolshak_answers::lang::Sentence;

use crate::shared::process::locked;

/// The most clients that are remembered; beyond that, those without a recent request are forgotten.
const REMEMBERED: usize = 1 << 16;

/// The requests of a burst, in seconds of the rate.
const BURST: f64 = 10.0;

/// Tokens of clients: each request takes one, and time brings new ones.
pub struct Clients {
    rate: f64,
    tokens: Mutex<HashMap<u128, (f64, Instant)>>,
}

impl Clients {
    pub fn new(rate: NonZeroU32) -> Clients {
        Clients { rate: rate.get().into(), tokens: Mutex::default() }
    }

    pub fn allow(&self, client: IpAddr, now: Instant) -> bool {
        let full = self.rate * BURST;
        let filled = |(tokens, since): (f64, Instant)| {
            (tokens + now.saturating_duration_since(since).as_secs_f64() * self.rate).min(full)
        };
        let mut clients = locked(&self.tokens);
        let key = key(client);
        if clients.len() >= REMEMBERED && !clients.contains_key(&key) {
            forget(&mut clients, REMEMBERED, |bucket| filled(bucket) < full);
        }
        let bucket = clients.entry(key).or_insert((full, now));
        let tokens = filled(*bucket);
        let allowed = tokens >= 1.0;
        *bucket = (if allowed { tokens - 1.0 } else { tokens }, now);
        allowed
    }
}

/// Forgets all clients but those that count, and also these if they leave less than half of the room: otherwise each
/// new client would look through all of them.
pub fn forget(clients: &mut HashMap<u128, (f64, Instant)>, room: usize, counts: impl Fn((f64, Instant)) -> bool) {
    clients.retain(|_, &mut known| counts(known));
    if clients.len() >= room / 2 {
        clients.clear();
    }
}

/// The problem of a request that finds no place.
pub fn busy() -> Problem {
    let russian = "слишком много запросов сразу; повторите через секунду";
    Problem::new(503, "busy", Sentence::new("too much is asked at once; try again in a second", russian))
}

/// The problem of a request that the program has failed at.
pub fn failed() -> Problem {
    let russian = "сбой программы; сообщите о нём, пожалуйста, указав адрес запроса";
    Problem::new(500, "internal", Sentence::new("the program has failed; please report the address", russian))
}

pub fn too_often() -> Problem {
    let russian = "этот клиент спрашивает слишком часто; повторите через секунду";
    Problem::new(429, "too-often", Sentence::new("this client asks too often; try again in a second", russian))
}

/// What counts as one client: an address, and of the sixth version a network of 64 bits, which one household has.
pub fn key(client: IpAddr) -> u128 {
    match client.to_canonical() {
        IpAddr::V4(address) => u32::from(address).into(),
        IpAddr::V6(address) => u128::from(address) >> 64 << 64,
    }
}

/// The client that a proxy's header names: an address, perhaps with a port, or `for=` of one, as `Forwarded` has it. Of several
/// the last is the proxy's word.
pub fn named(value: &str) -> Option<IpAddr> {
    let last = value.rsplit(',').next()?;
    let mut pairs = last.split(';').filter_map(|pair| pair.split_once('='));
    let of = pairs.find(|(name, _)| name.trim().eq_ignore_ascii_case("for"));
    let address = of.map_or(last, |(_, value)| value).trim().trim_matches('"');
    let bare = || address.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    let with_port = || address.parse().ok().map(|address: SocketAddr| address.ip());
    address.parse().ok().or_else(with_port).or_else(bare)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_burst_and_then_the_rate() {
        let clients = Clients::new(NonZeroU32::new(2).unwrap());
        let (start, one, other) = (Instant::now(), "10.0.0.1".parse().unwrap(), "10.0.0.2".parse().unwrap());
        let asked = |client, now| (0..100).filter(|_| clients.allow(client, now)).count();
        assert_eq!(asked(one, start), 20);
        assert_eq!(asked(other, start), 20);
        assert_eq!(asked(one, start + Duration::from_secs(3)), 6);
        let network = |text: &str| clients.allow(text.parse().unwrap(), start);
        assert_eq!((0..100).filter(|number| network(&format!("2001:db8::{number}"))).count(), 20);
    }

    #[test]
    fn a_header_names_the_client() {
        for (value, client) in [
            ("10.0.0.1", "10.0.0.1"),
            ("1.2.3.4, 10.0.0.1", "10.0.0.1"),
            ("1.2.3.4:5, 10.0.0.1:65535 ", "10.0.0.1"),
            ("2001:db8::1", "2001:db8::1"),
            ("[2001:db8::1]", "2001:db8::1"),
            ("10.0.0.1,[2001:db8::1]:443", "2001:db8::1"),
            ("\"[2001:db8::1]:443\"", "2001:db8::1"),
            ("for=10.0.0.1", "10.0.0.1"),
            ("for=1.2.3.4, by=10.0.0.9;For=\"10.0.0.1:80\";proto=https", "10.0.0.1"),
            ("for=\"[2001:db8::1]:443\"; proto=http", "2001:db8::1"),
            ("for=\"[2001:db8::1]\"", "2001:db8::1"),
        ] {
            assert_eq!(named(value), Some(client.parse().unwrap()), "{value}");
        }
        let none = "x|1.2.3.4,|10.0.0.1:|10.0.0.1:65536|[10.0.0.1|[::1]:|for=unknown|for=_x|by=::1|";
        for none in none.split('|') {
            assert_eq!(named(none), None, "{none}");
        }
    }

    #[test]
    fn few_clients_are_remembered() {
        let clients = Clients::new(NonZeroU32::new(1).unwrap());
        let start = Instant::now();
        for number in 0..200_000_u32 {
            assert!(clients.allow(IpAddr::V4(number.into()), start));
        }
        assert!(clients.tokens.lock().unwrap().len() <= REMEMBERED);
    }
}
