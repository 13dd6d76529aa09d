//! In which order endings are read, so that few are in memory at once.

use std::collections::BTreeSet;

use crate::index::Ending;

/// Some endings and all that their moves lead to, each after those. Endings of the same number of pieces go by how many
/// of them the stronger side has: promotions lead from one to another only within such a group, so that a group is
/// forgotten before the next.
pub(super) fn reading_order(endings: &[Ending]) -> Vec<Ending> {
    let mut all = BTreeSet::new();
    let mut open = endings.to_vec();
    while let Some(ending) = open.pop() {
        if all.insert(ending) {
            open.extend(ending.successors());
        }
    }
    let mut order: Vec<Ending> = all.into_iter().collect();
    order.sort_by_key(|ending| (ending.pieces(), ending.first().pieces(), ending.first().men, ending.second().men));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_moves_lead_to_comes_before() {
        let seven: Vec<Ending> = Ending::all(7).collect();
        let order = reading_order(&seven);
        assert_eq!(order.len(), (2..=7).map(|pieces| Ending::all(pieces).count()).sum());
        for (place, ending) in order.iter().enumerate() {
            assert!(ending.successors().iter().all(|successor| order[..place].contains(successor)), "{ending}");
        }
    }
}
