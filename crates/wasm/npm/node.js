import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { Problem, tablebaseOn } from './tablebase.js';

// Paths and addresses of files are read from the disk.
async function read(url) {
  if (url.protocol === 'file:') return new Uint8Array(await readFile(url));
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

// A thread that is used as the worker of a browser is. It would not begin with some options of the program, such as --input-type.
function worker() {
  const thread = new Worker(new URL('./node-solver.js', import.meta.url), { execArgv: [] });
  thread.on('message', data => thread.onmessage({ data }));
  thread.on('error', error => thread.onerror(error));
  return thread;
}

const Tablebase = tablebaseOn({
  compiled: async () => WebAssembly.compile(await readFile(new URL('./probe.wasm', import.meta.url))),
  addressOf: url => (/^[a-z]+:\/\//.test(url) ? new URL(url) : pathToFileURL(url)),
  read,
  worker,
});

export { Problem, Tablebase };
