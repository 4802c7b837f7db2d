// A WebSocket as packages make it: an upgraded connection of node:https or node:http, with frames in bytes.
import { createHash } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

const address = process.argv[3] ?? 'https://model.example/ask';
const key = Buffer.alloc(16, 7).toString('base64');
const headers = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': 13, 'sec-websocket-key': key };
const [response, socket] = await new Promise((resolve, reject) => {
    (address.startsWith('https:') ? https : http).get(address, { headers }).on('upgrade', (...found) => resolve(found)).on('error', reject);
});
const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
const text = Buffer.from('large'), mask = Buffer.from([1, 2, 3, 4]);
socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | text.length]), mask, text.map((byte, index) => byte ^ mask[index % 4])]));
const answers = [];
while (answers.length < 2) {
    const [frame] = await new Promise((resolve) => { socket.once('data', (...found) => resolve(found)); });
    for (let start = 0; start < frame.length; start += 2 + frame[start + 1]) answers.push(frame.subarray(start + 2, start + 2 + frame[start + 1]).toString());
}
voice.emit('answer', { answers, at: Math.floor(performance.now()), fits: response.headers['sec-websocket-accept'] === accept });
socket.destroy();
