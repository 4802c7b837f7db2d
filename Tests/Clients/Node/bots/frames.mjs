// WebSockets as packages make them: upgraded connections of node:http or node:https, with frames in bytes.
// The arguments are the address and the connections, one after the other: `PATH|PROTOCOLS|FRAME|FRAME…`, with frames in
// hexadecimal, each masked with 1 2 3 4.
import { createHash } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import tls from 'node:tls';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

const [, , base, ...connections] = process.argv, isSecure = base.startsWith('https:');
const key = Buffer.alloc(16, 7).toString('base64'), at = () => Math.floor(performance.now());

/** Tells of one connection until it is over. */
const connect = (path, protocols, frames) => new Promise((over) => {
    const headers = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': 13, 'sec-websocket-key': key };
    if (protocols) headers['sec-websocket-protocol'] = protocols;
    const options = { headers, timeout: 500, rejectUnauthorized: false, createConnection: (where) => (isSecure ? tls : net).connect(where) };
    const request = (isSecure ? https : http).get(base + path, options);
    request.on('timeout', () => request.destroy(new Error('late')));
    request.on('error', ({ message, code }) => {
        voice.emit('failed', { message, code, at: at() });
        over();
    });
    request.on('response', async (response) => {
        const { statusCode: status, headers: { location } } = response;
        try {
            voice.emit('refused', { status, location, body: Buffer.concat(await response.toArray()).toString() });
        } catch ({ message, code }) {
            voice.emit('failed', { message, code });
        }
        over();
    });
    request.on('upgrade', (response, socket) => {
        const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
        voice.emit('open', { at: at(), protocol: response.headers['sec-websocket-protocol'], fits: response.headers['sec-websocket-accept'] === accept });
        const send = (first, body) => socket.write(Buffer.concat([Buffer.from([first, 0x80 | body.length, 1, 2, 3, 4]), body.map((byte, index) => byte ^ (1 + index % 4))]));
        for (const frame of frames) send(parseInt(frame.slice(0, 2), 16), Buffer.from(frame.slice(2), 'hex'));
        let rest = Buffer.alloc(0);
        socket.on('data', (data) => {
            for (rest = Buffer.concat([rest, data]); rest.length > 1 && rest.length >= 2 + rest[1]; rest = rest.subarray(2 + rest[1])) {
                const code = rest[0] & 15, body = rest.subarray(2, 2 + rest[1]);
                voice.emit('frame', { code, text: body.toString('latin1'), at: at() });
                if (code === 8 && !frames.some((one) => one.startsWith('88'))) send(0x88, body);
                if (code === 9) send(0x8a, body);
            }
        });
        socket.on('error', ({ message, code }) => voice.emit('failed', { message, code, at: at() })).on('end', () => voice.emit('end', {}));
        socket.on('close', over);
    });
});

for (const connection of connections) {
    const [path, protocols, ...frames] = connection.split('|');
    voice.emit('begins', { connection, at: at() });
    await connect(path, protocols, frames);
}
