//! The public interface of the library is listed in `tests/it/data/api.txt`, so that its changes show in a diff.
//! `BOLSHAK_WRITE_API=1 cargo test --test it api::` rewrites the list.
//!
//! The list is read from the source: modules that are `pub` and not `#[doc(hidden)]`, their own and re-exported items, and the
//! methods and traits of these types. It omits traits of all types (`Send`, blanket implementations).

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use quote::ToTokens;
use syn::{Attribute, Fields, ImplItem, Item, TraitItem, UseTree, Visibility};

use crate::common::ROOT;

/// The items of a file; modules in it are files of their own.
struct Module {
    items: Vec<Item>,
    /// The modules that it declares, private ones too.
    inner: BTreeMap<String, Module>,
}

impl Module {
    /// Reads a file and the files of the modules it declares, in a directory.
    fn read(file: &Path, directory: &Path) -> Module {
        let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{file:?}: {error}"));
        let items = syn::parse_file(&text).unwrap().items;
        let mut inner = BTreeMap::new();
        for item in &items {
            let Item::Mod(module) = item else { continue };
            if has(&module.attrs, "cfg", Some("test")) || module.content.is_some() {
                continue;
            }
            let name = module.ident.to_string();
            let own = directory.join(&name);
            let file =
                [directory.join(format!("{name}.rs")), own.join("mod.rs")].into_iter().find(|file| file.exists());
            inner.insert(name, Module::read(&file.unwrap(), &own));
        }
        Module { items, inner }
    }

    /// All implementations in it and below.
    fn impls(&self) -> Vec<&syn::ItemImpl> {
        let own = self.items.iter().filter_map(|item| if let Item::Impl(found) = item { Some(found) } else { None });
        own.chain(self.inner.values().flat_map(Module::impls)).collect()
    }

    /// The item or module that a path from it names.
    fn item(&self, path: &[String]) -> Option<&Item> {
        match path {
            [name] => self.items.iter().find(|item| item_name(item).as_ref() == Some(name)).or_else(|| {
                let passed =
                    self.items.iter().filter_map(|item| if let Item::Use(used) = item { Some(used) } else { None });
                let mut leaves = passed.flat_map(|used| leaves(&used.tree));
                leaves.find_map(|(path, known)| if known == *name && path.len() > 1 { self.item(&path) } else { None })
            }),
            [module, rest @ ..] => self.inner.get(module)?.item(rest),
            [] => None,
        }
    }
}

/// The paths that a `use` ends at, with their new names.
fn leaves(tree: &UseTree) -> Vec<(Vec<String>, String)> {
    match tree {
        UseTree::Path(path) => {
            let before = path.ident.to_string();
            let mut leaves = leaves(&path.tree);
            leaves.iter_mut().for_each(|(path, _)| path.insert(0, before.clone()));
            leaves
        }
        UseTree::Name(name) => vec![(vec![name.ident.to_string()], name.ident.to_string())],
        UseTree::Rename(name) => vec![(vec![name.ident.to_string()], name.rename.to_string())],
        UseTree::Group(group) => group.items.iter().flat_map(leaves).collect(),
        UseTree::Glob(_) => vec![],
    }
}

fn item_name(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        _ => return None,
    };
    Some(name.to_string())
}

/// Whether there is an attribute with a name, and a word in it.
fn has(attributes: &[Attribute], name: &str, word: Option<&str>) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident(name)
            && word.is_none_or(|word| attribute.to_token_stream().to_string().contains(word))
    })
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

/// Tokens in nearly the usual spelling.
fn text(tokens: impl ToTokens) -> String {
    let mut text = tokens.to_token_stream().to_string();
    for (from, to) in [
        (" :: ", "::"),
        ("# [", "#["),
        (" < ", "<"),
        (" > ", "> "),
        ("& ", "&"),
        (" ,", ","),
        (" ;", ";"),
        ("( ", "("),
        (" )", ")"),
        (" (", "("),
        (" >", ">"),
        (" : ", ": "),
        ("> ,", ">,"),
        ("> )", ">)"),
        ("' ", "'"),
        ("< ", "<"),
        ("[ ", "["),
        (" ]", "]"),
    ] {
        text = text.replace(from, to);
    }
    text.trim_end_matches(',').trim().to_string()
}

/// The attributes of a type: derived traits, `non_exhaustive`.
fn marks(attributes: &[Attribute]) -> String {
    let marks = attributes
        .iter()
        .filter(|attribute| ["derive", "non_exhaustive"].iter().any(|mark| attribute.path().is_ident(mark)));
    marks.map(|mark| text(mark) + " ").collect()
}

/// The public fields of a struct, or all fields of a variant, and whether there are others.
fn fields(fields: &Fields, is_variant: bool) -> String {
    let is_seen = |field: &&syn::Field| is_variant || is_public(&field.vis);
    let public = fields.iter().filter(is_seen);
    let named = public.map(|field| {
        let name = field.ident.as_ref().map_or_else(String::new, |name| format!("{name}: "));
        name + &text(&field.ty)
    });
    let mut all: Vec<String> = named.collect();
    if fields.iter().any(|field| !is_seen(&field)) {
        all.push("..".into());
    }
    if all.is_empty() { String::new() } else { format!(" {{ {} }}", all.join(", ")) }
}

/// The lines of a module and of its modules.
fn list(module: &Module, path: &str, impls: &[&syn::ItemImpl], lines: &mut BTreeSet<String>) {
    for item in &module.items {
        match item {
            Item::Mod(inner) if is_public(&inner.vis) && !has(&inner.attrs, "doc", Some("hidden")) => {
                let name = inner.ident.to_string();
                lines.insert(format!("{path}::{name}"));
                let module = &module.inner[&name];
                list(module, &format!("{path}::{name}"), &module.impls(), lines);
            }
            Item::Use(used) if is_public(&used.vis) && !has(&used.attrs, "doc", Some("hidden")) => {
                for (from, name) in leaves(&used.tree) {
                    match module.item(&from) {
                        Some(item) => list_item(item, &format!("{path}::{name}"), impls, lines),
                        None => _ = lines.insert(format!("{path}::{name} = {}", from.join("::"))),
                    }
                }
            }
            Item::Macro(exported) if has(&exported.attrs, "macro_export", None) => {
                lines.extend(item_name(item).map(|name| format!("bolshak::{name}!")));
            }
            _ => {
                if let (Some(name), true) = (item_name(item), visible(item)) {
                    list_item(item, &format!("{path}::{name}"), impls, lines);
                }
            }
        }
    }
}

fn visible(item: &Item) -> bool {
    match item {
        Item::Const(item) => is_public(&item.vis),
        Item::Enum(item) => is_public(&item.vis),
        Item::Fn(item) => is_public(&item.vis),
        Item::Struct(item) => is_public(&item.vis),
        Item::Trait(item) => is_public(&item.vis),
        Item::Type(item) => is_public(&item.vis),
        _ => false,
    }
}

/// The lines of an item that has a public name.
fn list_item(item: &Item, path: &str, impls: &[&syn::ItemImpl], lines: &mut BTreeSet<String>) {
    match item {
        Item::Const(item) => _ = lines.insert(format!("{path}: {}", text(&item.ty))),
        Item::Fn(item) => _ = lines.insert(format!("{path}: {}", text(&item.sig))),
        Item::Type(item) => _ = lines.insert(format!("{path} = {}", text(&item.ty))),
        Item::Struct(item) => {
            lines.insert(format!("{path}: {}struct{}", marks(&item.attrs), fields(&item.fields, false)));
        }
        Item::Enum(item) => {
            lines.insert(format!("{path}: {}enum", marks(&item.attrs)));
            for variant in &item.variants {
                lines.insert(format!("{path}::{}{}", variant.ident, fields(&variant.fields, true)));
            }
        }
        Item::Trait(item) => {
            lines.insert(format!("{path}: trait"));
            for inner in &item.items {
                let inner = match inner {
                    TraitItem::Fn(inner) => text(&inner.sig),
                    TraitItem::Const(inner) => format!("const {}: {}", inner.ident, text(&inner.ty)),
                    inner => text(inner),
                };
                lines.insert(format!("{path}: {inner}"));
            }
        }
        _ => {}
    }
    let name = item_name(item).unwrap_or_default();
    for implementation in impls {
        let of = text(&implementation.self_ty);
        if of.split(|c: char| !c.is_alphanumeric() && c != '_').next() != Some(&*name) {
            continue;
        }
        if let Some((of, _)) = &implementation.trait_ {
            lines.insert(format!("{path}: impl {}", text(of)));
            continue;
        }
        for inner in &implementation.items {
            match inner {
                ImplItem::Fn(inner) if is_public(&inner.vis) && !has(&inner.attrs, "doc", Some("hidden")) => {
                    lines.insert(format!("{path}: {}", text(&inner.sig)));
                }
                ImplItem::Const(inner) if is_public(&inner.vis) => {
                    lines.insert(format!("{path}: const {}: {}", inner.ident, text(&inner.ty)));
                }
                _ => {}
            }
        }
    }
}

#[test]
fn the_interface_is_the_one_that_is_listed() {
    let source = PathBuf::from(ROOT).join("src");
    let library = Module::read(&source.join("lib.rs"), &source);
    let mut lines = BTreeSet::new();
    list(&library, "bolshak", &library.impls(), &mut lines);
    assert!(lines.len() > 300, "{}", lines.len());
    let now: String = lines.into_iter().map(|line| line + "\n").collect();
    let listed = PathBuf::from(ROOT).join("tests/it/data/api.txt");
    if std::env::var_os("BOLSHAK_WRITE_API").is_some() {
        fs::write(&listed, &now).unwrap();
    }
    let before = fs::read_to_string(&listed).unwrap_or_default();
    let missing = |one: &str, other: &str, mark| {
        let other: BTreeSet<&str> = other.lines().collect();
        one.lines().filter(|line| !other.contains(line)).map(|line| format!("{mark} {line}\n")).collect::<String>()
    };
    let changes = missing(&before, &now, '-') + &missing(&now, &before, '+');
    assert!(
        changes.is_empty(),
        "the public interface has changed; if it is to, run BOLSHAK_WRITE_API=1 cargo test --test it api::\n{changes}"
    );
}
