import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

const order = globalThis.order = [];
await Promise.all(['a', 'b', 'c'].map(async (name) => {
    await import(`data:text/javascript,globalThis.order.push('${name}')`);
    order.push(name.toUpperCase());
}));
voice.emit('order', { order: order.join() });
