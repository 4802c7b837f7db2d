// How the client starts and ends; and time that passes while the app blocks, which is the client's for Node alone.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { Machine } from '../../../Sources/Clients/Node/voicetest-app.mjs';
import { CLIENT, HERE } from './harness.mjs';

const HELLO = { kind: 'hello', protocol: 1, sampleRate: 16_000, seed: 1, epoch: 0, mode: 'simulate' };

test('keeps what happened while the app did not wait', () => {
    const machine = new Machine();
    machine.go(2, [{ at: 1, name: 'sound' }]);
    assert.deepEqual([machine.pass(1), machine.pass(3)], [true, false]);
    assert.deepEqual(machine.turn(3), [{ kind: 'idle', t: 2, next: 3 }]);
    machine.go(5, []);
    assert.deepEqual([machine.due().input.name, machine.frame, machine.due()], ['sound', 2, null]);
});

function started(script, lines, environment = {}, client = CLIENT, cwd = undefined) {
    const input = lines.map((line) => (typeof line === 'string' ? line : `${JSON.stringify(line)}\n`)).join('');
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', client, ...(script ? [script] : [])],
        { input, encoding: 'utf8', timeout: 20_000, cwd, env: { ...process.env, NODE_OPTIONS: '', ...environment } });
    return { status, stderr, kinds: stdout.split('\n').filter(Boolean).map((line) => JSON.parse(line).kind) };
}

test('the end of the input is an end', () => {
    const { status, kinds } = started(`${HERE}/bots/dialog.mjs`, [HELLO, { kind: 'go', at: 0, until: 320 }]);
    assert.deepEqual([status, kinds], [0, ['ready', 'play', 'idle']]);
});

test('an app runs with a client that is a link to its file', () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'client-')), link = path.join(folder, 'app.mjs'), bot = path.join(folder, 'bot.mjs');
    fs.symlinkSync(CLIENT, link);
    fs.writeFileSync(bot, "import * as voice from './app.mjs';\nvoice.emit('runs', {});\n");
    const { status, stderr, kinds } = started(bot, [HELLO, { kind: 'go', at: 0, until: 320 }], {}, link);
    fs.rmSync(folder, { recursive: true });
    assert.deepEqual([status, kinds.slice(0, 2)], [0, ['ready', 'emit']], stderr);
});

test('an app runs with the client of a package that is installed above its folder', () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'client-')), installed = path.join(folder, 'node_modules/voicetest-app');
    const project = path.join(folder, 'pizza'), bot = path.join(project, 'bot.mjs');
    for (const one of [installed, project]) fs.mkdirSync(one, { recursive: true });
    fs.copyFileSync(CLIENT, path.join(installed, 'voicetest-app.mjs'));
    fs.writeFileSync(path.join(installed, 'package.json'), JSON.stringify({ name: 'voicetest-app', type: 'module', exports: { '.': './voicetest-app.mjs' } }));
    fs.writeFileSync(bot, "import * as voice from 'voicetest-app';\nvoice.emit('runs', {});\n");
    const { status, stderr, kinds } = started(bot, [HELLO, { kind: 'go', at: 0, until: 320 }], {}, 'voicetest-app', project);
    fs.rmSync(folder, { recursive: true });
    assert.deepEqual([status, kinds.slice(0, 2)], [0, ['ready', 'emit']], stderr);
});

test('another protocol is refused', () => {
    const { status, stderr, kinds } = started(`${HERE}/bots/dialog.mjs`, [{ ...HELLO, protocol: 2 }]);
    assert.deepEqual([status, kinds], [65, []]);
    assert.match(stderr, /protocol/);
});

test('a line that cannot be used ends with a sentence', () => {
    for (const line of ['no json\n', '[1]\n', 'null\n', '{"kind":"go"}\n', '{"kind":"audio","at":"x"}\n', '"x\n']) {
        const { status, stderr } = started(`${HERE}/bots/dialog.mjs`, [HELLO, line, { kind: 'go', at: 0, until: 320 }]);
        assert.equal(status, 65, line);
        assert.equal(stderr.replace('a bot may print\n', ''), 'voicetest sent a line that cannot be used. Take the client of its release.\n');
    }
});

test('a missing app is named', () => {
    const { status, stderr } = started('missing.mjs', [HELLO]);
    assert.equal(status, 66);
    assert.match(stderr, /missing\.mjs is no file/);
});

test('an app works without voicetest', () => {
    const code = `import * as voice from '${CLIENT}'; console.log(await voice.external('a', (x) => x + 1)(1));`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], { encoding: 'utf8' });
    assert.equal(stdout, '2\n');
});

test('an app that voicetest has not started is told so where it would wait for good', () => {
    for (const call of ["say('a')", 'listen()', "on('key', () => {})", 'microphone().next()']) {
        // A worker keeps Node alive.
        const code = `import { Worker } from 'node:worker_threads'; import * as voice from '${CLIENT}';
            new Worker('setInterval(() => {}, 1000)', { eval: true }); await voice.${call};`;
        const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], { encoding: 'utf8', timeout: 20_000 });
        assert.equal(status, 1, call);
        assert.match(stderr, /whose command for it is `node --import \.\/voicetest-app\.mjs APP\.mjs`/);
    }
});
