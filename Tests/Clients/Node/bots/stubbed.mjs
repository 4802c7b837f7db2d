// Asks services for which functions stand in: by HTTP, by fetch, and over a WebSocket.
import { createRequire } from 'node:module';
import http from 'node:http';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

const [, , packages, isReplay] = process.argv;
voice.stub('POST http://model.example/', () => [201, { 'X-Request-ID': '1' }, 'other']);
voice.stub('POST http://model.example/v1/', (to, body) => [[0.1, String(body).toUpperCase().slice(0, 2)], [0.3, body.subarray(2)]]);
voice.stub('GET wss://model.example/', (to, message) => {
    if (isReplay) throw new Error('a replay asks nothing');
    if (message === null) return [[0.1, `hello ${to}`]];
    return typeof message === 'string' ? [[0.2, `${message}!`], [0.1, Buffer.from([1, 2])]] : undefined;
});

const seconds = () => Math.round(performance.now()) / 1_000;
const [status, pieces] = await new Promise((resolve) => {
    const request = http.request('http://model.example/v1/ask', { method: 'POST' }, async (response) => {
        const found = [];
        for await (const piece of response) found.push(String(piece));
        resolve([response.statusCode, found]);
    });
    request.end('large');
});
voice.emit('asked', { status, pieces, at: seconds() });
const other = await fetch('http://model.example/v2/ask', { method: 'POST', body: 'x' });
voice.emit('fetched', { status: other.status, id: other.headers.get('x-request-id'), text: await other.text() });
if (packages !== 'none') {
    const socket = new (createRequire(packages)('ws'))('wss://model.example/talk', ['one', 'two']);
    const start = seconds();
    socket.on('open', () => socket.ping('beat')).on('pong', (data) => voice.emit('pong', { text: String(data) }));
    socket.on('message', (data, isBinary) => {
        voice.emit('message', { data: isBinary ? [...data] : String(data), after: Math.round(10 * (seconds() - start)) / 10 });
        if (String(data).startsWith('hello')) socket.send('large');
        if (String(data) === 'large!') socket.close(4000, 'enough');
    });
    socket.on('close', (code) => voice.emit('closed', { code, protocol: socket.protocol }));
}
