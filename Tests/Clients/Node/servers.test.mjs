// Bots that are servers: voicetest calls them in memory, in virtual time, whichever server they stand on.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import path from 'node:path';
import { test } from 'node:test';
import { HERE, allSteps, emitted } from './harness.mjs';

const SERVERS = `${HERE}/servers`, BOT = 'http://bot.example', MEDIA = { to: 'GET wss://bot.example/media' };
const folder = process.env.VOICETEST_NODE_PACKAGES ?? '/missing';
const LINE_BYTES = 1 << 20;

function skipOfPackage() {
    try {
        return createRequire(path.join(folder, 'here.js')).resolve('ws') === '';
    } catch {
        return 'ws is not installed';
    }
}

/** Sends inputs, as [frame, kind, connection, fields], once the bot serves. */
function phone(inputs) {
    return (one, act) => {
        if (act.kind !== 'serve') return;
        for (const [at, kind, connection, fields] of inputs) {
            one.later(at, kind, { connection, ...(kind === 'open' && { port: act.port, headers: [] }), ...fields });
        }
    };
}

function call(name, inputs, { args = [], ...options } = {}, steps = [1, 400]) {
    return allSteps(`${SERVERS}/${name}.mjs`, { phone: phone(inputs), args, calls: [], limit: 2, ...options }, steps);
}

/** What the bot's server did on a connection, without frames and headers. */
function toldOf(one, connection) {
    return one.trace.filter(([, kind, act]) => ['open', 'message', 'close'].includes(kind) && act.connection === connection)
        .map(([, kind, { status, body, last, code, reason }]) => [kind, ...[status, body, last, code, reason].filter((value) => value !== undefined)]);
}

for (const form of ['http', 'https']) {
    test(`a webhook on node:${form} is answered at its frame`, async () => {
        const asked = { to: `POST ${BOT}/call`, body: 'From=%2B1', encoding: 'text', headers: [['Content-Type', 'application/x-www-form-urlencoded']] };
        const one = await call('plain', [[1_601, 'open', 1, asked], [8_000, 'open', 2, asked]], { args: [form] });
        assert.deepEqual(one.trace.filter(([, kind]) => kind === 'open').map(([at]) => at), [1_601, 8_000]);
        for (const connection of [1, 2]) {
            const [head, ...parts] = toldOf(one, connection);
            assert.deepEqual(head, ['open', 200]);
            assert.equal(parts.at(-1)[2], true);
            assert.equal(parts.map(([, body]) => body).join(''), '<Response><Say>From=%2B1</Say></Response>');
        }
        assert.deepEqual(emitted(one)[0][1], { body: 'From=%2B1', from: '127.0.0.1', secure: form === 'https' });
        const { headers } = one.trace.find(([, kind]) => kind === 'open')[2];
        assert.deepEqual(headers.slice(0, 2), [['Date', 'Tue, 14 Nov 2023 22:13:20 GMT'], ['Content-Type', 'text/xml']]);
        assert.match(one.printed, /^listens at \{"address":"::","family":"IPv6","port":5050\}\n$/);
    });
}

test('an error, an end without an answer, chunks and a port without a server are told as they are', async () => {
    const paths = ['fails', 'silent', 'streams'];
    const one = await call('plain', [...paths.map((name, index) => [1_600, 'open', index + 1, { to: `GET ${BOT}/${name}` }]),
        [1_600, 'open', 4, { to: `GET ${BOT}/`, port: 9 }], [1_600, 'open', 5, { to: 'GET ws://bot.example/', port: 9 }]]);
    assert.deepEqual(toldOf(one, 1), [['open', 500], ['message', 'failed', false], ['message', '', true]]);
    assert.deepEqual(toldOf(one, 2), [['close']]);
    assert.deepEqual(one.trace.filter(([, kind, act]) => kind === 'message' && act.connection === 3).map(([at, , { body, last }]) => [at, body, last]),
        [[1_600, 'one ', false], [3_200, 'two ', false], [4_800, 'drei €', false], [6_400, '', true]]);
    assert.deepEqual([toldOf(one, 4), toldOf(one, 5)], [[['close']], [['close', 1006, '']]]);
});

for (const form of ['server', 'noServer', 'port']) {
    test(`messages go both ways in order on ws with ${form}, and ends have their codes`, { skip: skipOfPackage() }, async () => {
        const bytes = Buffer.from(Array.from({ length: 256 }, (_, index) => index)), texts = Array.from({ length: 30 }, (_, index) => String(index));
        const one = await call('by_ws', [
            [1_600, 'open', 1, MEDIA], ...texts.map((body, index) => [1_601 + Math.floor(index / 3), 'message', 1, { body, encoding: 'text' }]),
            [1_700, 'message', 1, { body: bytes.toString('base64'), encoding: 'base64' }], [1_800, 'close', 1, { code: 1_000, reason: 'end' }],
            [3_200, 'open', 2, MEDIA], ...['a', 'bye', 'b'].map((body) => [3_300, 'message', 2, { body }]), [3_400, 'message', 2, { body: 'c' }],
            [4_800, 'open', 3, MEDIA], [4_900, 'close', 3, {}], [6_400, 'open', 4, MEDIA], [6_500, 'message', 4, { body: 'cut' }],
            [8_000, 'open', 5, { to: 'GET ws://bot.example/refused' }],
        ], { args: [folder, form] });
        assert.deepEqual(toldOf(one, 1), [['open', 101], ...texts.map((text) => ['message', `heard ${text}`, true]),
            ['message', Buffer.from(bytes).reverse().toString('base64'), true]]);
        assert.deepEqual(toldOf(one, 2), [['open', 101], ['message', 'heard a', true], ['close', 4001, 'enough']]);
        assert.deepEqual([toldOf(one, 3), toldOf(one, 4)], [[['open', 101]], [['open', 101], ['close', 1006, '']]]);
        assert.deepEqual(emitted(one).map(([, { code }]) => code), [1_000, 4_001, 1_006, 1_006]);
        assert.deepEqual(toldOf(one, 5)[0], ['open', { server: 400, noServer: 403, port: 400 }[form]]);
        assert.equal(toldOf(one, 5).at(-1)[2], true);
        const said = one.lines.find((line) => line.kind === 'message' && line.body === 'heard 0');
        assert.match(said.line, /^talk\.mjs:\d+/);
    });
}

test('a message of ten megabytes comes in parts that fit into lines', { skip: skipOfPackage() }, async () => {
    const one = await call('by_ws', [[1_600, 'open', 1, MEDIA], [1_700, 'message', 1, { body: 'big' }]], { args: [folder, 'server'] }, [50]);
    const [, ...parts] = toldOf(one, 1);
    assert.equal(parts.map(([, body]) => body).join(''), Array.from({ length: 1_000_000 }, (_, number) => `${String(number).padStart(8, '0')}€`).join(''));
    assert.deepEqual(parts.map(([, , last]) => last), [...parts.slice(1).map(() => false), true]);
    assert.ok(Math.max(...one.lines.map((line) => Buffer.byteLength(JSON.stringify(line)))) < LINE_BYTES);
});

test('clients of the bot reach its own servers, and ports are as without voicetest', async () => {
    const [[, found]] = emitted(await call('own_clients', []));
    assert.deepEqual(found, {
        address: { address: '127.0.0.1', family: 'IPv4', port: 40_000 },
        twice: ['EADDRINUSE', 'listen', 'listen EADDRINUSE: address already in use 127.0.0.1:40000'],
        thrown: ['ERR_SERVER_ALREADY_LISTEN', 'ERR_SOCKET_BAD_PORT'],
        fetched: '50000', kept: ['50001', '50001'], echo: 'hello', isOver: [false, null],
    });
});

test('an address in any letters reaches the server in ASCII', async () => {
    const one = await call('raw', [[1_600, 'open', 1, { to: `GET ${BOT}/приём/a b?имя=Аня&x=%20` }]]);
    assert.deepEqual(emitted(one), [['asked', { first: 'GET /%D0%BF%D1%80%D0%B8%D1%91%D0%BC/a%20b?%D0%B8%D0%BC%D1%8F=%D0%90%D0%BD%D1%8F&x=%20 HTTP/1.1' }]]);
});

test('a letter that is cut between parts stays text', async () => {
    const one = await call('raw', ['letters', 'bytes', 'half'].map((name, index) => [1_600, 'open', index + 1, { to: `GET ${BOT}/${name}` }]));
    const text = (body, last = false) => ['message', body, last], coded = (bytes, last) => text(Buffer.from(bytes, 'latin1').toString('base64'), last);
    assert.deepEqual(toldOf(one, 1), [['open', 200], text('п'), text('риём '), text('€'), text('', true)]);
    assert.deepEqual(toldOf(one, 2), [['open', 200], text('a'), coded('\xd0a\xff'), text('b'), coded('\xd0', true)]);
    assert.deepEqual(toldOf(one, 3), [['open', 200], text('a'), coded('\xd0'), ['close']]);
});

test('a close with a code that no close has is 1002', async () => {
    const one = await call('raw', ['low', 'high'].map((name, index) => [1_600, 'open', index + 1, { to: `GET ws://bot.example/${name}` }]));
    for (const [index, reason] of ['low', 'high'].entries()) assert.deepEqual(toldOf(one, index + 1), [['open', 101], ['close', 1_002, reason]]);
    assert.deepEqual(emitted(one).filter(([name]) => name === 'echo').map(([, { code }]) => code), [1_002, 1_002]);
});

test('a bot that only serves waits without an end', async () => {
    const one = await call('plain', []);
    assert.equal(one.end, null);
    assert.equal(one.lines.filter(({ kind }) => kind === 'idle').at(-1).next, null);
    assert.match(one.lines.find(({ kind }) => kind === 'serve').line, /^plain\.mjs:7$/);
});

test('a hang-up reaches the bot, and a bot without a server is over', async () => {
    const one = await call('hung_up', [[1_601, 'hangUp', undefined, { caller: 2 }]]);
    assert.deepEqual(emitted(one), [['hungUp', { caller: 2 }]]);
    assert.equal(one.end.kind, 'ended');
});

test('what voicetest gives is no secret, and what the bot brings is', async () => {
    const sid = 'CA0123456789abcdef0123456789abcdef', token = 'sk-proj-Zx81mNq0vLkT72hWyBd4', hello = { secrets: { keep: [] } };
    const asked = { to: `POST ${BOT}/call?CallSid=${sid}`, body: `CallSid=${sid}&token=${token}` };
    const one = await call('plain', [[1_600, 'open', 1, asked]], { hello });
    assert.equal(toldOf(one, 1)[1][1], `<Response><Say>CallSid=${sid}&token=${token}</Say></Response>`);
    const other = await call('plain', [[1_600, 'open', 1, { to: `POST ${BOT}/call`, body: 'key' }]], { hello, environment: { BOT_TOKEN: token } });
    assert.ok(!JSON.stringify(other.lines).includes(token));
    const closed = await call('raw', [[1_600, 'open', 1, { to: 'GET ws://bot.example/secret' }]], { hello, environment: { BOT_TOKEN: token } });
    assert.deepEqual(toldOf(closed, 1)[1].slice(0, 2), ['close', 4_001]);
    assert.ok(!JSON.stringify(closed.lines).includes(token));
});
