// Logs in at a server that gives secrets, and has a key of its own: the arguments are the ports of two servers.
import http from 'node:http';
import zlib from 'node:zlib';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

const [, , first, second, talking] = process.argv;
const ONE = `http://127.0.0.1:${first}`, OTHER = `http://127.0.0.2:${second}`;
const vault = voice.external('vault', async (name, token) => (
    { zebra: 1.5, [name]: 'hunter2-of-vault', apple: [2, 1e22], length: token.length }));
const echo = voice.external('echo', async (text) => [text]);

/** One frame of a client, up to 65,535 bytes, masked with zeros. */
function frame(code, text) {
    const body = Buffer.from(text), size = Buffer.alloc(body.length < 126 ? 1 : 3, 254);
    if (size.length === 1) size[0] = 128 | body.length;
    else size.writeUInt16BE(body.length, 1);
    return Buffer.concat([Buffer.from([code]), size, Buffer.alloc(4), body]);
}

function secondMessage(answer, cookie) {
    const { session } = JSON.parse(answer), [, place] = cookie.split('=');
    return JSON.stringify({ client_secret: session.client_secret.value, place });
}

/** The messages of a WebSocket as packages make it; the second one of the app is in two fragments. */
function talk(token, cookie) {
    const headers = {
        cookie, connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13',
        'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    };
    return new Promise((resolve, reject) => {
        const request = http.get(`${ONE}/talk?token=${token}`, { headers }).on('error', reject);
        request.on('response', async (response) => {
            reject(new Error(Buffer.concat(await response.toArray()).toString()));
        });
        request.on('upgrade', (response, socket) => {
            const found = [];
            socket.write(frame(0x81, JSON.stringify({ type: 'auth', token })));
            socket.on('data', (data) => {
                const body = data.subarray(2, 2 + data[1]).toString();
                if (data[0] === 0x88) {
                    socket.end(frame(0x88, ''));
                    return resolve([...found, { session: response.headers['set-cookie'][0].match(/=([^;]*)/)[1] }]);
                }
                if (found.push(body) > 1) return undefined;
                const message = secondMessage(body, cookie);
                socket.write(frame(0x01, message.slice(0, 30)));
                return socket.write(frame(0x80, message.slice(30)));
            });
        });
    });
}

/** The same with Node's own WebSocket, which has no headers and no fragments. */
function talkByOwn(token, cookie) {
    return new Promise((resolve) => {
        const socket = new WebSocket(`${ONE}/talk?token=${token}`.replace('http', 'ws')), found = [];
        socket.binaryType = 'arraybuffer';
        socket.onopen = () => socket.send(JSON.stringify({ type: 'auth', token }));
        socket.onmessage = ({ data }) => {
            if (found.push(Buffer.from(data).toString()) > 1) return;
            socket.send(secondMessage(data, cookie));
        };
        socket.onclose = () => resolve(found);
    });
}

const login = await fetch(`${ONE}/login`, { method: 'POST', body: '{}' }), text = await login.text();
const { token } = JSON.parse(text), own = process.env.MODEL_KEY, [cookie] = login.headers.get('set-cookie').split(';');
voice.emit('login', { body: text });
const statuses = [];
for (const server of [ONE, OTHER]) {
    const { status } = await fetch(`${server}/menu`, { headers: { authorization: `Bearer ${token}` } });
    statuses.push(status);
}
const { status: moved } = await fetch(`${ONE}/moved?api_key=${own}`);
const plain = JSON.stringify({ token, key: own }), squeezed = [];
const bodies = [[zlib.gzipSync(plain), {}], [zlib.deflateSync(plain), { 'content-encoding': 'deflate' }]];
for (const [body, headers] of bodies) {
    squeezed.push(await (await fetch(`${ONE}/squeezed`, { method: 'POST', body, headers })).text());
}
voice.emit('statuses', { statuses, moved, squeezed, echoed: (await echo(own))[0] === own });
voice.emit('own', { text: `key ${own}` });
await voice.say(`Your token is ${token}, and the key is sk-live-${[...own].reverse().join('')}`);
voice.emit('vault', { text: JSON.stringify(await vault('password', token)) });
voice.emit('talk', { found: await (talking === 'own' ? talkByOwn : talk)(token, cookie) });
await talk('none', 'none').catch(({ message: refused }) => voice.emit('refused', { body: refused }));
