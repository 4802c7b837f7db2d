import { parentPort } from 'node:worker_threads';

parentPort.on('message', (n) => {
    for (let round = 0; round < 3e6; round += 1);
    if (n === 0) parentPort.close();
    else parentPort.postMessage({ n: n * 2, at: Date.now(), random: Math.random() });
});
