// Bots that know little or nothing of voicetest: one trace whatever the size of the steps.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { packedResult } from '../../../Sources/Clients/Node/voicetest-app.mjs';
import { REFUSED } from './bots/refused.part.mjs';
import { BLOCK, HERE, allSteps, emitted, oneOf, run } from './harness.mjs';

const BOTS = `${HERE}/bots`;
const LOUD = Buffer.from(new Int16Array(BLOCK).map((_, index) => (index % 2 ? -3_000 : 3_000)).buffer);
const SOUNDS = new Map(Array.from({ length: 30 }, (_, index) => [(50 + index) * BLOCK, LOUD]));

test('a dialog of words', async () => {
    const one = await allSteps(`${BOTS}/dialog.mjs`, { callers: ['large', null, 'yes'] });
    assert.deepEqual(emitted(one), [['decided', { state: 'confirm' }], ['timeout', {}], ['decided', { state: 'done' }]]);
    assert.deepEqual([one.end.kind, one.ready.hears, one.ready.settings.patienceMs, one.printed], ['ended', 'words', 5_000, 'a bot may print\n']);
});

test('an act has its line, and the line that called its function', async () => {
    const one = await run(`${BOTS}/helper.mjs`);
    assert.deepEqual(one.lines.filter(({ kind }) => kind === 'play').map(({ line }) => line),
        ['helper.mjs:7 ask from helper.mjs:11 main', 'helper.mjs:7 ask from helper.mjs:12 main']);
});

test('a setting of hello reaches the bot', async () => {
    const one = await run(`${BOTS}/dialog.mjs`, { callers: ['large', null, 'yes'], hello: { settings: { patienceMs: 2_000, other: 1 } } });
    assert.deepEqual(one.ready.settings, { patienceMs: 2_000 });
    assert.deepEqual(one.trace.filter(([, kind]) => kind === 'stop').map(([at]) => at), [84_480]);
});

test('keys reach the bot at their frames', async () => {
    const one = await allSteps(`${BOTS}/keypad.mjs`, { keys: [[3_200, '1'], [6_400, '2'], [20_000, '*'], [40_001, '#']] });
    assert.deepEqual(one.trace.filter(([, kind]) => kind === 'emit').map(([at, , act]) => [at, act.fields]), [[40_001, { state: '12*' }]]);
    assert.equal(one.end.kind, 'ended');
});

test('a bot with ears, work in threads and a cancelled sound', async () => {
    const one = await allSteps(`${BOTS}/ears.mjs`, { sounds: SOUNDS });
    assert.deepEqual(emitted(one).map(([name]) => name), ['turn', 'heard', 'timeout']);
    assert.deepEqual([one.trace.at(-2)[1], one.ready.hears], ['stop', 'audio']);
});

test('the objects of Node are and have what they do without voicetest', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'voicetest-kinds-')), files = ['plain', 'virtual'].map((name) => path.join(folder, name));
    spawnSync(process.execPath, [`${BOTS}/kinds.mjs`, files[0]]);
    assert.equal((await run(`${BOTS}/kinds.mjs`, { args: [files[1]] })).end.kind, 'ended');
    const [plain, virtual] = files.map((file) => JSON.parse(fs.readFileSync(file, 'utf8')));
    fs.rmSync(folder, { recursive: true });
    const missing = Object.entries(plain.names).map(([name, names]) => [name, names.filter((one) => !virtual.names[name].includes(one))]);
    assert.deepEqual(missing.filter(([, names]) => names.length > 0), []);
    assert.deepEqual([virtual.says, virtual.is, virtual.timers], [plain.says, plain.is, plain.timers]);
});

test('an external gives what its function returned, live and replayed', async () => {
    const recorded = await run(`${BOTS}/results.mjs`), rows = emitted(recorded).map(([, fields]) => fields);
    assert.deepEqual(rows.filter(({ same }) => !same), []);
    assert.ok(rows.length === rows[0].count && recorded.made.length === rows.length && recorded.end.kind === 'ended');
    assert.deepEqual((await allSteps(`${BOTS}/results.mjs`, { calls: recorded.made }, [1, 400])).trace, recorded.trace);
    const [text] = recorded.made.filter(({ body }) => body.args[0] === 13);
    assert.deepEqual([text.chunks[0].body, text.chunks[0].encoding], ['text', 'json']);
});

test('an external throws what its function threw, live and replayed', async () => {
    const how = { hello: { secrets: { keep: [] } } };
    const recorded = await run(`${BOTS}/raises.mjs`, how), rows = emitted(recorded).map(([, fields]) => fields);
    assert.deepEqual(rows.filter(({ is }) => is === false).map(({ text }) => text), ['ExternalError: Error: 503', 'ExternalError: Error: text']);
    assert.equal(recorded.made.length, 11);
    assert.equal(recorded.printed.split('which no session keeps: the app gets an ExternalError').length, 3);
    // A secret of an error has its stand-in; what the app brought is its own, also by the name of a parameter.
    assert.ok(rows.at(-2).isOwn);
    assert.doesNotMatch(JSON.stringify(recorded.lines), /9f8e7d6c5b4aQw2Rb8Vn5Yc1|hunter2/);
    const replayed = await allSteps(`${BOTS}/raises.mjs`, { calls: recorded.made, hello: { ...how.hello, mode: 'replay' } }, [1, 400]);
    assert.deepEqual(replayed.trace, recorded.trace);
});

test('results of externals of old sessions are plain JSON', async () => {
    const calls = [null, null, true, { $number: '7' }].map((body, index) => ({
        to: 'values', body: { args: [index] }, chunks: [{ after: 8, body, encoding: 'json' }] }));
    const one = await run(`${BOTS}/results.mjs`, { calls });
    assert.deepEqual(emitted(one).map(([, { same }]) => same), [true, false, true, false]);
});

test('what no session keeps of an external ends the recording with its place', async () => {
    const found = {
        class: 'an object of Order at result["rows"][1]', function: 'a function at result["f"]', symbol: 'a symbol at result[0]',
        symbols: 'an object of Object at result', sub: 'an object of Days at result', error: 'an object of Error at result',
        pattern: 'an object of RegExp at result["at"]', holes: 'an object of Array at result', extra: 'an object of Array at result',
        getter: 'an object of Object at result["a"]', key: 'an object of URL at result[0][0]',
    };
    for (const [name, text] of Object.entries(found)) {
        assert.throws(() => packedResult('refused', REFUSED[name]),
            ({ message }) => message.startsWith(`external 'refused' gave ${text}, which would come back as another value. Return `), name);
    }
    assert.deepEqual(Object.keys(REFUSED).sort(), [...Object.keys(found), 'itself'].sort());
    for (const [name, text] of [['class', found.class], ['itself', 'a result that holds itself or is nested too deep']]) {
        const one = await run(`${BOTS}/results.mjs`, { args: [name] });
        assert.deepEqual([emitted(one), one.end.kind, one.end.line.replace(/:\d+.*/, '')], [[], 'failed', 'results.mjs']);
        assert.ok(one.end.reason.startsWith(`external 'refused' gave ${text}`), one.end.reason);
    }
});

// The server runs in a thread: the test itself waits for the program's lines.
const SERVER = `const http = require('node:http'), { parentPort } = require('node:worker_threads');
const server = http.createServer((request, response) => {
    const parts = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
        const { text } = JSON.parse(Buffer.concat(parts));
        response.setHeader('content-type', 'application/json');
        if (text === 'slow') return setTimeout(() => response.end('{}'), 100);
        response.end(request.url === '/stream' ? 'a\\nb\\nc\\n' : JSON.stringify({ answer: text.toUpperCase() }));
    });
}).listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));`;

test('a model is recorded and then replayed without it', async () => {
    const server = new Worker(SERVER, { eval: true }), [port] = await once(server, 'message');
    const args = [`http://127.0.0.1:${port}`];
    const recorded = await run(`${BOTS}/model.mjs`, { args });
    await server.terminate();
    assert.deepEqual(emitted(recorded).map(([name]) => name), ['one', 'two', 'lines', 'weather', 'http', 'late', 'late'], recorded.printed);
    assert.ok(!JSON.stringify(recorded.lines).includes('secret'));
    const replayed = await allSteps(`${BOTS}/model.mjs`, { args, calls: recorded.made });
    assert.deepEqual(replayed.trace, recorded.trace);
    assert.deepEqual([replayed.made.length, recorded.escapes], [0, []]);
});

function tape(base, text = 'large') {
    const row = (path, body, ...chunks) => ({
        to: `POST ${base}${path}`, body, status: 200, chunks: chunks.map(([frames, data]) => ({ after: frames, body: data, encoding: 'text' })),
    });
    return [
        row('/ask', { text }, [4_000, '{"answer": "L"}']), row('/ask', { text: 'same' }, [4_000, '{"answer": "first"}']),
        row('/ask', { text: 'same' }, [2_000, '{"answer": "second"}']), row('/stream', { text: 'x' }, [1_000, 'a\nb'], [2_000, '\nc\n']),
        { to: 'weather', body: { args: ['Ulm'] }, chunks: [{ after: 800, body: { town: 'Ulm', degrees: 3 }, encoding: 'json' }] },
        row('/ask', { text }, [1_000, '{"answer":'], [3_200, ' "H"}']),
        row('/ask', { text: 'slow' }, [90_000, '{"answer": "never"}']), row('/ask', { text: 'slow' }, [90_000, '{"answer": "never"}']),
    ];
}

test('equal calls, streams and time limits in virtual time', async () => {
    const base = 'http://model.example';
    const one = await allSteps(`${BOTS}/model.mjs`, { args: [base], calls: tape(base) });
    assert.deepEqual(emitted(one), [
        ['one', { answer: 'L', at: 250 }], ['two', { answers: ['first', 'second'], at: 500 }], ['lines', { lines: ['a', 'b', 'c'], at: 625 }],
        ['weather', { town: 'Ulm', degrees: 3 }], ['http', { answer: 'H', at: 875 }], ['late', { name: 'TimeoutError', at: 925 }],
        ['late', { name: 'too late', at: 975 }],
    ]);
    assert.equal(one.trace.filter(([, kind]) => kind === 'cancel').length, 2);
});

test('a changed question ends the replay with its line', async () => {
    const base = 'http://model.example', one = await run(`${BOTS}/model.mjs`, { args: [base], calls: tape(base, 'small') });
    assert.deepEqual([one.end.kind, one.end.line], ['unrecorded', 'model.mjs:9 ask from model.mjs:39']);
});

test('a form has one boundary in all runs', async () => {
    const calls = [];
    for (const steps of [7, 400]) calls.push((await run(`${BOTS}/form.mjs`, { steps })).trace.find(([, kind]) => kind === 'call')[2]);
    assert.deepEqual(calls[0], calls[1]);
    assert.match(calls[0].body, /^------formdata-undici-0+\r\n[^]*name="file"; filename="words\.txt"/);
});

test('a call that fails is an error of the app', async () => {
    const to = 'POST http://model.example/ask', script = `${HERE}/bots/model.mjs`;
    const calls = [{ to, body: { text: 'large' }, error: 'ECONNREFUSED: refused', chunks: [] }];
    const one = await run(script, { args: ['http://model.example'], calls });
    assert.deepEqual([one.end.kind, one.end.reason, one.end.line], ['failed', 'TypeError: fetch failed', 'model.mjs:9 ask from model.mjs:39']);
});

const packages = path.join(process.env.VOICETEST_NODE_PACKAGES ?? '/missing', 'here.js');

function hasPackage(name) {
    try {
        return Boolean(createRequire(packages).resolve(name));
    } catch {
        return false;
    }
}

const refusal = (address, port) => ({
    name: 'Error', message: `connect ECONNREFUSED ${address}:${port}`, errno: -os.constants.errno.ECONNREFUSED, code: 'ECONNREFUSED', syscall: 'connect', address, port,
});
const failed = (cause) => ({ name: 'TypeError', message: 'fetch failed', cause });

test('errors of the world are those of Node', async () => {
    const rows = (host, error, kinds = ['http', 'http', 'https']) => kinds.map((kind) => ({ to: `GET ${kind}://${host}/x`, body: '', error, chunks: [] }));
    const calls = [
        ...rows('one.example:9', 'ECONNREFUSED: connect ECONNREFUSED 192.0.2.1:9', ['http', 'http', 'https', 'ws']),
        ...rows('two.example', 'ECONNREFUSED: connect ECONNREFUSED ::1:80; connect ECONNREFUSED 192.0.2.1:80'),
        ...rows('gone.example', 'ENOTFOUND: getaddrinfo ENOTFOUND gone.example'), ...rows('cut.example', 'ECONNRESET: socket hang up'),
        ...rows('old.example', 'CERT_HAS_EXPIRED: certificate has expired'),
    ];
    const names = ['two', 'gone', 'cut', 'old'].map((one) => `${one}.example`), own = hasPackage('ws') ? packages : '';
    const one = await run(`${BOTS}/offline.mjs`, { calls, args: [own, 'one.example:9', ...names] });
    const two = { name: 'AggregateError', message: '', code: 'ECONNREFUSED', errors: ['::1', '192.0.2.1'].map((address) => refusal(address, 80)) };
    const gone = { name: 'Error', message: 'getaddrinfo ENOTFOUND gone.example', errno: -3_008, code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: 'gone.example' };
    const cut = { name: 'Error', message: 'socket hang up', code: 'ECONNRESET' };
    const old = { name: 'Error', message: 'certificate has expired', code: 'CERT_HAS_EXPIRED' };
    const expected = [refusal('192.0.2.1', 9), two, gone, cut, old].flatMap((error) => {
        const cause = error === cut ? { name: 'SocketError', message: 'other side closed', code: 'UND_ERR_SOCKET' } : error;
        return [['fetch', failed(cause)], ['http', error], ['https', error]];
    });
    assert.deepEqual(emitted(one), [...expected, ...(own ? [['ws', refusal('192.0.2.1', 9)]] : [])], one.printed);
});

test('an error is recorded with what a replay needs to raise it', async () => {
    const server = net.createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address();
    server.close();
    const options = { args: ['', `127.0.0.1:${port}`] }, error = refusal('127.0.0.1', port);
    const live = await run(`${BOTS}/offline.mjs`, options), replayed = await run(`${BOTS}/offline.mjs`, { ...options, calls: live.made });
    for (const one of [live, replayed]) assert.deepEqual(emitted(one), [['fetch', failed(error)], ['http', error], ['https', error]], one.printed);
});

test('calls by node:https are answered from the recording', async () => {
    const row = (where, status, ...chunks) => ({
        to: `GET https://model.example${where}`, body: '', status, chunks: chunks.map(([frames, body]) => ({ after: frames, body, encoding: 'text' })),
    });
    const calls = [row('/a?x=1', 200, [1_600, 'one ']), row('/b', 204, [800, '']), row('/a?x=1', 200, [400, 'th'], [3_200, 'ree']), row('/slow', 200, [90_000, ''])];
    const one = await allSteps(`${BOTS}/secure.mjs`, { calls }, [7, 400]);
    assert.deepEqual(emitted(one), [['answers', { answers: ['200 one ', '204 ', '200 three'], late: 'AbortError', at: 250 }]]);
});

test('an answer that breaks off is recorded with what came, and when', async () => {
    const code = `require('node:http').createServer((request, response) => {
        response.write('one');
        setTimeout(() => response.destroy(), 30);
    }).listen(0, '127.0.0.1', function listens() { require('node:worker_threads').parentPort.postMessage(this.address().port); });`;
    const server = new Worker(code, { eval: true }), [port] = await once(server, 'message'), args = [`http://127.0.0.1:${port}/`];
    const live = await run(`${BOTS}/broken.mjs`, { args });
    await server.terminate();
    const cause = { name: 'SocketError', message: 'other side closed', code: 'UND_ERR_SOCKET' };
    assert.deepEqual(emitted(live), [
        ['fetch', { parts: ['one'], name: 'TypeError', message: 'terminated', cause }], ['http', { seen: ['one'], message: 'aborted', code: 'ECONNRESET' }]], live.printed);
    assert.ok(live.trace.find(([, kind, act]) => kind === 'emit' && act.event === 'fetch')[0] >= 480);
    const replayed = await allSteps(`${BOTS}/broken.mjs`, { args, calls: live.made }, [7, 400]);
    assert.deepEqual(replayed.trace, live.trace);
});
