// Secrets have stand-ins: what reaches app, server and disk.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import zlib from 'node:zlib';
import { CLIENT, HERE, ROOT, emitted, run } from './harness.mjs';
import { Secrets, exchangedAnswer } from '../../../Sources/Clients/Node/voicetest-app.mjs';

const { notes } = JSON.parse(fs.readFileSync(path.join(ROOT, 'Tests/Clients/cases/hiding.json'), 'utf8'));
const KEY = '9f8e7d6c5b4aQw2Rb8Vn5Yc1', SERVER = path.join(ROOT, 'Tests/Clients/secrets_server.py');
const APP = globalThis[Symbol.for('voicetest-app')];

/** What an answer becomes: its headers, and its pieces as Latin-1. */
function exchanged(headers, chunks) {
    const coded = (text) => ({ body: Buffer.from(text, 'latin1').toString('base64'), encoding: 'base64' });
    const plain = ({ body, encoding }) => Buffer.from(body, encoding === 'text' ? 'utf8' : encoding).toString('latin1');
    const [head, told] = exchangedAnswer([{ headers }, chunks.map((one) => [0, coded(one)])], 'a.example');
    return { headers: head.headers, pieces: told.map(([, chunk]) => plain(chunk)) };
}

for (const kind of ['of packages', 'own']) {
    const flags = kind === 'own' ? ['--experimental-websocket'] : [];
    const skip = !flags.every((one) => process.allowedNodeEnvironmentFlags.has(one)) && 'this Node has no WebSocket';
    test(`secrets reach their servers, by a WebSocket ${kind} too, and neither bot nor disk`, { skip }, async () => {
        const server = spawn('python3', [SERVER], { stdio: ['pipe', 'pipe', 'inherit'] });
        const script = `${HERE}/bots/keys.mjs`;
        const [line] = await once(createInterface(server.stdout), 'line'), { ports, own, secrets } = JSON.parse(line);
        const how = {
            environment: { MODEL_KEY: own }, hello: { secrets: { keep: [] } },
            command: [process.execPath, ...flags, '--import', CLIENT, script, ...ports, kind],
        };
        const live = await run(script, how), told = Object.fromEntries(emitted(live));
        server.stdin.end();
        await once(server, 'exit');
        const statuses = { statuses: [200, 401], moved: 200, squeezed: ['{"ok": true}', '{"ok": true}'], echoed: true };
        assert.deepEqual(told.statuses, statuses, live.printed);
        assert.deepEqual(Object.keys(JSON.parse(told.vault.text)), ['zebra', 'password', 'apple', 'length']);
        const [first, second, seat] = told.talk.found;
        assert.deepEqual([JSON.parse(first).zebra, second], [true, 'True']);
        if (kind !== 'own') assert.match(seat.session, /^\w{20}$/);
        assert.equal(JSON.parse(told.refused.body).token, JSON.parse(told.login.body).token);
        const coded = live.made.filter(({ to }) => to.endsWith('/squeezed'));
        const bodies = coded.map(({ body }) => Buffer.from(body, 'base64'));
        const plain = [zlib.gunzipSync(bodies[0]).toString(), zlib.inflateSync(bodies[1]).toString()];
        assert.equal(plain[0], plain[1]);
        assert.equal(JSON.parse(plain[0]).token, JSON.parse(told.login.body).token);
        const written = JSON.stringify(live.lines) + live.printed + plain[0];
        for (const value of [...secrets, 'hunter2']) assert.ok(!written.includes(value), value);
        if (kind !== 'own') {
            const lines = live.printed.trimEnd().split('\n');
            const expected = notes.map((note) => note.replaceAll('ONE', ports[0]).replaceAll('OTHER', ports[1]));
            assert.equal(lines.length, expected.length, live.printed);
            lines.forEach((one, index) => {
                assert.ok(one.startsWith('voicetest: keys.mjs:') && one.endsWith(`: ${expected[index]}`), one);
            });
        }
        const replayed = await run(script, { ...how, hello: { ...how.hello, mode: 'replay' }, calls: live.made });
        assert.deepEqual(replayed.trace, live.trace);
        assert.ok(!replayed.printed.includes('voicetest: '));
    });
}

test('the error that ends a bot is printed without its secret', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'voicetest-secrets-')), script = path.join(folder, 'bot.mjs');
    fs.writeFileSync(script, 'throw new TypeError(`password=${process.env.MODEL_KEY}`);\n');
    const found = await run(script, { environment: { MODEL_KEY: KEY }, hello: { secrets: { keep: [] } } });
    fs.rmSync(folder, { recursive: true });
    assert.equal(found.end.kind, 'failed');
    assert.ok(found.printed.includes('TypeError: password=') && !found.printed.includes(KEY), found.printed);
});

test('what a bot prints is shown without its secrets', async (context) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'prints-'));
    context.after(() => fs.rmSync(folder, { recursive: true }));
    const bot = path.join(folder, 'bot.mjs');
    fs.writeFileSync(bot, `import * as voice from ${JSON.stringify(CLIENT)};
        const key = process.env.MODEL_KEY;
        console.log('password=' + key, 'of "ada"');
        voice.declare({ kinds: { asked: { role: 'note', fields: { text: 'text' } } } });
        voice.emit('asked', { text: 'token=' + key });
        console.error('it is', key);
        process.stdout.write('Authorization: Bearer 9' + key + '\\n', () => console.warn({ password: key + 9 }));
    `);
    const found = await run(bot, { environment: { MODEL_KEY: KEY }, hello: { secrets: { keep: [] } } });
    const [[, { text }]] = emitted(found), lines = found.printed.split('\n');
    assert.ok(found.end.kind === 'ended' && !found.printed.includes(KEY), found.printed);
    for (const line of ['password=*** of "ada"', `it is ${text.slice(6)}`, 'Authorization: Bearer ***', "{ password: '***' }"]) assert.ok(lines.includes(line), line);
});

test('a coding that is not known is told once', (context) => {
    const written = context.mock.method(fs, 'writeSync', () => 0);
    APP.secrets = new Secrets(7);
    const body = '\x1f\x9d\x90\xff', fields = [['Content-Encoding', 'compress']];
    for (let count = 0; count < 2; count += 1) assert.deepEqual(exchanged(fields, [body]).pieces, [body]);
    assert.deepEqual(written.mock.calls.map((one) => one.arguments), [[2,
        'voicetest: the answer of a.example is coded as compress, which this client does not know: '
        + 'a secret in it is not hidden\n']]);
});
