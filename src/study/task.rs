//! The task of a study: a side and its aim.

use crate::board::Color;
use crate::pdn::Stated;

/// The aim of the solving side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Aim {
    /// A win.
    Win,
    /// At least a draw.
    Draw,
    /// An end in which the other side has pieces but none can move.
    Lock,
}

impl Aim {
    /// All aims.
    pub const ALL: [Aim; 3] = [Aim::Win, Aim::Draw, Aim::Lock];

    /// `win`, `draw` or `lock`.
    pub const fn name(self) -> &'static str {
        ["win", "draw", "lock"][self as usize]
    }
}

impl std::fmt::Display for Aim {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// The task of a study: the solving side and its aim.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Task {
    /// The solving side: White by custom.
    pub side: Color,
    /// Its aim.
    pub aim: Aim,
}

impl Task {
    /// The task by a result.
    pub fn of_result(stated: Stated) -> Option<Task> {
        let (side, aim) = match stated {
            Stated::White => (Color::White, Aim::Win),
            Stated::Black => (Color::Black, Aim::Win),
            Stated::Draw => (Color::White, Aim::Draw),
            Stated::Neither | Stated::Open => return None,
        };
        Some(Task { side, aim })
    }
}
