// A model behind HTTP, asked in each of Node's ways: equal calls in flight, a stream, a time limit, a cancelled call.
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

const [, , base] = process.argv;

async function ask(text, signal) {
    const answer = await fetch(`${base}/ask`, { method: 'POST', body: JSON.stringify({ text }), headers: { authorization: 'Bearer secret' }, signal });
    return (await answer.json()).answer;
}

async function stream(text) {
    const answer = await fetch(`${base}/stream`, { method: 'POST', body: JSON.stringify({ text }) }), pieces = [];
    for await (const piece of answer.body) pieces.push(Buffer.from(piece).toString());
    return pieces.join('').trim().split('\n');
}

function askByHTTP(text, timeout) {
    return new Promise((resolve, reject) => {
        const request = http.request(`${base}/ask`, { method: 'POST', timeout, headers: { 'content-type': 'application/json' } }, (answer) => {
            const parts = [];
            answer.on('data', (part) => parts.push(part));
            answer.on('end', () => resolve(JSON.parse(Buffer.concat(parts)).answer));
            answer.on('error', reject);
        });
        request.on('timeout', () => request.destroy(new Error('too late')));
        request.on('error', reject);
        request.end(JSON.stringify({ text }));
    });
}

const weather = voice.external('weather', async (town) => {
    await sleep(20);
    return { town, degrees: 21 };
});
const at = () => Math.floor(performance.now());

voice.emit('one', { answer: await ask('large'), at: at() });
voice.emit('two', { answers: await Promise.all([ask('same'), ask('same')]), at: at() });
voice.emit('lines', { lines: await stream('x'), at: at() });
voice.emit('weather', await weather('Ulm'));
voice.emit('http', { answer: await askByHTTP('large'), at: at() });
voice.emit('late', { name: await ask('slow', AbortSignal.timeout(50)).catch((error) => error.name), at: at() });
voice.emit('late', { name: await askByHTTP('slow', 50).catch((error) => error.message), at: at() });
