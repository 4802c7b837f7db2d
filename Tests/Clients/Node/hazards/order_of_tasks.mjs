import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

const order = [];
setTimeout(() => order.push('timeout'), 0);
setImmediate(() => order.push('immediate'));
process.nextTick(() => order.push('tick'));
queueMicrotask(() => order.push('microtask'));
Promise.resolve().then(() => order.push('promise'));
await new Promise((resolve) => { setTimeout(resolve, 10); });
voice.emit('order', { order: order.join() });
