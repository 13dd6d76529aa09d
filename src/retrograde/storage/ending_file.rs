//! The files of one ending's packed values, kept while other endings need them.

use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::board::{Game, Russian};
use crate::bulk::frame;
use crate::index::{Ending, PIECES};

use super::coding::{Coding, FarDistance};
use super::layout::{Kind, Layout};
use super::pack::{pack, unpack};
use super::part_file::{CODING, FileDamage, FileError, PHASES, PartFile, PartPlace, remove_if_there};

const MAGIC: &[u8; 16] = b"bolshak values6\n";

/// The length of a far distance in the notes of a phase: its offset and its plies.
const FAR: usize = 10;

/// The most bytes in a frame of distances to a zeroing move.
const FRAME: usize = 1 << 19;

/// The values of one ending with either side to move, in a file, packed part by part as `Layout` cuts them.
///
/// A second file beside it has the codes of distances to a zeroing move, until the tables are written. Both outlive the
/// process, even if it is killed, and a later run continues after the last finished phase.
///
/// An `EndingFile` that writes to the files holds their locks, so there is only one. Those for others only read what is final.
pub struct EndingFile<G = Russian> {
    /// Where the values lie.
    pub layout: Layout<G>,
    /// How its values are coded.
    pub coding: Coding,
    values: PartFile,
    /// None once the tables are written.
    zeroing: Option<PartFile>,
    /// The far distances of the finished phases.
    pub far: Vec<FarDistance>,
}

/// The number of a part, and its places in both files, for each half.
pub(in crate::retrograde) type WrittenPart = (usize, [[PartPlace; 2]; 2]);

impl<G: Game> EndingFile<G> {
    /// Makes the files of an ending in place of any that are there.
    ///
    /// # Errors
    /// If they cannot be made, a full disk included; or if the ending has more than [`PIECES`] pieces.
    pub fn create(path: &Path, ending: Ending, coding: Coding) -> io::Result<EndingFile<G>> {
        let layout = layout(ending, coding)?;
        let create = |path: &Path, kind| PartFile::create(path, &header(&layout, coding, kind), layout.parts());
        // Never old values beside new distances to a zeroing move.
        remove_if_there(path)?;
        let zeroing = Some(create(&zeroing_path(path), Kind::Zeroing)?);
        let values = create(path, Kind::Values)?;
        Ok(EndingFile { coding, values, zeroing, far: Vec::new(), layout })
    }

    /// Opens the files of an ending that an earlier run has left. `for_others` only reads the values, and leaves the distances
    /// to a zeroing move to the `EndingFile` that writes them. Reads all values, in parallel on the current rayon pool.
    ///
    /// # Errors
    /// [`FileError`]; also if the checksum of a finished phase is wrong, if the ending has more than [`PIECES`] pieces, or
    /// if another `EndingFile` writes to the files, unless this one is `for_others`.
    pub fn open(path: &Path, ending: Ending, coding: Coding, for_others: bool) -> Result<EndingFile<G>, FileError> {
        let layout = layout(ending, coding)?;
        let open = |path: &Path, kind| {
            let phases = layout.men.phases().map(|phase| layout.parts_of(&phase));
            PartFile::open(path, &header(&layout, coding, kind), layout.parts(), phases, for_others)
        };
        let (values, notes) = open(path, Kind::Values)?;
        let zeroing = match for_others {
            true => None,
            false => match open(&zeroing_path(path), Kind::Zeroing) {
                Ok((zeroing, _)) if zeroing.finished >= values.finished => Some(zeroing),
                Err(FileError::Io(error)) if error.kind() == io::ErrorKind::NotFound => None,
                Err(error @ FileError::Io(_)) => return Err(error),
                _ => return Err(FileDamage::ZeroingDamaged.into()),
            },
        };
        let far = notes.iter().map(|noted| far_distances(noted)).collect::<Result<Vec<_>, _>>()?.concat();
        let file = EndingFile { coding, values, zeroing, far, layout };
        let is_whole = for_others || file.zeroing.is_some() || file.is_solved();
        if is_whole { Ok(file) } else { Err(FileDamage::ZeroingMissing.into()) }
    }

    /// The number of finished phases, from the first on.
    pub const fn finished(&self) -> usize {
        self.values.finished
    }

    /// Whether all phases are finished.
    pub fn is_solved(&self) -> bool {
        self.finished() == self.layout.men.phases().len()
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

    /// A part of a finished phase: half by half, the bytes of its chunks.
    pub(in crate::retrograde) fn read(&self, kind: Kind, half: usize, part: usize) -> Result<Box<[u8]>, FileError> {
        let sizes = &self.layout.halves[half];
        let mut bytes = vec![0; self.layout.chunks_in(part) * sizes.length(kind)].into_boxed_slice();
        match kind {
            Kind::Values => unpack(sizes, &self.values.read(half, part)?, &mut bytes)?,
            Kind::Zeroing => {
                let packed = self.zeroing.as_ref().ok_or(FileDamage::ZeroingMissing)?.read(half, part)?;
                let mut rest = &packed[..];
                bytes.chunks_mut(FRAME).try_for_each(|piece| frame::take(&mut rest, piece))?;
            }
        }
        Ok(bytes)
    }

    pub(in crate::retrograde) fn append(&self, kind: Kind, half: usize, bytes: &[u8]) -> io::Result<PartPlace> {
        match kind {
            Kind::Values => self.values.append(&pack(&self.layout.halves[half], bytes)?),
            Kind::Zeroing => {
                let mut packed = Vec::new();
                bytes.chunks(FRAME).try_for_each(|piece| frame::push(&mut packed, piece))?;
                self.zeroing.as_ref().ok_or(io::ErrorKind::NotFound)?.append(&packed)
            }
        }
    }

    /// Notes in the files that the next phase is finished, with all parts written, and adds its far distances.
    pub(in crate::retrograde) fn finish(
        &mut self,
        phase: &Range<u64>,
        mut parts: Vec<WrittenPart>,
        mut far: Vec<FarDistance>,
    ) -> io::Result<()> {
        far.sort_unstable();
        parts.sort_unstable_by_key(|&(number, _)| number);
        let places = |file: usize| [0, 1].map(|half| parts.iter().map(|(_, places)| places[file][half]).collect());
        let first = self.layout.parts_of(phase).start;
        let mut noted = Vec::with_capacity(FAR * far.len());
        for FarDistance { offset, plies } in &far {
            noted.extend(offset.to_le_bytes());
            noted.extend(plies.to_le_bytes());
        }
        if let Some(file) = &mut self.zeroing {
            file.finish(self.values.finished, first, places(1), &[])?;
        }
        self.values.finish(self.values.finished, first, places(0), &noted)?;
        self.far.extend(far);
        Ok(())
    }

    /// Removes the file of the distances to a zeroing move, which other endings do not need.
    pub fn drop_zeroing(&mut self) -> io::Result<()> {
        self.zeroing.take().map_or(Ok(()), |file| std::fs::remove_file(&file.path))
    }

    /// Removes the files.
    pub fn remove(&self) -> io::Result<()> {
        // Values first: distances to a zeroing move alone are useless.
        std::fs::remove_file(&self.values.path)?;
        self.zeroing.as_ref().map_or(Ok(()), |file| std::fs::remove_file(&file.path))
    }
}

/// The file of distances to a zeroing move beside this file of values.
pub fn zeroing_path(values: &Path) -> PathBuf {
    values.with_extension("zeroing")
}

fn layout<G: Game>(ending: Ending, coding: Coding) -> io::Result<Layout<G>> {
    if ending.pieces() > PIECES {
        let text = format!("{ending} has {} pieces, and values are kept of at most {PIECES}", ending.pieces());
        return Err(io::Error::new(io::ErrorKind::InvalidInput, text));
    }
    Ok(Layout::new(ending, coding.with_dtw))
}

/// The header of a file, up to the records of its phases.
fn header<G: Game>(layout: &Layout<G>, coding: Coding, kind: Kind) -> [u8; PHASES] {
    let mut header = [0; PHASES];
    let name = layout.ending.to_string();
    header[..16].copy_from_slice(MAGIC);
    let [low, high] = coding.byte_plies.to_le_bytes();
    header[CODING].copy_from_slice(&[coding.draw_plies, G::NAME as u8, low, high, coding.with_dtw.into()]);
    header[21] = kind as u8;
    header[32..32 + name.len()].copy_from_slice(name.as_bytes());
    header
}

fn far_distances(noted: &[u8]) -> Result<Vec<FarDistance>, FileError> {
    let (records, []) = noted.as_chunks::<FAR>() else { return Err(FileDamage::PhaseRecord.into()) };
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
        for (game, with_dtw) in GameName::ALL.into_iter().flat_map(|game| [(game, true), (game, false)]) {
            let coding = Coding { draw_plies: 30, byte_plies: Dtw::MAX, with_dtw };
            for ending in (2..=PIECES).flat_map(Ending::all) {
                for kind in [Kind::Values, Kind::Zeroing] {
                    let header = in_game!(game, G => header(&Layout::<G>::new(ending, with_dtw), coding, kind));
                    assert!(checksums.insert(crc32fast::hash(&header)), "{ending} {game} {with_dtw} {kind:?}");
                }
            }
        }
        assert!(checksums.len() > 1000, "{}", checksums.len());
    }
}
