// What the client puts in the place of Node's own has what that has, in the running version.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { CLIENT, HERE, emitted, run } from './harness.mjs';

const BOT = `${HERE}/bots/stand_ins.mjs`;
// Classes of the client that stand for nothing that an app gets: its own parts, and what an app calls by name.
const OWN = ['Answer', 'App', 'Children', 'EarlierFiles', 'ExternalError', 'FileTimes', 'Frames', 'Guard', 'HTTPRequest', 'Inflate', 'Line', 'LoadedFiles',
    'Machine', 'MemoryHandle', 'OutsideCall', 'Pump', 'Secrets', 'StepTime', 'StubbedLine', 'TemporaryFolders', 'Unhandled', 'Unkept', 'Unreachable', 'Visit', 'Wire', 'Workers'];
const CLASSES = { Peer: ['Peer', 'Peer of a request'], SecurePeer: ['Peer of TLS'], MemorySocket: ['Peer of an own server'] };

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'voicetest-stand-ins-')), file = path.join(folder, 'plain');
const { status, stderr } = spawnSync(process.execPath, [BOT, file], { encoding: 'utf8' });
assert.equal(status, 0, stderr);
const error = 'ECONNREFUSED: connect ECONNREFUSED 127.0.0.1:9';
const calls = [{ to: 'GET ws://127.0.0.1:9/', body: '', error, chunks: [] }];
const one = await run(BOT, { args: [file], calls });
fs.rmSync(folder, { recursive: true });
const found = Object.fromEntries(emitted(one));

test('each stand-in has what the real object has', () => {
    assert.deepEqual([one.end.kind, one.escapes], ['ended', []], one.printed);
    assert.deepEqual([found['stand-ins'].missing, found['stand-ins'].is], [{}, [true, true, true]]);
});

test('every class of the client is compared or stands for nothing', () => {
    const classes = [...fs.readFileSync(CLIENT,
        'utf8').matchAll(/^(?:export )?.*\bclass (\w+)(?: extends [\w.]+)? \{/gm)].map(([, name]) => name);
    const compared = found['stand-ins'].names.filter((name) => !Object.values(CLASSES).flat().includes(name));
    assert.deepEqual(classes.sort(), [...OWN, ...compared, ...Object.keys(CLASSES)].sort());
});

test('each function of Node has and says what it does without voicetest', () => {
    const { count, ...differences } = found.library;
    assert.ok(count > 1_000);
    assert.deepEqual(differences, { gone: [], missing: {}, says: {} });
});
