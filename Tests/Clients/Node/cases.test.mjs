// The table of cases that both clients share (Tests/Clients/cases): what goes in, and what comes out.
import assert from 'node:assert/strict';
import crypto from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { Duplex } from 'node:stream';
import { test } from 'node:test';
import zlib from 'node:zlib';
import {
    Answer, Frames, HTTPRequest, Machine, OutsideCall, Peer, Secrets, SecurePeer, contentOf, exchangedAnswer, frameOf, headOf, packed, packedQuestion,
    pairsOf, toldLine, unpacked,
} from '../../../Sources/Clients/Node/voicetest-app.mjs';
import { ROOT } from './harness.mjs';

const APP = globalThis[Symbol.for('voicetest-app')], SITE = 'a.example';
const latin = (text) => Buffer.from(text, 'latin1'), fromHex = (text) => Buffer.from([text].flat().join(''), 'hex');

/** A value of the table, in which `{"repeat": [TEXT, COUNT]}` stands for a long text. */
function expanded(value) {
    if (Array.isArray(value)) return value.map(expanded);
    if (value === null || typeof value !== 'object') return value;
    if (value.repeat) return value.repeat[0].repeat(value.repeat[1]);
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, expanded(one)]));
}

/** Tests each case of an area, with the state of the client anew. */
function testAll(area, look) {
    for (const one of JSON.parse(fs.readFileSync(path.join(ROOT, `Tests/Clients/cases/${area}.json`), 'utf8')).cases) {
        test(`${area}: ${one.name}`, (context) => {
            Object.assign(APP, { machine: new Machine(), calls: new Map(), count: 0, secrets: null, notes: new Set() });
            return look(expanded(one), context);
        });
    }
}

/** Lines as voicetest has them, without the app's line of acts, which each language writes in its own way. */
function told(lines) {
    return JSON.parse(JSON.stringify(lines)).map(({ line, ...rest }) => (rest.kind === 'escape' ? { ...rest, line } : rest));
}

/** Does what is due, in its order; `happens` hears of each input. */
async function drained(happens) {
    for (let due = APP.machine.due(); due !== null; due = APP.machine.due()) await (due.input ? happens(due.input) : due.timer.callback());
}

testAll('timers', async ({ rate, seconds, frames, start = [], does = {}, turns }) => {
    if (rate) return assert.deepEqual(seconds.map((one) => frameOf(one, rate)), frames);
    const timers = new Map();
    let happened = [];
    const happen = (name) => {
        happened.push([APP.machine.frame, name]);
        act(does[name] ?? []);
    };
    const act = (steps) => steps.forEach(([kind, ...words]) => {
        if (kind === 'act') return APP.machine.act('emit', { event: words[0] });
        if (kind === 'escape') return APP.machine.escape('clock', words[0], 'a:1 f');
        if (kind !== 'set') timers.get(words.at(-1)).isCancelled = true;
        if (kind === 'cancel') return undefined;
        const [frame, name] = words;
        return timers.set(name, APP.machine.setTimer(frame, () => happen(name)));
    });
    act(start);
    for (const { until, inputs = [], happens, lines } of turns) {
        APP.machine.go(until, inputs.map(([at, name]) => ({ at, name })));
        await drained(({ name }) => happen(name));
        assert.deepEqual([happened, told(APP.machine.turn())], [happens, lines]);
        happened = [];
    }
    return undefined;
});

testAll('calls', async ({ start, does = {}, turns }) => {
    const asked = new Map();
    let heard = [];
    const ask = (to, body, isOpen, gives) => {
        const answered = (message) => {
            const data = unpacked(message), { body: text, encoding } = packed(data), { status, error, last } = message;
            const shown = { ...(status !== undefined && { status }), ...(error !== undefined && { error }) };
            heard.push([APP.machine.frame, call.number, { body: encoding === 'text' ? text : { hex: data.toString('hex') }, ...shown, last }]);
            act(does[call.number] ?? []);
        };
        const made = [{ status: 200 }, gives.map(([seconds, piece]) => [seconds, packed(Buffer.from(piece))])];
        const data = body.hex ? fromHex(body.hex) : Buffer.from(body);
        const call = new OutsideCall(to, packedQuestion(data), answered, () => made, { isOpen });
        asked.set(call.number, call);
    };
    const act = (steps) => steps.forEach((step) => {
        if (step.ask) ask(step.ask, step.body, step.open, step.gives ?? []);
        else if (step.more) asked.get(step.more).more(packed(Buffer.from(step.body)));
        else asked.get(step.cancel).cancel();
    });
    act(start);
    for (const { until, inputs = [], heard: expected, lines } of turns) {
        APP.machine.go(until, inputs);
        await drained(async (input) => {
            APP.deliver(input);
            while (APP.pump.makings > 0) await null;
        });
        assert.deepEqual([heard, told(APP.machine.turn())], [expected, lines]);
        heard = [];
    }
});

/** The far end of a connection, and what the app gets of it: `data` and whether it ended. */
function peerOf(port = 80, isSecure = false) {
    const peer = new (isSecure ? SecurePeer : Peer)(SITE, port, isSecure, true, {}), got = { data: Buffer.alloc(0), ends: false };
    peer.push = (chunk, encoding) => {
        if (chunk === null) got.ends = true;
        else got.data = Buffer.concat([got.data, Buffer.from(chunk, encoding)]);
    };
    return { peer, got };
}

testAll('frames', ({ of, pieces, messages, message, gets, writes, told: expected }) => {
    if (of === 'read') {
        const frames = new Frames(), found = pieces.flatMap((piece) => [...frames.take(fromHex(piece))]);
        return assert.deepEqual(found.map(({ code, body }) => contentOf(code, body)), messages);
    }
    const { peer, got } = peerOf();
    peer.takeBytes(latin('GET /talk HTTP/1.1\r\nUpgrade: websocket\r\n\r\n'));
    peer.answered({ body: { open: '' }, encoding: 'json', last: false });
    got.data = Buffer.alloc(0);
    APP.machine.turn();
    if (of === 'give') {
        peer.answered(message);
        return assert.equal(got.data.toString('hex'), [gets].flat().join(''));
    }
    for (const data of writes) peer.takeBytes(fromHex(data));
    return assert.deepEqual(told(APP.machine.acts), expected.map((one) => ({ kind: 'more', id: peer.call.number, ...one })));
});

/** What Node's own client gets of a server that sends these bytes. */
async function served(bytes) {
    const createConnection = () => Object.assign(new Duplex({
        read() {},
        write(_, encoding, done) {
            this.push(bytes);
            this.push(null);
            done();
        },
    }), { setNoDelay() {}, setKeepAlive() {}, setTimeout() {}, ref() {}, unref() {} });
    const request = http.request({ createConnection, host: SITE }).end(), [response] = await once(request, 'response'), parts = [];
    for await (const part of response) parts.push(part);
    const trailers = pairsOf(response.rawTrailers);
    return { ...headOf(response), ...(trailers.length > 0 && { trailers }), body: Buffer.concat(parts).toString('latin1') };
}

/** Of what was found, that which the case names. */
function named(found, expected) {
    return Object.fromEntries(Object.keys(expected).map((key) => [key, found[key]]));
}

testAll('answers', ({ method, pieces, bodies, error, over, status, headers }) => {
    const answer = new Answer(method), found = [], isOver = [];
    const take = (piece) => {
        found.push(answer.take(piece === null ? null : latin(piece)).toString('latin1'));
        isOver.push(answer.isOver);
    };
    if (error) assert.throws(() => pieces.forEach(take));
    else {
        pieces.forEach(take);
        assert.deepEqual([isOver, answer.head], [over, { status, headers }]);
    }
    assert.deepEqual(found, bodies);
});

testAll('http', async ({ name, of, ...one }) => {
    if (of === 'server') {
        const { sends, ...expected } = one, found = await served(latin(sends));
        assert.deepEqual({ ...found, ...named(found, expected) }, { statusLine: found.statusLine, ...expected });
    } else if (of === 'request') {
        const { pieces, whole, refused, ...expected } = one, request = new HTTPRequest(), all = pieces.each ? [...pieces.each] : pieces;
        const take = () => all.map((piece) => request.take(latin(piece)));
        if (refused) return assert.throws(take, { message: 'not HTTP/1.1' });
        assert.deepEqual(take(), whole === 'last' ? all.map((_, index) => index === all.length - 1) : whole);
        const { method, path: where, fields, body } = request;
        assert.deepEqual(named({ method, path: where, fields, body: body.toString('latin1') }, expected), expected);
    } else {
        const { request, to, answers, gets, ends, isSecure = false, port = isSecure ? 443 : 80 } = one, { peer, got } = peerOf(port, isSecure);
        peer.takeBytes(latin(request));
        if (of === 'target') return assert.deepEqual(APP.machine.acts.map((line) => line.to), [to]);
        for (const message of answers) peer.answered(message);
        assert.deepEqual([got.data.toString('latin1'), got.ends], [gets, ends]);
    }
    return undefined;
});

/** What an answer becomes: its headers, and its pieces as Latin-1. */
function exchanged(headers, chunks) {
    const [head, pieces] = exchangedAnswer([{ headers }, chunks.map((one) => [0, packed(latin(one))])], SITE);
    return { headers: head.headers, pieces: pieces.map(([, chunk]) => unpacked(chunk).toString('latin1')) };
}

const CODERS = {
    gzip: [zlib.gunzipSync, zlib.gzipSync], deflate: [zlib.inflateSync, zlib.deflateSync],
    br: [zlib.brotliDecompressSync, zlib.brotliCompressSync], zstd: [zlib.zstdDecompressSync, zlib.zstdCompressSync],
};

/** Headers that say the length and the digest of a body. */
function fitting(data) {
    return [['Content-Length', String(data.length)], ['Digest', `sha-256=${crypto.createHash('sha256').update(data).digest('base64')}`]];
}

/** What becomes of a body in a coding: decoded again. Its headers follow. */
function coded({ coding, text }) {
    const [decode, code] = CODERS[coding], body = code(text), sent = body.toString('latin1');
    const { headers, pieces } = exchanged([['Content-Encoding', coding], ...fitting(body)], [sent.slice(0, 7), sent.slice(7), '']);
    const changed = latin(pieces.join(''));
    assert.deepEqual(headers.slice(1), fitting(changed));
    return decode(changed).toString();
}

testAll('hiding', ({ row, keep, isReplay = false, steps, coding, secret, told: expected, ...one }, context) => {
    if (coding && !CODERS[coding][1]) return context.skip('this Node does not know it');
    const secrets = APP.secrets = new Secrets(7, keep, isReplay || row === 'line');      // a replay notes nothing
    APP.calls.set(1, { to: 'GET wss://a.example/' });
    if (row === 'steps') {
        const does = { told: (text) => secrets.told(text), answered: (text, site) => secrets.answered(text, site),
            real: (text, site) => secrets.real(text, site), returned: (text) => secrets.returned(text) };
        return assert.deepEqual(steps.map(([kind, text, site]) => does[kind](text, site)), steps.map(([, , , gives]) => gives));
    }
    const make = {
        told: () => secrets.told(one.text, one.isCall), answered: () => secrets.answered(one.text, SITE),
        header: () => secrets.header(one.header, one.text, SITE), line: () => toldLine(one.line),
        answer: () => exchanged(one.headers, one.chunks).pieces, coded: () => coded({ coding, ...one }),
    };
    const found = JSON.stringify(make[row]());
    assert.equal(found, JSON.stringify(expected));
    return assert.ok(secret === null || !found.includes(secret));
});
