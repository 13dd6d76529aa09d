// A worker that searches beyond the tables, so that the page goes on meanwhile. It has a probe of its own, and only the tables
// that it was given: no other exists for its searches.

import { Probe } from './probe.js';

let probe = null;

// Takes tables, each a name with its bytes, and answers a request.
self.addEventListener('message', ({ data: { module, game, tables, path, query, body } }) => {
  probe ??= new Probe(new WebAssembly.Instance(module).exports, game, []);
  for (const [name, bytes] of tables) probe.add(name, bytes);
  self.postMessage(probe.answer(`/api/v1/${path}`, query, body));
});
