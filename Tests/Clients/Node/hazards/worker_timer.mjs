import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

const worker = new Worker(new URL('worker_timer.part.mjs', import.meta.url));
const [answer] = await once(worker, 'message');
voice.emit('answer', { answer });
