//! The games, as C names them, tables to be asked, what callers' pointers lead to, and the arguments that all questions begin with.

use std::ffi::{CStr, c_char};
use std::mem::{self, offset_of};
use std::ptr;

use bolshak_system::path_of;
use tables::probe::{self, AnyTablebase, Clock};
use tables::rules::DrawRule;
use tables::{board, with_tables};

use crate::failure::{Code, Failure, guard};
use crate::position::Position;

/// A game.
#[repr(i32)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameName {
    /// No game is named: it is the game of the tables, or Russian draughts without tables.
    BolshakGameOfTables = 0,
    /// Russian draughts.
    BolshakGameRussian = 1,
    /// Poddavki, losing draughts: a side without a legal move has won. All else is as in Russian draughts.
    BolshakGamePoddavki = 2,
    /// Draughts-80 (Spantsireti): Russian draughts on ten files, a to j, and eight ranks, with 15 men a side.
    #[allow(non_camel_case_types)] // In C 80 is a word of its own.
    BolshakGameDraughts_80 = 3,
}

impl From<board::GameName> for GameName {
    fn from(game: board::GameName) -> GameName {
        [GameName::BolshakGameRussian, GameName::BolshakGamePoddavki, GameName::BolshakGameDraughts_80][game as usize]
    }
}

/// The game of a number; `None` if it names none.
pub(crate) fn game(number: i32) -> Result<Option<board::GameName>, Failure> {
    if number == GameName::BolshakGameOfTables as i32 {
        return Ok(None);
    }
    let found = board::GameName::ALL.into_iter().find(|&game| GameName::from(game) as i32 == number);
    found.map(Some).ok_or(Failure::Argument { what: "game; expected a bolshak_game_name", value: number })
}

/// Open tables. Any number of threads may probe them at once.
pub struct Handle(pub(crate) AnyTablebase);

/// The game, and how tables are held in memory. Every field but `size` is 0 by default. Later versions of the library
/// may have more fields at the end; fields that a program does not know have their defaults.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Options {
    /// sizeof(bolshak_options).
    pub size: usize,
    /// The bytes that unpacked blocks may take, those of `preload` not counted; 0 stands for 64 MiB.
    pub cache_bytes: u64,
    /// Not 0: all tables of categories are unpacked at once; some 400 MB to six pieces. Then bolshak_probe_wdl at clock
    /// 0 reads no file. One thread for each processor does this, and ends when it is done. If the system cannot start
    /// threads, the caller's thread does it alone.
    pub preload: i32,
    /// The game: a bolshak_game_name. By default that of the tables.
    pub game: i32,
    /// Not 0: unpacked tables are not mapped. A 32-bit process never maps them, since its address space may be too
    /// small.
    pub unmapped: i32,
    /// 0.
    pub reserved: i32,
}

/// The bytes of a bolshak_options without `unmapped` and what follows: programs that know no more have them.
const FIRST_BYTES: usize = offset_of!(Options, unmapped);

/// The options that a pointer leads to, and the game that they name; the defaults if it is null.
///
/// # Safety
/// As for [`sized`].
unsafe fn read(options: *const Options) -> Result<(probe::Options, Option<board::GameName>), Failure> {
    // SAFETY: the caller's promise. Any bytes are options.
    let asked = unsafe { sized(options, "bolshak_options", FIRST_BYTES)? };
    let mut read = probe::Options::default();
    if asked.reserved != 0 {
        return Err(Failure::New { name: "bolshak_options", known: size_of::<Options>() });
    }
    if asked.unmapped != 0 {
        read = read.with_mapped(false);
    }
    if asked.cache_bytes != 0 {
        read = read.with_cache_bytes(asked.cache_bytes);
    }
    Ok((read.with_preload(asked.preload != 0), game(asked.game)?))
}

/// Opens the tables in a directory and no others. If `directory` is null, opens the built-in tables: 2 and 3 pieces of
/// Russian draughts. Close them with bolshak_close. `options` may be null, which means the defaults. The options of
/// memory change nothing for the built-in tables. Some 5 ms for all tables to six pieces without `preload`.
///
/// A damaged table is an error only when a probe needs it. Files stay open; to replace one, rename the new one into its
/// place.
///
/// Unpacked tables, which the command "bolshak unpack" makes beside the others, are mapped. While they are mapped,
/// nobody may cut them or overwrite them in place: Unix ends a process that reads there (SIGBUS), or the process gets
/// wrong results. An error of the storage medium, such as a failing disk or a lost network, ends it too, also on
/// Windows. With `unmapped`, no file is mapped.
///
/// Errors: BOLSHAK_OPEN_FAILED, also if the tables are of another game than the options name; BOLSHAK_BAD_ARGUMENT, if the
/// options' `size` is wrong or they have what this library does not know.
///
/// # Safety
/// `directory` leads to a text with a 0 at its end, `options` to a bolshak_options, `tablebase` to a pointer; each may be
/// null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bolshak_open(
    directory: *const c_char,
    options: *const Options,
    tablebase: *mut *mut Handle,
) -> Code {
    guard(|| {
        // SAFETY: the caller's promise.
        let (out, (options, game)) = unsafe { (Out::new(tablebase, "tablebase")?, read(options)?) };
        let opened = if directory.is_null() {
            let game = game.unwrap_or_default();
            AnyTablebase::built_in(game).ok_or(Failure::NotBuiltIn(game))?
        } else {
            // SAFETY: the caller's promise.
            let path = path_of(unsafe { text(directory, "directory")? }.to_bytes()).ok_or(Failure::PathUtf8)?;
            AnyTablebase::open(path, game, options)?
        };
        out.put(Box::into_raw(Box::new(Handle(opened))));
        Ok(())
    })
}

/// Closes tables and frees their memory. Does nothing if `tablebase` is null.
///
/// # Safety
/// `tablebase` is null, or comes from bolshak_open and is not closed yet; no thread uses it any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bolshak_close(tablebase: *mut Handle) {
    guard(|| {
        if !tablebase.is_null() {
            // SAFETY: it comes from the `Box` of `bolshak_open`, and nobody uses it any more: the caller's promise.
            drop(unsafe { Box::from_raw(tablebase) });
        }
        Ok(())
    });
}

/// The game of the tables; BOLSHAK_GAME_OF_TABLES, which is 0, if `tablebase` is null.
///
/// # Safety
/// `tablebase` is null or open.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bolshak_game(tablebase: *const Handle) -> GameName {
    // SAFETY: the caller's promise.
    let handle = unsafe { given(tablebase, "tablebase") };
    handle.map_or(GameName::BolshakGameOfTables, |handle| with_tables!(&handle.0, tables => tables.game().into()))
}

/// The most pieces of any table; 0 if `tablebase` is null.
///
/// # Safety
/// `tablebase` is null or open.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bolshak_largest(tablebase: *const Handle) -> u32 {
    // SAFETY: the caller's promise.
    unsafe { given(tablebase, "tablebase") }.map_or(0, |handle| with_tables!(&handle.0, tables => tables.largest()))
}

/// The length of the draw rule, in plies, that the tables were made for: 30 for Russian draughts; 0 if `tablebase` is null.
///
/// # Safety
/// `tablebase` is null or open.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bolshak_draw_plies(tablebase: *const Handle) -> u32 {
    // SAFETY: the caller's promise.
    unsafe { given(tablebase, "tablebase") }
        .map_or(0, |handle| with_tables!(&handle.0, tables => tables.draw_plies().into()))
}

/// What a pointer leads to.
///
/// # Safety
/// It is null or leads to a `T` that stays unchanged for `'a`.
pub(crate) unsafe fn given<'a, T>(pointer: *const T, name: &'static str) -> Result<&'a T, Failure> {
    // SAFETY: the caller's promise.
    unsafe { pointer.as_ref() }.ok_or(Failure::Null(name))
}

/// A copy of what a pointer leads to: the caller's results may overlap what the caller passes.
///
/// # Safety
/// It is null or leads to a `T`.
pub(crate) unsafe fn copied<T: Copy>(pointer: *const T, name: &'static str) -> Result<T, Failure> {
    // SAFETY: it is not null, and the rest is the caller's promise.
    if pointer.is_null() { Err(Failure::Null(name)) } else { Ok(unsafe { pointer.read() }) }
}

/// The text that a pointer leads to.
///
/// # Safety
/// It is null or leads to a text with a 0 at its end that stays unchanged for `'a`.
pub(crate) unsafe fn text<'a>(pointer: *const c_char, name: &'static str) -> Result<&'a CStr, Failure> {
    if pointer.is_null() {
        return Err(Failure::Null(name));
    }
    // SAFETY: it is not null, and the rest is the caller's promise.
    Ok(unsafe { CStr::from_ptr(pointer) })
}

/// The most bytes of a structure of any version of this interface that begins with its size: more are not a size.
const MOST_BYTES: usize = 4096;

/// A structure that begins with its size, which later versions may lengthen. A caller's may be as long as `first`, its first
/// version, or as this one; a longer one must have 0 behind it. What a shorter one lacks is 0, and all is if there is none.
///
/// # Safety
/// The pointer is null, or leads to a `size_t` and, if that is at most [`MOST_BYTES`], to as many bytes with it. Any bytes are
/// a `T`.
pub(crate) unsafe fn sized<T: Copy>(given: *const T, name: &'static str, first: usize) -> Result<T, Failure> {
    // SAFETY: any bytes are a `T`: the caller's promise.
    let mut read: T = unsafe { mem::zeroed() };
    if given.is_null() {
        return Ok(read);
    }
    // SAFETY: the caller promises a size there.
    let size = unsafe { given.cast::<usize>().read() };
    let known = size_of::<T>();
    if size != first && !(known..=MOST_BYTES).contains(&size) {
        return Err(Failure::Size { name, size });
    }
    let bytes = given.cast::<u8>();
    // SAFETY: the caller promises `size` bytes, and that any bytes are a `T`. A copy of bytes may have padding among them.
    unsafe { ptr::copy_nonoverlapping(bytes, (&raw mut read).cast(), size.min(known)) };
    // SAFETY: the caller promises `size` bytes; those of a newer structure must all be set.
    let is_unused = |place| unsafe { bytes.add(place).read() } == 0;
    if (known..size).all(is_unused) { Ok(read) } else { Err(Failure::New { name, known }) }
}

/// A variable of the caller that an answer goes to.
pub(crate) struct Out<T>(*mut T);

impl<T> Out<T> {
    /// The variable.
    ///
    /// # Safety
    /// The pointer is null, or a `T` can be written to where it leads as long as the `Out` lives.
    pub unsafe fn new(pointer: *mut T, name: &'static str) -> Result<Out<T>, Failure> {
        if pointer.is_null() { Err(Failure::Null(name)) } else { Ok(Out(pointer)) }
    }

    /// Writes to it.
    pub fn put(&self, value: T) {
        // SAFETY: `new` found it not null, and its caller promised the rest.
        unsafe { self.0.write(value) }
    }
}

/// A buffer of the caller.
pub(crate) struct Buffer<T> {
    start: *mut T,
    pub capacity: usize,
}

impl<T: Copy> Buffer<T> {
    /// The buffer; it may be null if its capacity is 0.
    ///
    /// # Safety
    /// `start` is null, or `capacity` of `T` can be written from there on as long as the `Buffer` lives.
    pub unsafe fn new(start: *mut T, capacity: usize, name: &'static str) -> Result<Buffer<T>, Failure> {
        if start.is_null() && capacity > 0 { Err(Failure::Null(name)) } else { Ok(Buffer { start, capacity }) }
    }

    /// Whether a number of values fits.
    pub fn check(&self, needed: usize) -> Result<(), Failure> {
        let capacity = self.capacity;
        if needed > capacity { Err(Failure::Small { capacity, needed }) } else { Ok(()) }
    }

    /// Writes values to its beginning, or nothing if they do not all fit.
    pub fn put(&self, values: &[T]) -> Result<(), Failure> {
        self.check(values.len())?;
        let start = self.start;
        if !values.is_empty() {
            // SAFETY: `start` is not null, since there is room, which `new` was promised; a buffer to be written to does
            // not overlap with values of this library.
            unsafe { start.copy_from_nonoverlapping(values.as_ptr(), values.len()) };
        }
        Ok(())
    }
}

/// The tables that are asked, the position, to be read in their game, and the clock under a draw rule.
pub(crate) struct Question<'a> {
    pub tables: &'a AnyTablebase,
    pub position: Position,
    pub clock: Clock,
}

impl<'a> Question<'a> {
    /// Checks the arguments but the position.
    ///
    /// # Safety
    /// `tablebase` is null or stays open for `'a`. `position` is null or leads to a `Position`.
    pub unsafe fn new(
        tablebase: *const Handle,
        position: *const Position,
        plies: u32,
        rule: i32,
    ) -> Result<Question<'a>, Failure> {
        // SAFETY: the caller's promise.
        let (handle, position) = unsafe { (given(tablebase, "tablebase")?, copied(position, "position")?) };
        let clock = Clock::new(plies.into()).under(draw_rule(rule)?);
        Ok(Question { tables: &handle.0, position, clock })
    }
}

fn draw_rule(rule: i32) -> Result<DrawRule, Failure> {
    let known = usize::try_from(rule).ok().and_then(|number| DrawRule::ALL.get(number).copied());
    known.ok_or(Failure::Argument { what: "rule; expected a bolshak_rule", value: rule })
}
