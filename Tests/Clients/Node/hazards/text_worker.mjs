import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

const worker = new Worker("require('node:worker_threads').parentPort.postMessage(1)", { eval: true });
voice.emit('answer', { answer: (await once(worker, 'message'))[0] });
