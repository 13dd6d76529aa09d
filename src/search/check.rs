//! The check of a certificate, position by position, without any search; and what a proof in theory is worth under the clock.

use std::collections::HashMap;
use std::sync::Arc;

use foldhash::fast::FixedState;

use crate::board::Game;
use crate::probe::ProbeError;
use crate::rules::Move;

use super::certificate::{Certificate, Steps};
use super::node::{Node, Question};

/// Whether a certificate shows what it says. Stops with `None` when `is_over`.
pub(super) fn holds<G: Game>(
    question: &Question<'_, G>,
    certificate: &Certificate<G>,
    is_over: &mut dyn FnMut() -> bool,
) -> Result<Option<bool>, ProbeError> {
    let Certificate { root, forced, steps, .. } = certificate;
    if let Some(won) = question.end(root)? {
        return Ok(Some(won == *forced));
    }
    if !steps.contains_key(root) {
        return Ok(Some(false));
    }
    for (count, (node, mv)) in steps.iter().enumerate() {
        if count % 64 == 0 && is_over() {
            return Ok(None);
        }
        // The attacker chooses in a proof, the defender in a refutation.
        if (node.attacks == *forced) != mv.is_some() {
            return Ok(Some(false));
        }
        let mut is_legal = mv.is_none();
        for (_, child) in question.followed(node, *mv) {
            is_legal = true;
            let closes = match question.end(&child)? {
                Some(won) => won == *forced,
                None => steps.contains_key(&child),
            };
            if !closes {
                return Ok(Some(false));
            }
        }
        if !is_legal {
            return Ok(Some(false));
        }
    }
    Ok(Some(!forced || is_finite(question, root, steps)))
}

/// Whether no way through the steps meets a position twice.
fn is_finite<G: Game>(question: &Question<'_, G>, root: &Node<G>, steps: &Steps<G>) -> bool {
    let mut finished = HashMap::<_, _, FixedState>::default();
    // Nodes, each before its children and once more behind them: those between are on the way.
    let mut way = vec![(*root, false)];
    while let Some((node, is_left)) = way.pop() {
        match finished.get(&node) {
            _ if is_left => {
                finished.insert(node, true);
            }
            Some(true) => {}
            Some(false) => return false,
            None => {
                finished.insert(node, false);
                way.push((node, true));
                let children = question.followed(&node, steps[&node]).map(|(_, child)| child);
                way.extend(children.filter(|child| steps.contains_key(child)).map(|child| (child, false)));
            }
        }
    }
    true
}

/// The steps of a proof in theory walked from a node with a clock; `None` if the draw rule spoils it, or a table is missing that
/// says so.
pub(super) fn with_clock<G: Game>(
    question: &Question<'_, G>,
    proof: &Certificate<G>,
    root: Node<G>,
    is_over: &mut dyn FnMut() -> bool,
) -> Result<Option<Certificate<G>>, ProbeError> {
    let mut steps = Steps::default();
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        if steps.len() % 64 == 0 && is_over() {
            return Ok(None);
        }
        let Some(&mv) = proof.steps.get(&node.in_theory()) else { return Ok(None) };
        if steps.insert(node, mv).is_some() {
            continue;
        }
        for (_, child) in question.followed(&node, mv) {
            match question.end(&child)? {
                Some(true) => {}
                Some(false) => return Ok(None),
                None => open.push(child),
            }
        }
    }
    Ok(Some(Certificate { root, rule: question.rule, steps: Arc::new(steps), ..*proof }))
}

/// The longest line of a proof: its plies, and its moves as far as the proof goes. The plies are those to the end of the game if
/// the tables have all distances to win, else `None`; so also when `is_over`.
pub(super) fn longest_line<G: Game>(
    question: &Question<'_, G>,
    proof: &Certificate<G>,
    is_over: &mut dyn FnMut() -> bool,
) -> (Option<u32>, Vec<Move<G>>) {
    let mut known: HashMap<Node<G>, (u32, Option<Move<G>>), FixedState> = HashMap::default();
    // Nodes, each before its children and once more behind them.
    let mut way = vec![(proof.root, false)];
    let mut has_distances = true;
    while let Some((node, is_finished)) = way.pop() {
        if known.contains_key(&node) {
            continue;
        }
        let Some(&chosen) = proof.steps.get(&node) else {
            has_distances &= !known.len().is_multiple_of(16) || !is_over();
            let plies = if has_distances { question.plies_to_end(&node) } else { None };
            has_distances &= plies.is_some();
            known.insert(node, (plies.unwrap_or(0), None));
            continue;
        };
        let followed = question.followed(&node, chosen);
        if !is_finished {
            way.push((node, true));
            way.extend(followed.map(|(_, child)| (child, false)));
            continue;
        }
        let through = followed.map(|(mv, child)| (known.get(&child).map_or(0, |(plies, _)| plies + 1), Some(mv)));
        let longest = through.max_by_key(|(plies, _)| *plies).unwrap_or_default();
        known.insert(node, longest);
    }
    let mut line = Vec::new();
    let mut node = proof.root;
    while let Some((_, Some(mv))) = known.get(&node) {
        line.push(*mv);
        node = question.after(&node, mv);
    }
    (known.get(&proof.root).filter(|_| has_distances).map(|(plies, _)| *plies), line)
}
