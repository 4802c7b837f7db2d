import { parentPort } from 'node:worker_threads';

setTimeout(() => parentPort.postMessage('late'), 20);
