// Children of the sound card: `arecord`, `aplay`, `sox`, `ffmpeg` and others, in virtual time, without a process.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { BLOCK, CLIENT, HERE, RATE, ROOT, emitted, run } from './harness.mjs';

const BOT = `${HERE}/cards/children.mjs`;
const { read } = createRequire(import.meta.url)(path.join(path.dirname(CLIENT), 'voicetest-child-commands.cjs'));
const SOUNDS = new Map(Array.from({ length: 50 }, (_, index) => [
    (50 + index) * BLOCK, Buffer.from(new Int16Array(BLOCK).map((_, place) => (place % 32 < 16 ? 3_000 : -3_000)).buffer)]));

async function seen(name, escapes = []) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'voicetest-cards-'));
    const one = await run(BOT, { args: [name, folder], calls: [] }), again = await run(BOT, { args: [name, folder], calls: [], steps: 1 });
    fs.rmSync(folder, { recursive: true });
    assert.deepEqual([one.escapes.map((escape) => escape.name), one.end], [escapes, { kind: 'ended' }], one.printed);
    assert.deepEqual(one.trace, again.trace);
    return emitted(one).map(([, { what }]) => what);
}

test('the words of a child say what it does, in both clients alike', () => {
    const { cases } = JSON.parse(fs.readFileSync(`${ROOT}/Tests/Clients/cases/children.json`, 'utf8'));
    for (const { words: [name, ...words], task, text } of cases) {
        const found = read(name, words), wanted = task && { name, ...task };
        assert.deepEqual(found, text ? `'${name}' opens the sound card with words that voicetest does not know: ${text}` : wanted, [name, ...words].join(' '));
    }
});

test('children record', async () => {
    assert.deepEqual(await seen('records'), [
        'spawn true at 0.000', '640 at 0.020', '640 at 0.040', '640 at 0.060', '1  true at 0.060', '19244  at 0.160', '320 at 0.700',
        ' SIGKILL at 0.700', 'ESRCH at 0.700']);
});

test('children play and say', async () => {
    assert.deepEqual(await seen('plays'), [
        '0  at 1.000', 'wrote at 1.000', 'wrote at 1.000', 'wrote at 1.452', 'wrote at 2.452', '123  at 2.452', ' SIGKILL at 2.652', '0  at 3.312']);
});

test('children record into files, play them and fail without one', async () => {
    assert.deepEqual(await seen('files'), [
        '32044 RIFF at 1.000', 'played  0 at 2.000', '1 aplay: ./none.wav: No such file or directory at 2.000', '32000 at 3.000']);
});

test('children of the card that nothing stands in for are told and others are not', async () => {
    const known = 'aplay, arecord, ffplay, paplay, parec, parecord, play, rec';
    await seen('told', [
        `'mpg123' opens the sound card: voicetest stands in for ${known}`, "'arecord' opens the sound card in a shell: start it without one",
        "'rec' opens the sound card with words that voicetest does not know: silence",
        "'aplay' opens the sound card and is waited for: start it with spawn or execFile", "a child's time limit, which is real time, ran out"]);
});

test('a bot that records after it has waited hears the caller, without an adapter', async () => {
    const options = { sounds: SOUNDS, limit: 5, calls: [] };
    const one = await run(`${HERE}/cards/recorder.mjs`, options), again = await run(`${HERE}/cards/recorder.mjs`, { ...options, steps: 7 });
    assert.deepEqual([one.ready.hears, one.escapes, one.end], ['audio', [], { kind: 'ended' }], one.printed);
    assert.deepEqual(one.trace, again.trace);
    const sounds = one.trace.filter(([, kind]) => kind === 'play' || kind === 'playEnded').map(([at]) => at / RATE);
    assert.ok(sounds.length >= 3 && sounds[0] > 1.4 && Math.abs(sounds.at(-1) - sounds[0] - 0.5) < 0.03, sounds.join(' '));
});

test('a child without its files beside the client is told with the line', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'voicetest-cards-'));
    fs.copyFileSync(CLIENT, `${folder}/voicetest-app.mjs`);
    fs.writeFileSync(`${folder}/bot.mjs`, "import { spawn } from 'node:child_process';\nspawn('arecord', ['-q']).on('error', () => {});\n");
    const one = await run(`${folder}/bot.mjs`, { calls: [], command: [process.execPath, '--import', `${folder}/voicetest-app.mjs`, `${folder}/bot.mjs`] });
    fs.rmSync(folder, { recursive: true });
    assert.deepEqual([one.escapes[0].name, one.escapes[0].line], ["'arecord' opens the sound card: copy voicetest-children.cjs, "
        + "voicetest-child-commands.cjs, voicetest-child-card.cjs of voicetest's release beside voicetest-app.mjs", 'bot.mjs:2']);
});
