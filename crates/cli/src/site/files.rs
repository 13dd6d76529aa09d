//! The files of a site that are not those of `serve`.

use crate::serve::assets::{self, POLICY};

/// The source of answers, in the place of that which asks the service.
const SOURCE: &str = include_str!("files/source.js");

/// The service worker, without its first lines.
const WORKER: &str = include_str!("files/worker.js");

/// The files of the page.
pub fn page() -> impl Iterator<Item = (&'static str, String)> {
    assets::all().map(|(name, bytes)| match name {
        "index.html" => (name, index(&text(bytes))),
        "source.js" => (name, SOURCE.into()),
        _ => (name, text(bytes)),
    })
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// What the page of a site may do: what that of the service may, and run the probe and the service worker. A policy in the page
/// itself cannot forbid frames.
fn policy() -> String {
    let policy = POLICY.replace("; frame-ancestors 'none'", "");
    policy.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'")
}

/// The page itself. A static host sends no policy, so it stands in the page; what only the service has goes.
fn index(text: &str) -> String {
    let policy = policy();
    let meta = format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">");
    text.replace("<meta charset=\"utf-8\">", &format!("<meta charset=\"utf-8\">\n{meta}"))
        .replace(" <a href=\"api/v1/openapi.json\">API</a>", "")
        .replace(" The service answers without it, at /api/v1/openapi.json.", "")
}

/// The service worker of a site with files of that fingerprint.
pub fn worker(version: &str, files: &[&str]) -> String {
    format!("const VERSION = {version:?};\nconst FILES = {};\n\n{WORKER}", serde_json::Value::from(files))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_of_a_site_has_the_policy_and_nothing_of_the_service() {
        let files: std::collections::BTreeMap<_, _> = page().collect();
        let index = &files["index.html"];
        assert!(index.contains("http-equiv=\"Content-Security-Policy\"") && !index.contains("frame-ancestors"));
        for right in ["script-src 'self' 'wasm-unsafe-eval';", "worker-src 'self';"] {
            assert!(index.contains(right) && !POLICY.contains(right), "{right}");
        }
        assert!(!index.contains("api/v1"), "{index}");
        assert!(!files["source.js"].contains("'api/v1/'"));
    }
}
