// Headers and tokens of answers: a bot gets the same without voicetest, while it is recorded and in a replay.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { after, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { HERE, allSteps, emitted, run } from './harness.mjs';

const BOTS = `${HERE}/bots`;
const TOKEN = [{ alg: 'HS256' }, { exp: 1_700_003_600,
    sub: 'u1' }].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
    + '.c2lnMTIzNDU2Nzg5MDEyMzQ1Njc4OTA';

// The server runs in a thread: the test itself waits for the program's lines.
const SERVER = `const http = require('node:http'), zlib = require('node:zlib');
const { parentPort, workerData: token } = require('node:worker_threads');
const JSON_KIND = { 'content-type': 'application/json' };
const server = http.createServer(({ url, headers }, response) => {
    const [status, reason, named, body] = {
        '/login': [200, 'Signed In', { 'Set-Cookie': 'sid=abc; Path=/' }, '{}'],
        '/zipped': [200, 'OK', { ...JSON_KIND, 'content-encoding': 'gzip' }, zlib.gzipSync('{"zebra": 1}')],
        '/headers': [200, 'OK', { link: '</menu?page=2>; rel="next"', etag: '"v7"', 'x-ratelimit-remaining': 3,
            'X-Total-Count': 12 }, '[1,2]'],
        '/busy': [429, 'Too Many Requests', { 'retry-after': 2 }, '{}'],
        '/token': [200, 'OK', JSON_KIND, JSON.stringify({ access_token: token, zebra: 1, apple: 2 })],
        '/orders': [200, 'OK', JSON_KIND, JSON.stringify([headers.authorization === 'Bearer ' + token])],
    }[url];
    response.writeHead(status, reason, named).end(body);
}).listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));`;

const server = new Worker(SERVER, { eval: true, workerData: TOKEN }), [port] = await once(server,
    'message'), args = [`http://127.0.0.1:${port}`];
after(() => server.terminate());
const rowsOf = (printed) => JSON.parse(printed.split('\n').find((line) => line.startsWith('[[')));

test('codings and headers reach a bot as without voicetest', async () => {
    const plain = rowsOf(spawnSync(process.execPath, [`${BOTS}/headers.mjs`, ...args], { encoding: 'utf8' }).stderr);
    assert.deepEqual(plain.map(([, , status]) => status), [200, 200, 200, 200, 200, 200, 429, 429]);
    const live = await run(`${BOTS}/headers.mjs`, { args }), again = await allSteps(`${BOTS}/headers.mjs`,
        { args, calls: live.made }, [7, 400]);
    assert.deepEqual([rowsOf(live.printed), rowsOf(again.printed)], [plain, plain]);
    assert.deepEqual([again.trace, live.escapes], [live.trace, []]);
});

test('a token in an answer stays readable in its place and opens what it opened', async () => {
    const hello = { secrets: {} }, live = await run(`${BOTS}/signs_in.mjs`, { args, hello });
    assert.deepEqual(emitted(live), [['signedIn', { offer: 'zebra or apple', expires: 1_700_003_600, orders: [true] }]],
        live.printed);
    assert.deepEqual((await allSteps(`${BOTS}/signs_in.mjs`, { args, hello, calls: live.made }, [7, 400])).trace,
        live.trace);
    assert.ok(!JSON.stringify(live.lines).includes(TOKEN));
});
