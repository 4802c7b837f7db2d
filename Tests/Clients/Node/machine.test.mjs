// The machine of virtual time alone, without a process; and how the client starts and ends.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { HTTPRequest, Machine, frameOf } from '../../../Sources/Clients/Node/voicetest-app.mjs';
import { CLIENT, HERE } from './harness.mjs';

const HELLO = { kind: 'hello', protocol: 1, sampleRate: 16_000, seed: 1, epoch: 0, mode: 'simulate' };

/** What happens in which order, as [frame, name]; acts at one frame. */
function drained(machine, actAt = null) {
    const found = [];
    for (let due = machine.due(); due !== null; due = machine.due()) {
        found.push([machine.frame, due.input?.name ?? due.timer.callback()]);
        if (machine.frame === actAt) machine.act('emit', { event: 'x' });
    }
    return found;
}

function machineWith(...timers) {
    const machine = new Machine();
    for (const [frame, name] of timers) machine.setTimer(frame, () => name);
    return machine;
}

test('inputs come before timers, and timers in the order of setting', () => {
    const machine = machineWith([20, 'b'], [10, 'a'], [20, 'c']);
    machine.go(30, [{ at: 20, name: 'sound' }]);
    assert.deepEqual(drained(machine), [[10, 'a'], [20, 'sound'], [20, 'b'], [20, 'c']]);
    assert.deepEqual(machine.turn(), [{ kind: 'idle', t: 30, next: null }]);
});

test('stops at the first frame with an act and forgets what was behind', () => {
    const machine = machineWith([10, 'a'], [25, 'b']);
    machine.go(30, [{ at: 20, name: 'sound' }]);
    assert.deepEqual(drained(machine, 10), [[10, 'a']]);
    assert.deepEqual(machine.turn().at(-1), { kind: 'idle', t: 10, next: 25 });
    machine.go(30, [{ at: 20, name: 'again' }]);
    assert.deepEqual(drained(machine), [[20, 'again'], [25, 'b']]);
});

test('goes no further than until', () => {
    const machine = machineWith([31, 'late']);
    machine.go(30, []);
    assert.deepEqual(drained(machine), []);
    assert.deepEqual(machine.turn(), [{ kind: 'idle', t: 30, next: 31 }]);
});

test('keeps what happened while the app did not wait', () => {
    const machine = new Machine();
    machine.go(2, [{ at: 1, name: 'sound' }]);
    assert.deepEqual([machine.pass(1), machine.pass(3)], [true, false]);
    assert.deepEqual(machine.turn(3), [{ kind: 'idle', t: 2, next: 3 }]);
    machine.go(5, []);
    assert.deepEqual(drained(machine), [[2, 'sound']]);
});

test('a cancelled timer is not next', () => {
    const machine = new Machine();
    machine.setTimer(5, () => {}).isCancelled = true;
    assert.equal(machine.nextTimer(), null);
});

test('a time between two frames is the later one', () => {
    for (const [seconds, frame] of [[0, 0], [0.02, 320], [12_345 / 16_000 + 0.02, 12_665], [0.5 / 16_000, 1], [-1, 0]]) {
        assert.equal(frameOf(seconds, 16_000), frame);
    }
});

test('an escape is told once', () => {
    const machine = new Machine();
    for (let round = 0; round < 2; round += 1) machine.escape('clock', 'time', 'a.mjs:1 f');
    assert.deepEqual([machine.turn().length, machine.turn().length], [2, 1]);
});

test('a request comes in pieces', () => {
    const request = new HTTPRequest(), text = 'POST /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n';
    assert.ok([...text].map((byte) => request.take(Buffer.from(byte))).at(-1));
    assert.deepEqual([request.method, request.path, request.body.toString()], ['POST', '/a', 'abcde']);
});

function started(script, lines, environment = {}) {
    const input = lines.map((line) => (typeof line === 'string' ? line : `${JSON.stringify(line)}\n`)).join('');
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', CLIENT, ...(script ? [script] : [])],
        { input, encoding: 'utf8', timeout: 20_000, env: { ...process.env, NODE_OPTIONS: '', ...environment } });
    return { status, stderr, kinds: stdout.split('\n').filter(Boolean).map((line) => JSON.parse(line).kind) };
}

test('the end of the input is an end', () => {
    const { status, kinds } = started(`${HERE}/bots/dialog.mjs`, [HELLO, { kind: 'go', at: 0, until: 320 }]);
    assert.deepEqual([status, kinds], [0, ['ready', 'play', 'idle']]);
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
