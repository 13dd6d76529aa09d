//! The parameters of the engine.

use bolshak::board::{GameName, short};
use bolshak::rules::{DrawRule, HubNumbering, HubNumberingError};

use super::message::quoted;
use crate::shared::one_of::one_of;
use crate::shared::tables::Tables;

/// The parameters, on the command line and in the protocol.
#[derive(clap::Args, Clone)]
pub struct Settings {
    #[command(flatten)]
    pub tables: Tables,

    /// The square that has the number 1 in moves: b8 as in PDN, or a1 as pydraughts sends them
    #[arg(long, value_name = "SQUARE", default_value_t = HubNumbering::B8)]
    #[arg(value_parser = one_of(HubNumbering::ALL), hide_possible_values = true)]
    pub numbering: HubNumbering,

    /// The draw rule: 15-moves (three kings against one, and 15 moves by kings alone), three-kings (the first of them
    /// alone), or none
    #[arg(long, value_name = "RULE", default_value_t = DrawRule::FifteenMoves)]
    #[arg(value_parser = one_of(DrawRule::ALL), hide_possible_values = true)]
    pub rule: DrawRule,
}

/// The effect of a change.
#[derive(PartialEq, Eq, Debug)]
pub enum Changed {
    /// Other tables must be opened.
    Tables,
    /// Nothing to do.
    Other,
}

impl Settings {
    /// The lines that declare the parameters. The game is the only variant that the engine plays.
    pub fn declaration(&self, game: GameName) -> String {
        let directory =
            self.tables.directory().map(|directory| directory.to_string_lossy().into_owned()).unwrap_or_default();
        let (numbering, rule) = (self.numbering, self.rule);
        format!(
            "param name=variant value={game} type=enum values=\"{game}\"\n\
             param name=tables value={} type=string\n\
             param name=numbering value={numbering} type=enum values=\"b8 a1\"\n\
             param name=rule value={rule} type=enum values=\"15-moves three-kings none\"\n",
            quoted(&directory)
        )
    }

    /// Sets a parameter.
    pub fn set(&mut self, game: GameName, name: &str, value: &str) -> Result<Changed, String> {
        match name {
            "variant" if value == game.name() => {}
            "variant" => {
                return Err(format!(
                    "this engine plays {game}, not the variant \"{}\"; another game needs another engine, started with --game",
                    short(value)
                ));
            }
            "tables" => {
                self.tables = self.tables.in_directory(value);
                return Ok(Changed::Tables);
            }
            "numbering" => self.numbering = value.parse().map_err(|error: HubNumberingError| error.to_string())?,
            "rule" => self.rule = value.parse()?,
            _ => {
                return Err(format!(
                    "there is no parameter {}; there are variant, tables, numbering and rule",
                    short(name)
                ));
            }
        }
        Ok(Changed::Other)
    }
}
