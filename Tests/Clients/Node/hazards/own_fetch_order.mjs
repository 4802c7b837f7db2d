import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

const order = [];
const ask = async (text) => {
    const answer = await fetch('http://model.example/ask', { method: 'POST', body: JSON.stringify({ text }) });
    order.push(`${text} ${await answer.text()}`);
};
await Promise.allSettled([ask('a'), ask('b'), ask('a')]);
voice.emit('order', { order, at: performance.now() });
