//! The files of the page. They are parts of the program.

use axum::body::Body;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::response::{IntoResponse, Response};

macro_rules! assets {
    ($($name:literal)*) => {
        &[$(($name, include_bytes!(concat!("page/", $name)))),*]
    };
}

/// All files, in order of their names.
pub const ASSETS: &[(&str, &[u8])] = assets!(
    "annotated.js" "board.css" "board.js" "curve.js" "drag.js" "element.js" "ending.js" "english.js" "fields.js" "game.js"
    "histogram.js" "icon.svg" "index.html" "main.js" "map.js" "moves.js" "page.css" "panels.css" "picture.js" "play.js" "position.js"
    "read.js" "record.js" "russian.js" "search.js" "setup.js" "source.js" "squares.js" "steps.js" "store.js" "study.js" "variations.js" "verdict.js" "words.js"
);

/// What a page may do: load files of this server, and ask it. Nothing inline, nothing from elsewhere, no frames.
pub const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
    connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

pub fn answer(path: &str) -> Option<Response> {
    let name = if path == "/" { "index.html" } else { path.strip_prefix('/')? };
    let &(_, bytes) = ASSETS.iter().find(|(other, _)| *other == name)?;
    let headers = [
        (CONTENT_TYPE, media_type(name)),
        (CACHE_CONTROL, "no-cache"),
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
    ];
    Some((headers, Body::from(bytes)).into_response())
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "text/html; charset=utf-8",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_files_of_the_page_are_here_and_small() {
        let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/src/serve/page");
        let entries = std::fs::read_dir(directory).unwrap();
        let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        assert_eq!(ASSETS.iter().map(|(name, _)| *name).collect::<Vec<_>>(), names);
        let size: usize = ASSETS.iter().map(|(_, bytes)| bytes.len()).sum();
        assert!(size < 150_000, "{size} bytes");
    }

    #[test]
    fn the_page_has_nothing_inline_and_nothing_from_elsewhere() {
        for (name, bytes) in ASSETS {
            let text = std::str::from_utf8(bytes).unwrap().replace("http://www.w3.org/2000/svg", "");
            for wrong in ["://", "style=", "innerHTML", "eval("] {
                assert!(!text.contains(wrong), "{name}: {wrong}");
            }
        }
    }

    #[test]
    fn the_page_loads_every_module_at_once() {
        let (_, page) = ASSETS.iter().find(|(name, _)| *name == "index.html").unwrap();
        let page = std::str::from_utf8(page).unwrap();
        for (name, _) in ASSETS.iter().filter(|(name, _)| name.ends_with(".js")) {
            assert!(page.contains(&format!("\"{name}\"")), "{name}");
        }
    }
}
