// What the page shows, in one place: the record, and the answer to its present position. Listeners are called on changes.

import { readFen } from './read.js';
import { fenOfAddress, fromAddress, question, toAddress } from './record.js';
import { search } from './search.js';
import { Problem, source } from './source.js';
import { t } from './words.js';

const listeners = { record: [], answer: [] };

export const store = {
  record: null,
  // The answer to the present position; null while it is asked and if there is none.
  answer: null,
  // Why there is no answer.
  problem: null,
  // Whether the answer is that of a search beyond the tables: `on` while it goes on, then `over`; null if it is not.
  search: null,
  // The answer to `endings`: the tables that are there.
  tables: null,
};

const NOTHING = { answer: null, problem: null, search: null };

export function on(event, listener) {
  listeners[event].push(listener);
}

function tell(event) {
  listeners[event].forEach(listener => listener());
}

// Shows another record. The address follows: `push` is a new entry of the browser's history, `replace` changes the present one,
// `edit` is a push at the first of several edits, and `none` leaves the address alone.
export function show(record, how = 'push') {
  const address = toAddress(record);
  const same = address === location.hash;
  if (how === 'replace' || (how === 'edit' && history.state?.edit) || (same && how !== 'none')) {
    history.replaceState(history.state, '', address);
  } else if (how !== 'none') {
    history.pushState({ edit: how === 'edit' }, '', address);
  }
  if (how !== 'replace') followed++;
  Object.assign(store, { record, ...NOTHING });
  tell('record');
  ask();
}

// Tells everybody again, as when the language has changed. What has a sentence of the service is asked again.
export function refresh() {
  const stays = store.answer && !store.answer.note;
  if (!stays) Object.assign(store, NOTHING);
  tell('record');
  if (stays) tell('answer');
  else ask();
}

// What stops the search of the position that was asked last.
let stop = new AbortController();

async function ask() {
  stop.abort();
  const mine = stop = new AbortController();
  // Only an answer that lets itself be waited for is announced as awaited.
  const slow = setTimeout(() => tell('answer'), 250);
  const asked = question(store.record);
  const take = found => {
    clearTimeout(slow);
    if (mine.signal.aborted) return;
    Object.assign(store, found);
    tell('answer');
  };
  const problem = await source.probe(asked).then(answer => take({ answer }), problem => problem);
  if (problem?.code !== 'no-table') return problem && take({ problem });
  try {
    await search(asked, mine.signal, (answer, ends) => take({ answer, search: ends ? 'over' : 'on' }));
  } catch (error) {
    // What was found so far stays.
    take(store.answer ? { search: 'over' } : { problem });
    if (!(error instanceof Problem)) throw error;
  }
}

// Counts the addresses that were followed, and what was shown since: an address that had to be asked may come too late.
let followed = 0;

// Shows the record of an address whose position only the service can read. `say` shows a sentence.
async function askAddress(hash, say) {
  const asked = fenOfAddress(hash);
  if (!asked) return;
  const mine = followed;
  const found = await readFen(asked);
  if (mine !== followed) return;
  if (found.position) show(fromAddress(hash, found), 'replace');
  say(found.position ? found.words : t('bad_address', found.words));
}

// Shows the record of the address that the page was opened at, else the example; and later, when the address changes by the
// browser's buttons or by hand, that of the new one.
export function followAddress(example, say) {
  // Other sites link with ?fen=, which means the same.
  if (!location.hash && new URLSearchParams(location.search).has('fen')) {
    history.replaceState(null, '', location.pathname + location.search.replace('?', '#'));
  }
  const { hash } = location;
  const record = fromAddress(hash);
  show(record ?? example, 'replace');
  if (!record) askAddress(hash, say);
  const follow = () => {
    followed++;
    const record = fromAddress(location.hash);
    if (!record) askAddress(location.hash, say);
    else if (toAddress(record) !== toAddress(store.record)) show(record, 'none');
  };
  window.addEventListener('popstate', follow);
  window.addEventListener('hashchange', follow);
}
