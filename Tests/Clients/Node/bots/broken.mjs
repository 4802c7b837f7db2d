// What the app sees of an answer that breaks off: by fetch, and by node:http.
import http from 'node:http';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

const [, , address] = process.argv, parts = [];
try {
    for await (const part of (await fetch(address)).body) parts.push(Buffer.from(part).toString());
} catch ({ name, message, cause }) {
    voice.emit('fetch', { parts, name, message, cause: { name: cause.name, message: cause.message, code: cause.code } });
}
http.get(address, (response) => {
    const seen = [];
    response.on('data', (part) => seen.push(String(part))).on('error', ({ message, code }) => voice.emit('http', { seen, message, code }));
});
