import { Problem, tablebaseOn } from './tablebase.js';

async function read(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

const Tablebase = tablebaseOn({
  // Bundlers know these two addresses by the way they are written.
  compiled: async () => WebAssembly.compile(await read(new URL('./probe.wasm', import.meta.url))),
  worker: () => new Worker(new URL('./solver.js', import.meta.url), { type: 'module' }),
  addressOf: url => new URL(url, globalThis.document?.baseURI ?? globalThis.location?.href),
  read,
});

export { Problem, Tablebase };
