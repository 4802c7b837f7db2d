// Calls of several callers: chance and clocks of each, one that fails where its caller presses 9, and forgets a promise at 8.
import { randomUUID } from 'node:crypto';
import { emit, inEachCall, on } from '../../../../Sources/Clients/Node/voicetest-app.mjs';

process.on('unhandledRejection', () => {});
emit('outside', { drew: Math.random() });
await inEachCall(async () => {
    emit('began', { drew: randomUUID(), now: `${process.hrtime.bigint()}` });
    const pressed = new Promise((resolve) => { on('key', ({ key }) => resolve(key)); });
    await new Promise((resolve) => { setTimeout(resolve, 20); });
    const key = await pressed;
    emit('pressed', { key, drew: Math.random(), now: `${Date.now()}` });
    if (key === '8') Promise.resolve().then(() => { throw new RangeError('forgotten'); });
    if (key === '9') throw new Error('planted');
});
