// The probe, and tables that are fetched when a question first needs them. The page of a site and the npm package share it.

import { Probe } from './probe.js';

// An answer that there is none: `code` for programs, `detail` for people; `fen` and `clock`, if a position was read;
// `table`, if it is about one.
export class Problem extends Error {
  constructor(code, detail, { fen, clock, table } = {}) {
    super(detail);
    Object.assign(this, { code, fen, clock, table });
  }
}

// The most pieces of the tables that a search has.
const PIECES = 5;

// Whether captures and promotions may lead from a position, as answers write it, to an ending.
function mayBecome(fen, ending) {
  const [white, black] = fen.split(':').slice(1).map(side => side.slice(1).split(','));
  const fits = (side, pieces) => side.length <= pieces.length
    && side.replaceAll('K', '').length <= pieces.filter(piece => !piece.startsWith('K')).length;
  const [first, second] = ending.split('v');
  return first.length + second.length <= PIECES
    && ((fits(first, white) && fits(second, black)) || (fits(first, black) && fits(second, white)));
}

function queryOf(question) {
  return new URLSearchParams(Object.entries(question).filter(([, value]) => value !== undefined && value !== null)).toString();
}

export class Tables {
  // For a compiled module, a game, and the names of the tables that exist. `load` fetches one by its name, `worker` makes a worker
  // that runs solver.js.
  constructor({ module, game, tables, load, worker }) {
    Object.assign(this, { module, game, names: tables, load, worker });
    // What was fetched or is being fetched, by name.
    this.fetched = new Map();
  }

  // A probe that has no table yet but knows which exist.
  async begin() {
    const { exports } = await WebAssembly.instantiate(this.module);
    return new Probe(exports, this.game, this.names);
  }

  bytesOf(name) {
    if (!this.fetched.has(name)) {
      const bytes = this.load(name);
      bytes.catch(() => this.fetched.delete(name));
      this.fetched.set(name, bytes);
    }
    return this.fetched.get(name);
  }

  // Fetches the tables of the ending that a table is of.
  async bring(probe, table) {
    if (probe.here.has(table)) throw new Problem('table-damaged', table);
    const [ending] = table.split('.');
    const names = this.names.filter(name => name.startsWith(`${ending}.`));
    await Promise.all(names.map(async name => probe.add(name, await this.bytesOf(name))));
  }

  // Answers as the service does. A table that is not here yet is fetched, and the question asked again.
  async ask(path, question, body = '') {
    this.asked ??= this.begin();
    return this.answer(await this.asked, path, question, body);
  }

  async answer(probe, path, question, body) {
    const query = queryOf(question);
    for (;;) {
      const { status, answer } = probe.answer(`/api/v1/${path}`, query, body);
      if (status === 200) return answer;
      if (status !== 503 || !answer.table) throw new Problem(answer.code, answer.detail, answer);
      await this.bring(probe, answer.table);
    }
  }

  // What a search proves of a position: `positions` of the question limits it, the signal stops it.
  solve(question, signal) {
    return this.search('solve', question, question, '', signal);
  }

  // Answers a request that searches, in a worker. It has the tables by which the position of `asked` and its moves are answered, and of
  // all other endings that may come the results alone.
  async search(path, asked, question, body, signal) {
    const probe = await this.begin();
    const { fen } = await this.answer(probe, 'solve', { ...asked, positions: 0 }, '');
    const results = this.names.filter(name => name.endsWith('.wdl') && mayBecome(fen, name.split('.')[0]));
    const names = [...new Set([...probe.here, ...results])];
    const tables = await Promise.all(names.map(async name => [name, await this.bytesOf(name)]));
    const message = { module: this.module, game: this.game, tables, path, query: queryOf(question), body };
    const { status, answer } = await this.searched(message, signal);
    if (status === 200) return answer;
    throw new Problem(answer.code, answer.detail, answer);
  }

  async searched(message, signal) {
    const worker = this.worker();
    let stop;
    try {
      return await new Promise((resolve, reject) => {
        stop = () => reject(new Problem('stopped', 'the search was stopped'));
        if (signal?.aborted) stop();
        signal?.addEventListener('abort', stop);
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = ({ message: detail }) => reject(new Problem('internal', detail));
        worker.postMessage(message);
      });
    } finally {
      worker.terminate();
      signal?.removeEventListener('abort', stop);
    }
  }
}
