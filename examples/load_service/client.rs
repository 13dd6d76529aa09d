//! An HTTP client on one connection.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use super::Result;

/// A connection, as of a proxy that names its client.
pub struct Client {
    stream: TcpStream,
    reader: BufReader<TcpStream>,
    name: &'static str,
}

impl Client {
    pub fn connect(address: &str, name: &'static str) -> Result<Client> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        Ok(Client { reader: BufReader::new(stream.try_clone()?), stream, name })
    }

    /// Sends a request; returns the status.
    pub fn get(&mut self, path: &str) -> Result<u16> {
        write!(self.stream, "GET {path} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: {}\r\n\r\n", self.name)?;
        let (mut status, mut length, mut line) = (0, 0, String::new());
        for number in 0.. {
            line.clear();
            self.reader.read_line(&mut line)?;
            match line.trim_end().split_once(": ") {
                None if number == 0 => status = line.split(' ').nth(1).unwrap_or_default().parse()?,
                None => break,
                Some(("content-length", bytes)) => length = bytes.parse()?,
                _ => {}
            }
        }
        let mut body = vec![0; length];
        self.reader.read_exact(&mut body)?;
        Ok(status)
    }
}

/// Sends requests on one connection for some time; returns the time of each answer.
pub fn times(address: &str, paths: impl Iterator<Item = String>, time: Duration) -> Result<Vec<Duration>> {
    let (start, mut client, mut times) = (Instant::now(), Client::connect(address, "10.0.0.1")?, Vec::new());
    for path in paths {
        let asked = Instant::now();
        if asked - start >= time {
            break;
        }
        let status = client.get(&path)?;
        times.push(asked.elapsed());
        if status != 200 {
            return Err(format!("{path}: status {status}").into());
        }
    }
    Ok(times)
}
