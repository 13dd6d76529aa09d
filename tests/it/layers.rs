//! The imports between the files of the library, `crates/system`, `crates/answers` and `crates/cli`.
//!
//! The rule: a file imports from its own layer and from earlier ones, in the order of [`LAYERS`], and no files import each
//! other in a circle. Imports are the paths in the code that begin with `crate`, `super`, a package or a module of the file's
//! own; unit tests and documentation may name anything. A name that a folder's `mod.rs` only re-exports belongs to the file
//! that defines it, so re-exports do not close a circle. [`STRANGERS`] must not import each other at all. Only the package
//! `system` asks which system this is.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::path::Path;

use crate::common::ROOT;

/// The packages below `crates` that have layers, by the names that other packages import.
const PACKAGES: [(&str, &str); 3] =
    [("system", "bolshak_system"), ("answers", "bolshak_answers"), ("cli", "bolshak_cli")];

/// The layers: each is a folder of `src`, a package or a folder of one, or files of those. Those of one line may know each
/// other.
const LAYERS: [&[&str]; 22] = [
    &["system", "progress", "shown", "wide"],
    &["bulk"],
    &["board"],
    &["rules"],
    &["value"],
    &["index"],
    &["table"],
    &["probe"],
    &["search"],
    &["verify"],
    &["find"],
    &["pdn"],
    &["study"],
    &["review"],
    &["retrograde"],
    &["write"],
    &["generate"],
    &["compiled"],
    &["answers/lang"],
    &["answers/json"],
    &["answers", "answers/api"],
    &["cli"],
];

/// Layers that must not know each other: the proof shares no code with the solver whose work it proves.
const STRANGERS: [(&str, &str); 1] = [("retrograde", "verify")];

type Sources = BTreeMap<String, String>;

#[test]
fn each_file_knows_only_those_before_it() {
    let faults = faults(&sources());
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// `bolshak::insides` is for benchmarks, fuzz targets and the tests of this repository.
#[test]
fn no_package_names_the_insides_of_the_library() {
    for package in ["answers", "capi", "cli", "python", "wasm"] {
        let mut sources = Sources::new();
        read(&Path::new(ROOT).join("crates").join(package).join("src"), package, &mut sources);
        assert!(!sources.is_empty(), "{package}");
        for (file, text) in sources {
            let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
            assert!(words.all(|word| word != "insides"), "{file}");
        }
    }
}

#[test]
fn forbidden_imports_and_circles_are_found() {
    let with = |files: &[(&str, &str)]| {
        let of = |(name, text): &(&str, &str)| (name.to_string(), text.to_string());
        faults(&files.iter().map(of).collect())
    };
    let table = [("table", "mod header;\npub use header::Header;"), ("table/header", "pub struct Header;")];
    let probe = ("probe", "use crate::table::{self, Header};");
    assert!(with(&[table[0], table[1], probe]).is_empty());
    let up = ("table/header", "use crate::{board::Board, probe::{self as p, Tablebase}};");
    assert_eq!(with(&[table[0], up, ("probe", "pub struct Tablebase;")]), ["table/header knows probe"]);
    let called = ("board/fen", "fn f() { crate::cli::run() } // crate::find::Filter");
    assert_eq!(with(&[called, ("cli", ""), ("find", "")]), ["board/fen knows cli"]);
    let tests = ("board/fen", "#[cfg(test)]\nmod tests {\n    use crate::cli::run;\n}");
    assert!(with(&[tests, ("cli", "")]).is_empty());
    let circle = [
        ("value", "mod a;\nmod b;\npub(crate) use a::A;"),
        ("value/a", "use super::b::{B};"),
        ("value/b", "use super::{Other, A};"),
    ];
    assert_eq!(with(&circle), ["value/a, value/b, value/a: a circle"]);
    let front = [("value", "mod a;\nuse a::A;\npub fn f() {}"), ("value/a", "use super::f;\npub struct A;")];
    assert_eq!(with(&front), ["value, value/a, value: a circle"]);
    let used = [("value", "mod a;\npub use a::A;\npub fn f(a: A) {}"), front[1]];
    assert_eq!(with(&used), ["value, value/a, value: a circle"]);
    assert!(with(&[("value", "mod a;\npub use a::A;\npub fn f() {}"), front[1]]).is_empty());
    let solver = ("retrograde", "mod a;\npub(crate) use a::f;");
    let proof = ("verify/fast", "use crate::retrograde::f;");
    assert_eq!(with(&[solver, ("retrograde/a", "pub fn f() {}"), proof]), ["verify/fast knows retrograde/a"]);
    assert_eq!(with(&[("retrograde/a", "use crate::verify::prove;"), ("verify", "")]), ["retrograde/a knows verify"]);
    assert_eq!(with(&[("cli", "use std::os::unix::fs::FileExt;")]), ["cli names a system"]);
    assert!(with(&[("system/unix", "use std::os::unix::fs::FileExt;")]).is_empty());
    assert_eq!(with(&[("stray", "")]), ["stray is in no layer"]);
}

/// The files by their modules' paths, those of a package below its name, without unit tests and comments.
fn sources() -> Sources {
    let mut sources = Sources::new();
    read(&Path::new(ROOT).join("src"), "", &mut sources);
    for (package, _) in PACKAGES {
        read(&Path::new(ROOT).join("crates").join(package).join("src"), package, &mut sources);
    }
    assert!(
        sources.len() > 100
            && ["retrograde", "system", "answers", "cli"].iter().all(|name| sources.contains_key(*name))
    );
    sources
}

/// Reads the files of a module's directory.
fn read(directory: &Path, module: &str, sources: &mut Sources) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let is_root = module.is_empty() && name == "lib";
        let name = if module.is_empty() { name.to_string() } else { format!("{module}/{name}") };
        if path.is_dir() {
            read(&path, &name, sources);
        } else if path.extension().is_some_and(|end| end == "rs") && !is_root {
            let name = ["/mod", "/lib", "/main"].iter().find_map(|root| name.strip_suffix(root)).unwrap_or(&name);
            sources.insert(name.to_string(), fs::read_to_string(&path).unwrap());
        }
    }
}

/// The violations of the rule, in words.
fn faults(sources: &Sources) -> Vec<String> {
    let code: Sources = sources.iter().map(|(name, text)| (name.clone(), code(text))).collect();
    let mut faults = Vec::new();
    let mut imports = BTreeMap::<&str, BTreeSet<String>>::new();
    for (file, text) in &code {
        let Some(own) = layer(file) else {
            faults.push(format!("{file} is in no layer"));
            continue;
        };
        let names_system =
            ["os::unix", "os::windows", "os::linux", "cfg(unix", "cfg(windows", "target_os", "rustix", "windows_sys"];
        if file.split('/').next() != Some("system") && names_system.iter().any(|name| text.contains(name)) {
            faults.push(format!("{file} names a system"));
        }
        let known = paths(file, &code).into_iter().filter_map(|path| resolve(file, &path, &code));
        for known in known.filter(|known| known != file).collect::<BTreeSet<_>>() {
            let are_strangers = STRANGERS.iter().any(|&(one, other)| {
                is_of(file, one) && is_of(&known, other) || is_of(file, other) && is_of(&known, one)
            });
            if are_strangers || layer(&known).is_some_and(|layer| layer > own) {
                faults.push(format!("{file} knows {known}"));
            } else {
                imports.entry(file).or_default().insert(known);
            }
        }
    }
    faults.extend(circles(&imports).into_iter().map(|circle| circle + ": a circle"));
    faults
}

/// A file without comments and unit tests.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    text.lines().map(|line| line.split("//").next().unwrap()).collect::<Vec<_>>().join("\n")
}

/// Whether a file belongs to a folder, a package or a file by name.
fn is_of(file: &str, name: &str) -> bool {
    file.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The layer of a file: that of the longest name.
fn layer(file: &str) -> Option<usize> {
    let names = LAYERS.iter().enumerate().flat_map(|(layer, names)| names.iter().map(move |name| (layer, *name)));
    names.filter(|(_, name)| is_of(file, name)).max_by_key(|(_, name)| name.len()).map(|(layer, _)| layer)
}

/// The paths in a file that begin with `crate`, `super`, `bolshak` or a module of its own, those in braces one by one. Of
/// re-exports from its own modules only those that it uses itself.
fn paths(file: &str, code: &Sources) -> Vec<Vec<String>> {
    let is_in_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut paths = Vec::new();
    let inner = code.keys().filter_map(|other| other.strip_prefix(file)?.strip_prefix('/'));
    let own: Vec<&str> = inner.filter(|inner| !inner.contains('/')).collect();
    let passed = passed(&code[file]);
    let rest = passed.iter().fold(code[file].clone(), |rest, names| rest.replacen(names, "", 1));
    let packages = PACKAGES.into_iter().map(|(_, name)| name);
    let roots = ["crate", "super", "bolshak"].into_iter().chain(packages).map(|root| (root, vec![]));
    for (root, before) in roots.chain(own.into_iter().map(|root| (root, vec!["self".to_string()]))) {
        for (at, _) in rest.match_indices(&format!("{root}::")) {
            if !rest[..at].ends_with(|c| is_in_word(c) || c == ':') {
                tree(&rest[at..], &mut before.clone(), &mut paths);
            }
        }
    }
    let without_modules =
        rest.lines().filter(|line| !line.starts_with("#[") && !line.trim_start_matches("pub ").starts_with("mod "));
    let words: BTreeSet<&str> = without_modules.flat_map(|line| line.split(|c| !is_in_word(c))).collect();
    let is_used = |path: &Vec<String>| path[0] != "self" || path.last().is_some_and(|name| words.contains(&**name));
    paths.extend(passed.into_iter().flat_map(trees).filter(is_used));
    paths
}

/// The names, or trees of them, that a file re-exports.
fn passed(text: &str) -> Vec<&str> {
    let split = |statement: &'static str| text.split(statement).skip(1).map(|rest| rest.split(';').next().unwrap());
    ["pub use ", "pub(crate) use ", "pub(super) use "].into_iter().flat_map(split).collect()
}

/// The paths of a tree of names; those that begin with a module of the file's own start at `self`.
fn trees(names: &str) -> Vec<Vec<String>> {
    let mut paths = Vec::new();
    let is_absolute = ["crate::", "super::", "bolshak"].iter().any(|root| names.starts_with(root));
    tree(names, &mut if is_absolute { vec![] } else { vec!["self".into()] }, &mut paths);
    paths
}

/// Reads a path, or paths in braces, after some segments, and returns the rest.
fn tree<'t>(text: &'t str, before: &mut Vec<String>, paths: &mut Vec<Vec<String>>) -> &'t str {
    let text = text.trim_start();
    if let Some(mut rest) = text.strip_prefix('{') {
        loop {
            rest = tree(rest, &mut before.clone(), paths).trim_start();
            rest = match rest.split_at_checked(1) {
                Some((",", rest)) => rest,
                Some((_, rest)) => return rest,
                None => return rest,
            };
        }
    }
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    let (segment, mut rest) = text.split_at(end);
    if !segment.is_empty() {
        before.push(segment.into());
    }
    if let Some(next) = rest.strip_prefix("::").filter(|next| !next.starts_with('<')) {
        return tree(next, before, paths);
    }
    paths.push(before.clone());
    if let Some(renamed) = rest.strip_prefix(" as ") {
        rest = renamed.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
    }
    rest
}

/// The file that defines the target of a path in a file.
fn resolve(file: &str, path: &[String], code: &Sources) -> Option<String> {
    let mut module: Vec<&str> = file.split('/').collect();
    let mut path = path.iter().map(String::as_str).filter(|&segment| segment != "self").peekable();
    let package = |is: &dyn Fn(&(&str, &str)) -> bool| PACKAGES.into_iter().find(is).map(|(package, _)| package);
    if path.next_if_eq(&"crate").is_some() {
        module = package(&|&(package, _)| package == module[0]).into_iter().collect();
    } else if path.next_if_eq(&"bolshak").is_some() {
        module.clear();
    } else if let Some(package) = path.peek().and_then(|root| package(&|&(_, name)| name == *root)) {
        path.next();
        module = vec![package];
    }
    while path.next_if_eq(&"super").is_some() {
        module.pop();
    }
    for segment in path {
        let inner = [&module[..], &[segment]].concat();
        if code.contains_key(&inner.join("/")) {
            module = inner;
            continue;
        }
        let here = module.join("/");
        return match passed_on(code.get(&here)?, segment) {
            Some(of) => resolve(&here, &of, code),
            None => Some(here),
        };
    }
    code.contains_key(&module.join("/")).then(|| module.join("/"))
}

/// The path from which a `mod.rs` re-exports a name, if it does.
fn passed_on(text: &str, name: &str) -> Option<Vec<String>> {
    let mut paths = passed(text).into_iter().flat_map(trees);
    paths.find(|path| path.len() > 2 && path[0] == "self" && path.last().is_some_and(|last| last == name))
}

/// The shortest circle of imports through each file, each circle once.
fn circles(imports: &BTreeMap<&str, BTreeSet<String>>) -> Vec<String> {
    let mut found = BTreeMap::new();
    for &start in imports.keys() {
        let mut from = BTreeMap::<&str, &str>::new();
        let mut next = VecDeque::from([start]);
        while let Some(file) = next.pop_front() {
            for known in imports.get(file).into_iter().flatten() {
                if from.contains_key(&**known) {
                    continue;
                }
                from.insert(known, file);
                next.push_back(known);
            }
        }
        let Some(&last) = from.get(start) else { continue };
        let mut circle = vec![start, last];
        while circle.last() != Some(&start) {
            circle.push(from[circle[circle.len() - 1]]);
        }
        circle.reverse();
        let files: BTreeSet<&str> = circle.iter().copied().collect();
        found.entry(files).or_insert_with(|| circle.join(", "));
    }
    found.into_values().collect()
}
