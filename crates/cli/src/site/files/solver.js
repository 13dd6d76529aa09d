// A worker that searches beyond the tables, so that the page goes on meanwhile. It has a probe of its own, and only the tables
// that it was given: no other exists for its search.

import { Probe } from './probe.js';

self.addEventListener('message', ({ data: { module, game, tables, path, query, body } }) => {
  const probe = new Probe(new WebAssembly.Instance(module).exports, game, []);
  for (const [name, bytes] of tables) probe.add(name, bytes);
  self.postMessage(probe.answer(`/api/v1/${path}`, query, body));
});
