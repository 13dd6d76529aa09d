//! The files of one ending in work: its values, packed, kept while other endings need them.

use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::board::{Game, Russian};
use crate::bulk::frame;
use crate::index::{Ending, PIECES};

use super::coding::{Coding, FarDistance};
use super::layout::Layout;
use super::pack::{pack, unpack};
use super::part_file::{CODING, FileDamage, FileError, PHASES, PartFile, Place};

const MAGIC: &[u8; 16] = b"bolshak values6\n";

/// What a file holds: the byte after the coding in its header.
const VALUES: u8 = 0;
const ZEROING: u8 = 1;

/// The length of a far distance in the notes of a phase: its offset and its plies.
const FAR: usize = 10;

/// The bytes that a frame of distances to a zeroing move holds, at most.
const PIECE: usize = 1 << 19;

/// The values of one ending with either side to move, packed part by part as [`Layout`] cuts them, in a file.
///
/// The codes of distances to a zeroing move are in a second file beside it, until the tables are written. Both outlive the
/// process, however that ends, and a later run goes on with them from the last finished phase.
///
/// An `EndingFile` that writes to the files holds their locks, so there is one at a time. One for others only reads, and only
/// what is final.
pub struct EndingFile<G = Russian> {
    layout: Layout<G>,
    coding: Coding,
    values: PartFile,
    /// None once the tables are written.
    zeroing: Option<PartFile>,
    /// The number of finished phases.
    finished: usize,
    /// Their far distances.
    far: Vec<FarDistance>,
}

/// The places of the parts of a phase in both files, for each half.
pub(in crate::solve) type Places = [[Vec<Place>; 2]; 2];

impl<G: Game> EndingFile<G> {
    /// Makes the files of an ending in place of any that are there.
    ///
    /// # Errors
    /// If they cannot be made, a full disk included; or if the ending has more than [`PIECES`] pieces.
    pub fn create(path: &Path, ending: Ending, coding: Coding) -> io::Result<EndingFile<G>> {
        let layout = layout(ending, coding)?;
        let create = |path: &Path, kind| PartFile::create(path, &header(&layout, coding, kind), layout.parts());
        // Never old values beside new distances to a zeroing move.
        match std::fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let zeroing = Some(create(&zeroing_path(path), ZEROING)?);
        let values = create(path, VALUES)?;
        Ok(EndingFile { coding, values, zeroing, finished: 0, far: Vec::new(), layout })
    }

    /// Opens the files of an ending that an earlier run has left. With `for_others`, the values are only read, and the
    /// distances to a zeroing move are left alone: the `EndingFile` that writes to them may drop them. Reads all values, in
    /// parallel on the current rayon pool.
    ///
    /// # Errors
    /// [`FileError`]; also if the checksum of a finished phase is wrong, if the ending has more than [`PIECES`] pieces, or
    /// if another `EndingFile` writes to the files, unless this one is `for_others`.
    pub fn open(path: &Path, ending: Ending, coding: Coding, for_others: bool) -> Result<EndingFile<G>, FileError> {
        let layout = layout(ending, coding)?;
        let open = |path: &Path, kind| {
            let phases = layout.men().phases().map(|phase| layout.parts_of(&phase));
            PartFile::open(path, &header(&layout, coding, kind), layout.parts(), phases, for_others)
        };
        let (values, notes) = open(path, VALUES)?;
        let zeroing = match for_others {
            true => None,
            false => match open(&zeroing_path(path), ZEROING) {
                Ok((zeroing, _)) => Some(zeroing),
                Err(FileError::Io(error)) if error.kind() == io::ErrorKind::NotFound => None,
                Err(error @ FileError::Io(_)) => return Err(error),
                Err(_) => {
                    return Err(FileDamage::ZeroingOther.into());
                }
            },
        };
        let finished = values.finished();
        if zeroing.as_ref().is_some_and(|zeroing| zeroing.finished() < finished) {
            return Err(FileDamage::ZeroingPhase.into());
        }
        let mut far = Vec::new();
        for noted in &notes {
            far.extend(far_distances(noted)?);
        }
        let file = EndingFile { coding, values, zeroing, finished, far, layout };
        if for_others || file.zeroing.is_some() || file.is_solved() {
            Ok(file)
        } else {
            Err(FileDamage::ZeroingMissing.into())
        }
    }

    /// Where the values lie.
    pub const fn layout(&self) -> &Layout<G> {
        &self.layout
    }

    /// How its values are coded.
    pub const fn coding(&self) -> Coding {
        self.coding
    }

    /// The number of phases, from the first on, that are finished.
    pub const fn finished(&self) -> usize {
        self.finished
    }

    /// Whether all phases are finished.
    pub fn is_solved(&self) -> bool {
        self.finished == self.layout.men().phases().len()
    }

    /// Whether there are distances to a zeroing move, until they are [dropped](EndingFile::drop_zeroing).
    pub const fn has_zeroing(&self) -> bool {
        self.zeroing.is_some()
    }

    /// The bytes of the file of the values.
    pub fn values_bytes(&self) -> u64 {
        self.values.bytes()
    }

    /// The bytes of the file of the distances to a zeroing move; 0 if they are dropped.
    pub fn zeroing_bytes(&self) -> u64 {
        self.zeroing.as_ref().map_or(0, PartFile::bytes)
    }

    /// The far distances of finished phases.
    pub(in crate::solve) fn far(&self) -> &[FarDistance] {
        &self.far
    }

    /// The values of a part of a finished phase: half by half, those of its chunks.
    pub(in crate::solve) fn read(&self, half: usize, part: usize) -> Result<Box<[u8]>, FileError> {
        let sizes = &self.layout.halves()[half];
        let mut bytes = vec![0; self.layout.chunks_in(part) * sizes.bytes()].into_boxed_slice();
        unpack(sizes, &self.values.read(half, part)?, &mut bytes)?;
        Ok(bytes)
    }

    /// The codes of distances to a zeroing move of a part, likewise.
    pub(in crate::solve) fn read_zeroing(&self, half: usize, part: usize) -> Result<Box<[u8]>, FileError> {
        let boards = self.layout.halves()[half].boards();
        let mut bytes = vec![0; self.layout.chunks_in(part) * boards].into_boxed_slice();
        let zeroing = self.zeroing.as_ref().ok_or(FileDamage::NoZeroing)?;
        let packed = zeroing.read(half, part)?;
        let mut rest = &packed[..];
        bytes.chunks_mut(PIECE).try_for_each(|piece| frame::take(&mut rest, piece))?;
        Ok(bytes)
    }

    /// Packs and writes the values of a part of the next phase.
    pub(in crate::solve) fn append(&self, half: usize, values: &[u8]) -> io::Result<Place> {
        self.values.append(&pack(&self.layout.halves()[half], values)?)
    }

    /// Packs and writes the codes of distances to a zeroing move of a part of the next phase.
    pub(in crate::solve) fn append_zeroing(&self, codes: &[u8]) -> io::Result<Place> {
        let mut packed = Vec::new();
        codes.chunks(PIECE).try_for_each(|piece| frame::push(&mut packed, piece))?;
        let zeroing = self.zeroing.as_ref().ok_or(io::ErrorKind::NotFound)?;
        zeroing.append(&packed)
    }

    /// Notes in the files that the next phase is finished, and adds its far distances.
    pub(in crate::solve) fn finish(
        &mut self,
        phase: &Range<u64>,
        places: &Places,
        mut far: Vec<FarDistance>,
    ) -> io::Result<()> {
        far.sort_unstable();
        let [values, zeroing] = places.each_ref().map(|places| places.each_ref().map(Vec::as_slice));
        let first = self.layout.parts_of(phase).start;
        let mut noted = Vec::with_capacity(FAR * far.len());
        for FarDistance { offset, plies } in &far {
            noted.extend(offset.to_le_bytes());
            noted.extend(plies.to_le_bytes());
        }
        if let Some(file) = &mut self.zeroing {
            file.finish(self.finished, first, zeroing, &[])?;
        }
        self.values.finish(self.finished, first, values, &noted)?;
        self.far.extend(far);
        self.finished += 1;
        Ok(())
    }

    /// Removes the file of the distances to a zeroing move, which other endings do not need.
    ///
    /// # Errors
    /// If that fails.
    pub fn drop_zeroing(&mut self) -> io::Result<()> {
        self.zeroing.take().map_or(Ok(()), |file| std::fs::remove_file(&file.path))
    }

    /// Removes the files.
    ///
    /// # Errors
    /// If that fails.
    pub fn remove(&self) -> io::Result<()> {
        // The values go first: distances to a zeroing move alone are of no use.
        std::fs::remove_file(&self.values.path)?;
        self.zeroing.as_ref().map_or(Ok(()), |file| std::fs::remove_file(&file.path))
    }
}

/// The name of the file of distances to a zeroing move, beside a file of values with that name.
pub fn zeroing_path(values: &Path) -> PathBuf {
    values.with_extension("zeroing")
}

/// The layout of an ending, if there can be one.
fn layout<G: Game>(ending: Ending, coding: Coding) -> io::Result<Layout<G>> {
    if ending.pieces() > PIECES {
        let text = format!("{ending} has {} pieces, and values are kept of at most {PIECES}", ending.pieces());
        return Err(io::Error::new(io::ErrorKind::InvalidInput, text));
    }
    Ok(Layout::new(ending, coding.with_dtw))
}

/// The header of a file, up to the records of its phases.
fn header<G: Game>(layout: &Layout<G>, coding: Coding, kind: u8) -> [u8; PHASES] {
    let mut header = [0; PHASES];
    let name = layout.ending().to_string();
    header[..16].copy_from_slice(MAGIC);
    let [low, high] = coding.byte_plies.to_le_bytes();
    header[CODING].copy_from_slice(&[coding.draw_plies, G::NAME as u8, low, high, coding.with_dtw.into()]);
    header[21] = kind;
    header[32..32 + name.len()].copy_from_slice(name.as_bytes());
    header
}

/// The far distances in the notes of a phase.
fn far_distances(noted: &[u8]) -> Result<Vec<FarDistance>, FileError> {
    let (records, []) = noted.as_chunks::<FAR>() else { return Err(FileDamage::LongList.into()) };
    let distance = |record: &[u8; FAR]| {
        let (offset, plies) = record.split_at(8);
        FarDistance {
            offset: u64::from_le_bytes(*offset.first_chunk().expect("eight bytes")),
            plies: u16::from_le_bytes(*plies.first_chunk().expect("two bytes")),
        }
    };
    Ok(records.iter().map(distance).collect())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::board::GameName;
    use crate::in_game;
    use crate::value::{Dtw, Measure};

    /// A record is bound to its file by a CRC of the header.
    #[test]
    fn no_two_headers_have_the_same_checksum() {
        let mut checksums = HashSet::new();
        let mut headers = 0;
        for game in GameName::ALL {
            for with_dtw in [true, false] {
                let coding = Coding { draw_plies: 30, byte_plies: Dtw::MAX, with_dtw };
                for ending in (2..=PIECES).flat_map(Ending::all) {
                    let header = |kind| in_game!(game, G => header(&Layout::<G>::new(ending, with_dtw), coding, kind));
                    for kind in [VALUES, ZEROING] {
                        headers += 1;
                        assert!(checksums.insert(crc32fast::hash(&header(kind))), "{ending} {game} {with_dtw} {kind}");
                    }
                }
            }
        }
        assert!(headers > 1000, "{headers}");
    }
}
