// A solution as a text with variations in brackets: moves are put into it, all else stays as its author wrote it.

// Words that are not moves: numbers, results and marks.
const NUMBER = /^\d+\.+/;
const OTHER = /^(\$\d+|[!?]+|\*|1-0|0-1|2-0|0-2|1-1|1\/2(-1\/2)?)$/;

// A tree of moves. A node has its move as written, the words behind it, and the nodes after it, the main line first.
function read(text) {
  const root = { move: '', words: [], next: [] };
  // The way to the present place; those of the lines around a variation.
  let [way, around, result] = [[root], [], ''];
  for (const part of text.match(/\{[^}]*\}?|[()]|[^\s(){}]+/g) ?? []) {
    const move = part.replace(NUMBER, '');
    if (part === '(') {
      around.push(way);
      way = way.slice(0, Math.max(1, way.length - 1));
    } else if (part === ')') {
      way = around.pop() ?? way;
    } else if (/^[*\d][-\d/]*$/.test(part) && OTHER.test(part) && !around.length) {
      result = part;
    } else if (part.startsWith('{') || OTHER.test(part)) {
      way.at(-1).words.push(part);
    } else if (move) {
      const node = { move, words: [], next: [] };
      way.at(-1).next.push(node);
      way = [...way, node];
    }
  }
  return { root, result };
}

// Whether a word may be a move: that itself, or a shorter form of it, such as `cd4`.
function isMove(written, move) {
  const plain = text => text.toLowerCase().replace(/[^a-k1-8]/g, '').replace(/k/g, 'j');
  const [from, to] = [move.slice(0, 2), move.slice(-2)];
  return [plain(move), from + to, from[0] + to, to].includes(plain(written));
}

// The text of what follows a node; `ply` counts from the first move of White, 0.
function written(node, ply, goesOn) {
  const [main, ...others] = node.next;
  if (!main) return [];
  const name = (move, needed) => (ply % 2 === 0 ? `${ply / 2 + 1}. ${move}` : needed ? `${(ply - 1) / 2 + 1}... ${move}` : move);
  const branch = other => `(${[name(other.move, true), ...other.words, ...written(other, ply + 1, !other.words.length)].join(' ')})`;
  const breaks = main.words.length > 0 || others.length > 0;
  return [name(main.move, !goesOn), ...main.words, ...others.map(branch), ...written(main, ply + 1, !breaks)];
}

// The text with a line of moves in it: the main line if there is none, else a variation where it leaves the others.
export function withLine(text, moves, turn) {
  const { root, result } = read(text);
  let node = root;
  for (const move of moves) {
    let known = node.next.find(child => isMove(child.move, move));
    if (!known) node.next.push(known = { move, words: [], next: [] });
    node = known;
  }
  return [...root.words, ...written(root, turn === 'W' ? 0 : 1, false), result].filter(Boolean).join(' ');
}
