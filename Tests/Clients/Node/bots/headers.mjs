// Asks a server with fetch and node:http what depends on headers; prints and tells what it gets.
import { once } from 'node:events';
import http from 'node:http';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

const address = process.argv[2], names = ['set-cookie', 'link', 'etag', 'x-ratelimit-remaining', 'retry-after',
    'x-total-count', 'content-type', 'content-encoding'];
const rows = [];
for (const path of ['/login', '/zipped', '/headers', '/busy']) {
    const answer = await fetch(address + path);
    rows.push(['fetch', path, answer.status, answer.statusText, names.map((name) => answer.headers.get(name)),
        await answer.text()]);
    const [response] = await once(http.get(address + path), 'response'), parts = [];
    for await (const part of response) parts.push(part);
    rows.push(['http', path, response.statusCode, response.statusMessage,
        names.map((name) => response.headers[name] ?? null), Buffer.concat(parts).toString('latin1'),
        response.rawHeaders.filter((name) => /count/i.test(name))]);
}
console.error(JSON.stringify(rows));
if (process.env.VOICETEST_APP) voice.emit('answers', { rows });
