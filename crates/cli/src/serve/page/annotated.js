// A PDN with comments on its mistakes, put behind the moves that they are about. All else stays as it was.

import { t } from './words.js';

// What is said of a mistake.
export function comment({ mistake, before, after }) {
  return `${t(mistake)} (${t('before_after', t(before.category ?? 'unknown'), t(after.category ?? 'unknown'))})`;
}

// What would have been better; empty if that is not known.
export const better = ({ best }) => (best.length ? t('better', best.join(' ')) : '');

// What an author has put behind a move: marks.
const MARKS = /^(\s*(\$\d+|[!?]+))*/;

// The squares of a move that is written with spaces around its separators.
const SQUARES = /^(\s*[-–—:x×х]\s*[a-k\d][\da-k]*)*/i;

// The text with the comments on the mistakes of its games. Places count characters, and lines and columns from 1.
export function annotated(text, games) {
  const lines = text.split('\n').map(line => [...line]);
  const mistakes = games.flatMap(game => game.moves ?? []).filter(move => move.mistake);
  mistakes.sort((one, two) => two.line - one.line || two.column - one.column);
  for (const mistake of mistakes) {
    const line = lines[mistake.line - 1];
    if (!line) continue;
    let end = mistake.column - 1;
    while (end < line.length && !/[\s{}();$]/.test(line[end])) end++;
    end += SQUARES.exec(line.slice(end).join(''))[0].length;
    end += MARKS.exec(line.slice(end).join(''))[0].length;
    const words = [comment(mistake), better(mistake)].filter(Boolean).join('; ');
    line.splice(end, 0, ...` {${words}}`);
  }
  return lines.map(line => line.join('')).join('\n');
}

// The text of a file: UTF-8, or else the old Cyrillic code page.
export function decode(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1251').decode(bytes);
  }
}

// Gives a text to the user as a file.
export function download(text, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
