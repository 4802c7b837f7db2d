import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

const file = new URL('two_workers.part.mjs', import.meta.url), order = [];
await Promise.all([1, 2].map(async (number) => { await once(new Worker(file), 'message'); order.push(number); }));
voice.emit('order', { order });
