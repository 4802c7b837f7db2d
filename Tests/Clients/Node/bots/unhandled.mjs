// Errors that nothing of the bot handles, a second apart: its arguments say which ones.
import { EventEmitter } from 'node:events';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

const later = (milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds); });

async function fails(size) {
    await later(100);
    throw new RangeError(size);
}

const failsAtOnce = (size) => () => { throw new RangeError(size); };

const WAYS = {
    rejection: () => { fails('small'); },
    awaited: async () => { try { await fails('awaited'); } catch { /* handled */ } },
    timer: () => { setTimeout(failsAtOnce('timer'), 100); },
    repeated: () => { const timer = setInterval(failsAtOnce('repeated'), 100); setTimeout(() => clearInterval(timer), 450); },
    listener: () => { const one = new EventEmitter().on('size', failsAtOnce('listener')); setTimeout(() => one.emit('size'), 100); },
    target: () => { const one = new EventTarget(); one.addEventListener('size', failsAtOnce('target')); one.dispatchEvent(new Event('size')); },
    noListener: () => { setTimeout(() => new EventEmitter().emit('error', new RangeError('none')), 100); },
    text: () => { Promise.reject('no size'); },
    long: () => { Promise.reject(new Error('ä'.repeat(5_000))); },
    captured: () => {
        process.setUncaughtExceptionCaptureCallback(() => process.setUncaughtExceptionCaptureCallback(null));
        setTimeout(failsAtOnce('captured'), 100);
    },
    exits: () => { process.on('uncaughtException', () => process.exit(3)); setTimeout(failsAtOnce('last'), 100); },
};

if (process.argv[2] !== 'warned') {
    process.on('uncaughtException', () => {});
    process.on('unhandledRejection', () => {});
}
for (const name of process.argv.slice(2)) {
    await (WAYS[name] ?? WAYS.rejection)();
    await later(1_000);
}
voice.emit('over');
