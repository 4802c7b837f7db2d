import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

const worker = new Worker(new URL('worker.part.mjs', import.meta.url));
for (const n of [1, 2, 3]) {
    worker.postMessage(n);
    const [answer] = await once(worker, 'message');
    voice.emit('answer', answer);
    await new Promise((resolve) => { setTimeout(resolve, 100); });
}
worker.postMessage(0);
const [code] = await once(worker, 'exit');
voice.emit('over', { code, at: Math.round(performance.now()) });
