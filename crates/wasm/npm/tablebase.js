// What the package has, whatever it runs in.

import { Problem, Tables } from './tables.js';

export { Problem };

const BUILT_IN = { game: 'russian', tables: [] };

// Tables of 2 and 3 pieces are in the module, and a site has the same.
const isBuiltIn = (game, table) => game === 'russian' && table.split('.')[0].length <= 4;

// For what differs: the compiled module, how the bytes at an address are read, and how a worker begins.
export function tablebaseOn({ compiled, addressOf, read, worker }) {
  let module = null;
  const list = async url => JSON.parse(new TextDecoder().decode(await read(url)));

  return class Tablebase {
    #tables;

    constructor(tables) {
      this.#tables = tables;
    }

    static async open(url) {
      module ??= compiled();
      // What `bolshak site` has written there: a list of tables, and the tables.
      const base = url === undefined ? null : addressOf(`${url}`.replace(/\/*$/, '/'));
      const { game, tables } = base ? await reading(new URL('data/tables.json', base), list) : BUILT_IN;
      return new Tablebase(new Tables({
        module: await module,
        game,
        tables: tables.filter(table => !isBuiltIn(game, table)),
        load: table => reading(new URL(`tables/${table}`, base), read),
        worker,
      }));
    }

    get game() {
      return this.#tables.game;
    }

    probe(fen, options) {
      return this.#tables.ask('probe', { ...options, fen });
    }

    async rankMoves(fen, options) {
      const { moves, moves_if_not_over: further } = await this.probe(fen, { ...options, moves: true });
      return further ?? moves;
    }

    line(fen, options) {
      return this.#tables.ask('line', { ...options, fen });
    }

    solve(fen, { signal, ...options } = {}) {
      return this.#tables.solve({ ...options, fen }, signal);
    }
  };
}

async function reading(url, read) {
  try {
    return await read(url);
  } catch (error) {
    throw new Problem('table-unreadable', `${url}: ${error.message}`);
  }
}
