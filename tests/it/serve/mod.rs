//! The service: a real server over TCP.

mod answers;
mod attacks;
mod client;
mod contract;
mod explorer;
mod http;
mod lang;
mod lists;
mod tables;

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use client::Response;

/// A running `bolshak serve`.
pub struct Server {
    pub child: Child,
    pub address: String,
}

impl Server {
    /// A server of some tables, on its own port.
    pub fn of(tables: &Path, options: &[&str]) -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bolshak"));
        command.args(["serve", "--port", "0", "--quiet", "--tables"]).arg(tables).args(options);
        Server::of_command(command).0
    }

    /// A server that some command starts, and the lines that it prints before it listens.
    pub fn of_command(mut command: Command) -> (Server, Vec<String>) {
        let child = command.stdout(Stdio::piped()).spawn().unwrap();
        let (mut server, mut words) = (Server { child, address: String::new() }, Vec::new());
        for line in BufReader::new(server.child.stdout.take().unwrap()).lines() {
            let line = line.unwrap();
            if let Some(rest) = line.strip_prefix("Listening on http://") {
                server.address = rest.split('/').next().unwrap().into();
                return (server, words);
            }
            words.push(line);
        }
        panic!("the server says where it listens, not {words:?}");
    }

    pub fn get(&self, path: &str) -> Response {
        self.ask("GET", path, &[], b"")
    }

    /// Asks on a new connection.
    pub fn ask(&self, method: &str, path: &str, headers: &[&str], body: &[u8]) -> Response {
        client::ask(&self.address, method, path, headers, body)
    }

    /// Whether it still answers.
    pub fn is_well(&self) -> bool {
        self.get("/healthz").status == 200 && self.get("/api/v1/probe?fen=W:WKa1:BKh8").status == 200
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
