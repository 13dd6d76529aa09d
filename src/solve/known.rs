//! Values that are final already, of any material.

use crate::board::Board;
use crate::index::{Material, PIECES};
use crate::value::{Dtw, Dtz, Measure};

use super::Values;

const BASE: usize = PIECES as usize + 1;
const NONE: u8 = u8::MAX;

/// The values that moves out of a fibre lead to, by material.
#[derive(Clone)]
pub struct Known<'a> {
    slots: Box<[u8]>,
    values: Vec<Values<'a>>,
}

impl<'a> Known<'a> {
    /// Knows nothing but that a side without pieces has lost.
    pub fn new() -> Known<'a> {
        Known { slots: vec![NONE; BASE.pow(4)].into(), values: Vec::new() }
    }

    /// Adds the values of a material. Of an ending in work these may be its first entries alone.
    pub fn add(&mut self, values: Values<'a>) {
        self.slots[slot(values.index.material())] = self.values.len() as u8;
        self.values.push(values);
    }

    /// The codes for [`Dtw`] and [`Dtz`] of a board that is final.
    ///
    /// # Panics
    /// If its values were never added.
    pub fn get(&self, board: &Board) -> (u8, u8) {
        if board.own() == 0 {
            return (Dtw::loss(0), Dtz::loss(0));
        }
        let values = &self.values[usize::from(self.slots[slot(Material::of(board))])];
        let rank = values.index.rank(board) as usize;
        (values.dtw[rank], values.dtz[rank])
    }
}

impl Default for Known<'_> {
    fn default() -> Self {
        Known::new()
    }
}

fn slot(material: Material) -> usize {
    let Material { mover, other } = material;
    [mover.men, mover.kings, other.men, other.kings].iter().fold(0, |slot, &n| slot * BASE + usize::from(n))
}
