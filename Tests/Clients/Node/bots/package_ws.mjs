// What the package `ws` tells of connections that end in many ways.
import { createRequire } from 'node:module';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

const [, , packages, base] = process.argv, found = createRequire(packages)('ws');
const { WebSocket = found, createWebSocketStream } = found;     // older versions are the class itself

/** Connects, and notes all that is told until the connection is over. */
function watch(path, { protocols = [], opened = () => {}, ...options } = {}) {
    const socket = new WebSocket(`${base}${path}`, protocols, { perMessageDeflate: { threshold: 0 }, ...options });
    const note = (what, ...words) => voice.emit(what, { path, words: words.map(String) });
    socket.on('open', () => { note('open', socket.protocol, socket.extensions); opened(socket); });
    socket.on('message', (data, isBinary) => note('message', data, isBinary)).on('ping', (data) => note('ping', data)).on('pong', (data) => note('pong', data));
    socket.on('error', ({ message, code }) => note('error', code, message)).on('redirect', (address) => note('redirect', new URL(address).pathname));
    return new Promise((resolve) => {
        socket.on('close', (code, reason) => { note('close', code, reason); resolve(); });
        if (options.isLookedAt) {
            socket.on('unexpected-response', async (request, response) => {
                note('refused', response.statusCode, response.headers['content-type'], Buffer.concat(await response.toArray()));
                resolve();
            });
        }
    });
}

await watch('/echo', {
    protocols: ['token', 'second'],
    opened: (socket) => {
        socket.ping('beat');
        socket.send('pie', { fin: false });
        socket.send('ces', { fin: true });
        socket.send(Buffer.from([200]), { fin: false });
        socket.send(Buffer.from([201]), { fin: true });
        setTimeout(() => socket.close(4001, 'enough'), 100);
    },
});
for (const path of ['/quota', '/cut', '/empty', '/pings', '/secret']) await watch(path);
await watch('/secret', { isLookedAt: true });
await watch('/moved', { followRedirects: true, opened: (socket) => socket.close() });
await watch('/silent', { handshakeTimeout: 300 });
await watch('/echo', { opened: (socket) => socket.terminate() });
const stream = createWebSocketStream(new WebSocket(`${base}/echo`), { encoding: 'utf8' });
stream.write('by stream');
stream.once('data', (text) => { voice.emit('stream', { text }); stream.end(); });
