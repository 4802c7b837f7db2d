// WebSockets: the package `ws`, the WebSocket of Node, and upgraded connections as packages make them.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import path from 'node:path';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { CLIENT, HERE, allSteps, emitted, oneOf, run } from './harness.mjs';

const BOTS = `${HERE}/bots`;
const packages = path.join(process.env.VOICETEST_NODE_PACKAGES ?? '/missing', 'here.js');

function skipOfPackage() {
    try {
        return createRequire(packages).resolve('ws') === '';
    } catch {
        return 'ws is not installed';
    }
}

/** A server whose connections go as their paths say. It runs in a thread: the test itself waits for the program's lines. */
const SERVER = `
const { createHash } = require('node:crypto'), http = require('node:http'), { parentPort } = require('node:worker_threads');
const answers = {
    '/secret': ['401 Unauthorized', 'Content-Type: text/plain', 'Content-Length: 9', '', 'no access'], '/half': ['401 Unauthorized', 'Transfer-Encoding: chunked', '', '4', 'half', ''],
    '/moved': ['302 Found', 'Location: /echo', 'Content-Length: 0', '', ''],
};
const frame = (first, body) => Buffer.concat([Buffer.from([first, body.length]), Buffer.from(body)]);
const server = http.createServer().on('upgrade', (request, socket) => {
    const { url, headers } = request;
    socket.on('error', () => {});
    if (answers[url]) return socket.end('HTTP/1.1 ' + answers[url].join('\\r\\n'));
    if (url === '/silent') return undefined;
    const accept = createHash('sha1').update(headers['sec-websocket-key'] + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11').digest('base64');
    const chosen = headers['sec-websocket-protocol']?.split(',')[1]?.trim();
    const open = () => socket.write(['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Accept: ' + accept,
        ...(chosen ? ['Sec-WebSocket-Protocol: ' + chosen] : []), '', ''].join('\\r\\n'));
    if (url === '/slow') return setTimeout(() => { open(); socket.write(frame(0x81, 'first')); socket.write(frame(0x88, '')); }, 100);
    open();
    if (url === '/quota') return setTimeout(() => socket.write(frame(0x88, Buffer.from([0x0f, 0xa8, ...Buffer.from('quota')]))), 20);
    if (url === '/empty') return setTimeout(() => socket.write(frame(0x88, '')), 20);
    if (url === '/cut') return setTimeout(() => socket.destroy(), 20);
    // The client has read the opening by then: what comes with a reset reads as an end. resetAndDestroy() ends the stream first.
    if (url === '/reset') return socket.once('data', () => socket._handle.reset(() => {}));
    if (url === '/pings') socket.write(frame(0x89, 'are you there'));
    let rest = Buffer.alloc(0), parts = [], code = 0;
    return socket.on('data', (data) => {
        rest = Buffer.concat([rest, data]);
        while (rest.length >= 6 && rest.length >= 6 + (rest[1] & 127)) {
            const first = rest[0], size = rest[1] & 127, body = rest.subarray(6, 6 + size).map((byte, index) => byte ^ rest[2 + index % 4]);
            rest = rest.subarray(6 + size);
            if ((first & 15) === 9) socket.write(frame(0x8a, body));
            else if ((first & 15) === 10) socket.end(frame(0x88, ''));
            else if ((first & 15) === 8) socket.end(Buffer.concat([frame(0x81, 'one more'), frame(0x88, body)]));
            else {
                parts.push(body);
                code = first & 15 || code;
                if (first < 128) continue;
                socket.write(frame(0x80 | code, Buffer.concat(parts)));
                if (code === 1) setTimeout(() => socket.write(frame(0x81, 'later')), 20);
                parts = [];
            }
        }
    });
}).listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));`;

/** Records a bot with the server on, and replays it with the server off; gives the recording. */
async function recorded(script, args, how = {}) {
    const server = new Worker(SERVER, { eval: true }), [port] = await once(server, 'message');
    const words = args.map((one) => one.replace('PORT', port));
    const more = () => (how.flags ? { command: [process.execPath, ...how.flags, '--import', CLIENT, script, ...words] } : { args: words });
    let live;
    try {
        live = await run(script, more());
    } finally {
        await server.terminate();
    }
    assert.deepEqual([live.end?.kind, live.escapes], ['ended', []], live.printed);
    const replayed = await allSteps(script, { ...more(), calls: live.made }, how.steps ?? [7, 400]);
    assert.deepEqual(replayed.trace, live.trace);
    return live;
}

/** The parts of a list, each from its beginning on, by the connections of the bot of bare frames. */
function parts(list, connectionOf) {
    const found = new Map();
    let part = [];
    for (const one of list) {
        const connection = connectionOf(one);
        if (connection === undefined) part.push(one);
        else found.set(connection, part = [one]);
    }
    return found;
}

const OPEN = ['open', { fits: true }], END = ['end', {}];
const told = (code, text) => ['frame', { code, text }];

// One bot makes all connections: which it is, what the bot notes of it, without times, and what it says.
const CONNECTIONS = [
    ['a close with code and reason', '/quota', [OPEN, told(8, '\x0f\xa8quota'), END]],
    ['a close without code', '/empty', [OPEN, told(8, ''), END]],
    ['an end without close', '/cut', [OPEN, END]],
    ['a connection that breaks', '/reset||81', [OPEN, ['failed', { message: 'read ECONNRESET', code: 'ECONNRESET' }]]],
    ['a ping of the server', '/pings', [OPEN, told(9, 'are you there'), told(8, ''), END]],
    ['a refusal with its body', '/secret', [['refused', { status: 401, body: 'no access' }]]],
    ['a refusal that is cut', '/half', [['failed', { message: 'aborted', code: 'ECONNRESET' }]]],
    ['a redirect', '/moved', [['refused', { status: 302, location: '/echo', body: '' }]]],
    ['the subprotocol that the server chooses', '/quota|token, second', [['open', { protocol: 'second', fits: true }], told(8, '\x0f\xa8quota'), END]],
    ['a message in fragments', '/echo||01706965|80636573|02c8|80c9|8803e9',
        [OPEN, told(1, 'pieces'), told(2, '\xc8\xc9'), told(1, 'one more'), told(8, '\x03\xe9'), END],
        ['pieces', Buffer.from([200, 201]).toString('base64'), { close: 1001 }]],
    ['a ping of the app, which the server answers,', '/echo||8962656174|8803e8', [OPEN, told(10, 'beat'), told(1, 'one more'), told(8, '\x03\xe8'), END],
        [{ ping: 'beat' }, { close: 1000 }]],
    ['an opening that takes its time', '/slow', [OPEN, told(1, 'first'), told(8, ''), END]],
];
let all = null;

/** The recording of the bot of bare frames and its trace by connections. */
async function frames() {
    all ??= recorded(`${BOTS}/frames.mjs`, ['http://127.0.0.1:PORT', ...CONNECTIONS.map(([, connection]) => connection)]);
    const live = await all;
    return { live, traces: parts(live.trace, ([, , act]) => (act.event === 'begins' ? act.fields.connection : undefined)) };
}

for (const [name, connection, notes, says] of CONNECTIONS) {
    test(`${name} is recorded and then replayed without its server`, async () => {
        const trace = (await frames()).traces.get(connection);
        assert.deepEqual(emitted({ trace }).slice(1).map(([event, { at, ...fields }]) => [event, fields]), notes);
        if (says) assert.deepEqual(trace.filter(([, kind]) => kind === 'more').map(([, , { body }]) => body), says);
    });
}

test('what an app sends has its line, and no session has its token', async () => {
    const { lines } = (await frames()).live;
    assert.match(lines.find(({ kind }) => kind === 'more').line, /^frames\.mjs:\d+ send from frames\.mjs:\d+$/);
    assert.ok(!JSON.stringify(lines.filter(({ kind, event }) => event !== 'begins')).includes('token'));
});

test('an opening takes its time, and the first message comes behind it', async () => {
    const [, ...times] = emitted({ trace: (await frames()).traces.get('/slow') }).map(([, { at }], index, list) => at - list[0][1].at);
    assert.ok(times[0] >= 100 && times[1] >= times[0], `${times}`);
});

test('a ping that nobody answers stays without an answer', async () => {
    const calls = [{ to: 'GET ws://model.example/', body: '', chunks: [{ after: 0, body: { open: '' }, encoding: 'json' }] }];
    const one = await run(`${BOTS}/frames.mjs`, { args: ['http://model.example', '/||8962656174'], calls, limit: 2 });
    assert.deepEqual(emitted(one).map(([name]) => name), ['begins', 'open']);
});

test('a secure connection is made as the app wants it', async () => {
    const live = await recorded(`${BOTS}/frames.mjs`, ['https://127.0.0.1:PORT', '/empty'], { flags: ['--import', `${BOTS}/plain_https.part.mjs`] });
    assert.deepEqual(emitted(live).map(([name]) => name), ['begins', 'open', 'frame', 'end'], live.printed);
});

test('a time limit ends an opening', async () => {
    const calls = [{ to: 'GET ws://model.example/', body: '', error: 'ETIMEDOUT: nothing within 25 s', chunks: [{ after: 400_000, body: '', encoding: 'text' }] }];
    const one = await allSteps(`${BOTS}/frames.mjs`, { args: ['http://model.example', '/'], calls }, [7, 400]);
    assert.deepEqual(emitted(one).slice(1), [['failed', { message: 'late', at: 500 }]]);
});

const ANSWERED = [{ body: 'one', at: 800 }, { body: 'two', at: 1_600 }].map(({ body, at }) => [at, { body, encoding: 'text', last: false }]);
const OWN = { flags: ['--experimental-websocket'] };        // Node 20 has its WebSocket behind this

for (const [name, kind, how, skip] of [['the WebSocket of Node', 'own', OWN, false], ['the package ws', packages, {}, skipOfPackage()]]) {
    const script = `${BOTS}/sockets.mjs`;
    test(`${name} is answered from the recording`, { skip }, async () => {
        const calls = [{ to: 'GET wss://model.example/ask', body: '', chunks: [{ after: 160, body: { open: '' }, encoding: 'json' }] }];
        const answers = ({ body }) => (body.close ? [[0, { body: { close: 1005 }, encoding: 'json', last: true }]] : ANSWERED);
        const command = [process.execPath, ...(how.flags ?? []), '--import', CLIENT, script, kind], runs = [];
        for (const steps of [7, 400]) runs.push(await run(script, { command, calls, steps, answers }));
        assert.deepEqual(emitted(oneOf(runs)), [['answer', { answers: ['one', 'two'], at: 110 }], ['closed', { code: 1005 }]]);
    });
    test(`${name} is recorded and then replayed without its server`, { skip }, async () => {
        const live = await recorded(script, [kind, 'ws://127.0.0.1:PORT/echo'], how);
        const [[, { answers, at }], [, { code }]] = emitted(live);
        assert.deepEqual([answers, at >= 20, code], [['large', 'later'], true, 1005], live.printed);
    });
    test(`${name} is told how the server ends`, { skip }, async () => {
        const live = await recorded(script, [kind, 'ws://127.0.0.1:PORT/quota'], how);
        assert.deepEqual(emitted(live), [['closed', { code: 4008, reason: 'quota' }]]);
    });
}

test('the package ws tells of each end what it tells without voicetest', { skip: skipOfPackage() }, async () => {
    const live = await recorded(`${BOTS}/package_ws.mjs`, [packages, 'ws://127.0.0.1:PORT']);
    const notes = emitted(live).map(([name, { path: where, words, text }]) => [name, where, ...(words ?? [text])].join(' ').trim());
    assert.deepEqual(notes, [
        'open /echo second', 'pong /echo beat', 'message /echo pieces false', 'message /echo \ufffd\ufffd true', 'message /echo later false', 'message /echo one more false',
        'close /echo 4001 enough', 'open /quota', 'close /quota 4008 quota', 'open /cut', 'close /cut 1006', 'open /empty', 'close /empty 1005',
        'open /pings', 'ping /pings are you there', 'close /pings 1005', 'error /secret undefined Unexpected server response: 401', 'close /secret 1006',
        'refused /secret 401 text/plain no access', 'redirect /moved /echo', 'open /moved', 'message /moved one more false', 'close /moved 1005',
        'error /silent undefined Opening handshake has timed out', 'close /silent 1006', 'open /echo', 'close /echo 1006', 'stream  by stream',
    ]);
});

test('functions stand in for services, and a replay asks them nothing', async () => {
    const has = skipOfPackage() === false, where = has ? packages : 'none';
    const live = await run(`${BOTS}/stubbed.mjs`, { args: [where] });
    const spoken = [
        ['pong', { text: 'beat' }], ['message', { data: 'hello GET wss://model.example/talk', after: 0.1 }], ['message', { data: [1, 2], after: 0.2 }],
        ['message', { data: 'large!', after: 0.3 }], ['closed', { code: 4000, protocol: 'one' }],
    ];
    assert.deepEqual(emitted(live), [
        ['asked', { status: 200, pieces: ['LA', 'rge'], at: 0.3 }], ['fetched', { status: 201, id: '1', text: 'other' }], ...(has ? spoken : []),
    ], live.printed);
    const replays = await allSteps(`${BOTS}/stubbed.mjs`, { args: [where, 'replay'], calls: live.made }, [7, 400]);
    assert.deepEqual(emitted(replays), emitted(live));
});

test('a stand-in that throws is told with its lines, and a replay has what the app had of it', { skip: skipOfPackage() }, async () => {
    const live = await run(`${BOTS}/raising.mjs`, { args: [packages] });
    const told = [...live.printed.matchAll(/^The function (.*) throws\. The app's connection ends with an error\. Mend the function:\n(.*)$/gm)];
    assert.deepEqual(told.map(([, what, error]) => [what, error.slice(0, 20)]), [
        ['(anonymous), which stands in for POST http://shop.example/menu,', 'TypeError [ERR_INVAL'],
        ['menu, which stands in for GET wss://model.example/talk,', 'RangeError: no large'],
        ['(anonymous), which stands in for GET wss://late.example/talk,', '\'closed\''],
    ], live.printed);
    assert.match(live.printed, /at .*menu .*raising\.mjs:8:/);
    assert.deepEqual(emitted(live), [
        ['fetched', { failed: 'TypeError: fetch failed' }], ['closed', { name: 'model', code: 1011, reason: 'the stand-in fails' }],
        ['error', { name: 'late', text: 'Error: closed' }], ['closed', { name: 'late', code: 1006, reason: '' }],
    ], live.printed);
    const replays = await allSteps(`${BOTS}/raising.mjs`, { args: [packages, 'replay'], calls: live.made }, [7, 400]);
    assert.deepEqual(emitted(replays), emitted(live));
});
