// solver.js in a thread of node.

import { parentPort } from 'node:worker_threads';

globalThis.self = parentPort;
await import('./solver.js');
parentPort.start();
