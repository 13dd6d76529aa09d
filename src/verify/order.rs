//! The order in which endings are read, so that few are in memory at once.

use crate::index::Ending;

/// Some endings and all that their moves lead to, each after those that its own moves lead to. Endings with the same number of
/// pieces are grouped by the pieces of the stronger side. Promotions lead only to endings of the same group, so a group is
/// dropped before the next one.
pub(super) fn reading_order(endings: &[Ending]) -> Vec<Ending> {
    let mut order: Vec<Ending> = Ending::with_successors(endings).into_iter().collect();
    order.sort_by_key(|ending| (ending.pieces(), ending.first().pieces(), ending.first().men, ending.second().men));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ending_comes_after_those_that_its_moves_lead_to() {
        let seven: Vec<Ending> = Ending::all(7).collect();
        let order = reading_order(&seven);
        assert_eq!(order.len(), (2..=7).map(|pieces| Ending::all(pieces).count()).sum::<usize>());
        for (place, ending) in order.iter().enumerate() {
            assert!(ending.successors().iter().all(|successor| order[..place].contains(successor)), "{ending}");
        }
    }
}
