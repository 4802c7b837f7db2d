import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

const cell = new Int32Array(new SharedArrayBuffer(4));
const waits = {
    date() { for (const start = Date.now(); Date.now() - start < 30;); },
    performance() { for (const start = performance.now(); performance.now() - start < 30;); },
    hrtime() { for (const start = process.hrtime.bigint(); process.hrtime.bigint() - start < 30_000_000n;); },
    pair() { for (const start = process.hrtime(); process.hrtime(start)[1] < 30_000_000;); },
    atomics() { Atomics.wait(cell, 0, 0, 30); },
};
setInterval(() => {}, 10).unref();      // due again and again meanwhile
for (const [name, wait] of Object.entries(waits)) {
    await voice.say('a');
    const start = performance.now();
    voice.emit('waits');
    wait();
    voice.emit('waited', { name, ms: Math.round(performance.now() - start) });
}
await voice.say('b');
voice.emit('last');
