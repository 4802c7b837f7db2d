// What makes programs differ from run to run: each hazard is stable, or told with the app's own line.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { BLOCK, CLIENT, HERE, STEPS, allSteps, emitted, run } from './harness.mjs';

const row = (text, after, body) => ({ to: 'POST http://model.example/ask', body: { text }, status: 200, chunks: [{ after, body, encoding: 'text' }] });
const CALLS = [row('a', 4_000, 'one'), row('b', 800, 'two'), row('a', 2_000, 'three')];

// All but one end within 50 blocks: steps of 50 blocks are for them what steps of 400 are.
const LONG = 'busy_wait', SHORT = STEPS.filter((one) => one !== 50);

// By name: what the first event has.
const STABLE = {
    blocking_sleep: { at: 250 },
    bound_clock: { date: 1_700_000_000_300, made: '2023-11-14T22:13:20.300Z', format: '10:13:20 PM', event: 300, same: true },
    busy_wait: { at: 200 },
    caught_error: { message: 'first' },
    chance: { uuid: '9fc5a7d9-f8ce-4cd9-960c-d957b850ac14' },
    child_lines: { answers: ['heard one', 'heard two', 'heard three'], code: 0 },
    child_output: { pieces: ['one\n', 'two\n', 'three'], order: ['end', 'exit 3'], stdout: 'whole\n', other: 'words\n' },
    contexts: { seen: 'a,a,b,b' },
    exit_handler: undefined,
    file_times: { times: '100,100,100,100,100,100,300', kept: true },
    files: { order: '0,1,2,3,callback 0,callback 1,callback 2,callback 3,stat', parts: '4194304,1,2', chunks: true },
    garbage: { seen: 0, alive: 3 },
    imports: { order: 'a,b,c,A,B,C' },
    order_of_tasks: { order: 'microtask,promise,tick,immediate,timeout' },
    own_fetch_order: { order: ['b two', 'a three', 'a one'] },
    pipeline: {},
    printing: { read: '', all: '', child: '' },
    threads_of_node: { order: 'slow,quick,digest,wasm,gzip', size: 1 << 20 },
    time_limits: { listening: 'TimeoutError', speaking: 'TimeoutError' },
    timers: { order: 'again,a,b,c,x,x,x,slept,AbortError' },
    turning_wait: { at: 200 },
    two_compressions: { order: [1 << 22, 1, 'brotli'], piped: 300_000, error: 'Z_DATA_ERROR', dropped: true },
    worker: { n: 2, at: 1_700_000_000_000 },
};
const TOLD = {
    async_numbers: 'chance', elliptic_sign: 'chance', folder_order: 'order', start_times: 'clock',
    channel: 'child', child_goes_on: 'child', child_limit: 'child', datagram: 'network', key_pair: 'chance', memory: 'chance',
    name_service: 'network', other_context: 'clock', other_protocol: 'network', own_number: 'chance', probed_port: 'network', raw_socket: 'network',
    silent_socket: 'network', text_worker: 'thread', two_children: 'child', two_workers: 'thread', worker_timer: 'clock',
};
const FAILED = {
    blocked_cell: [/nothing else for 1 s of waiting than what it does here$/, 'blocked_cell.mjs:4 wait', 70],
    blocked_child: [/nothing else for 1 s of waiting than what it does at this line/, 'blocked_child.mjs:4 run from blocked_child.mjs:6', 'SIGKILL'],
    endless: [/nothing else for 1 s of processor time than what it does here$/, 'endless.mjs:9 never', 70],
    endless_library: [/nothing else for 1 s of processor time/, 'endless_library.mjs:6 again', 70],
    exit_code: ['exit code 3', 'exit_code.mjs:4', 0],
    late_microphone: [/call declare\(\{ hears: 'audio' \}\) at its start/, 'late_microphone.mjs:5', 0],
    missing_export: [/^SyntaxError: The requested module '\.\/imports\.mjs' does not provide an export named 'size'$/, 'missing_export.mjs:2', 0],
    never: ['exit code 13: the app awaits what never comes', 'unknown', 0],
    rejected: ['Error: no size', 'rejected.mjs:5 choose', 0],
    syntax: [/^SyntaxError: Unexpected token ';'$/, 'syntax.part.mjs:2', 0],
    thrown: ['RangeError: no size', 'thrown.mjs:4 choose', 0],
    unset_number: ['TypeError: value is NaN, which JSON has not', 'unset_number.mjs:3', 0],
};

for (const [name, fields] of Object.entries(STABLE)) {
    test(`gives one trace for all steps: ${name}`, async () => {
        const one = await allSteps(`${HERE}/hazards/${name}.mjs`, { calls: CALLS }, name === LONG ? STEPS : SHORT);
        assert.equal(one.at < 50 * BLOCK, name !== LONG);
        const [, found] = emitted(one)[0];
        assert.deepEqual(Object.fromEntries(Object.keys(fields ?? {}).map((key) => [key, found[key]])), fields ?? {});
        assert.equal(one.end.kind, 'ended');
    });
}

for (const [name, what] of Object.entries(TOLD)) {
    test(`tells an escape with the line of the app: ${name}`, async () => {
        const one = await run(`${HERE}/hazards/${name}.mjs`, { steps: 7, ...(name === 'child_goes_on' && { seconds: 3 }) });
        assert.equal(one.escapes[0]?.what, what, one.printed);
        for (const escape of one.escapes) assert.ok(escape.line.startsWith(name), JSON.stringify(escape));
    });
}

for (const [name, [reason, line, code]] of Object.entries(FAILED)) {
    test(`fails at the line of the app: ${name}`, async () => {
        const one = await run(`${HERE}/hazards/${name}.mjs`, { steps: 7, ...(reason.source?.startsWith('nothing') && { seconds: 1 }) });
        assert.equal(one.end.kind, 'failed');
        if (reason instanceof RegExp) assert.match(one.end.reason, reason);
        else assert.equal(one.end.reason, reason);
        assert.deepEqual([one.end.line, one.code], [line, code]);
        assert.doesNotMatch(one.printed, /debugger/);
    });
}

test('names a line of a loop that lets time pass but never waits', async () => {
    const one = await run(`${HERE}/hazards/restless.mjs`, { steps: 400, seconds: 1 });
    assert.match(one.end.reason, /^the app used 1.25 s of processor time and did not give the turn back: it is now here$/);
    assert.deepEqual([one.end.line.split(' ')[0].replace(/\d+$/, ''), one.code], ['restless.mjs:', 70]);
});

test('makes no call behind the end of a session, or of the app', async () => {
    for (const [end, options] of [[null, { limit: 2 }], ['ended', { args: ['exit'] }]]) {
        const one = await run(`${HERE}/hazards/calls_at_the_end.mjs`, options);
        assert.deepEqual([one.end?.kind ?? null, one.behind, one.code], [end, '', 0]);
        assert.ok(one.made.length > 2);
        assert.equal(one.printed, 'asked\n'.repeat(one.made.length));
    }
});

test('a child takes the frames that its program has', async () => {
    const one = await allSteps(`${HERE}/hazards/child_duration.mjs`, { hello: { durations: { true: 3_200, printf: 1_600 } } }, SHORT);
    assert.deepEqual(one.trace.filter(([, kind]) => kind === 'emit').map(([at, , act]) => [at, act.fields.what]), [
        [1_600, 'one\n'], [1_600, 'two'], [1_600, 'end'], [1_600, 'exit'], [1_600, 'close'], [3_200, 'callback'], [6_400, 'sync'],
        [8_000, 'shell'], [9_600, 'sync shell']]);
    assert.deepEqual(one.escapes, []);
});

test('goes on behind each wait that blocks', async () => {
    const one = await allSteps(`${HERE}/hazards/blocking_waits.mjs`, {}, SHORT);
    const waited = emitted(one).filter(([name]) => name === 'waited').map(([, fields]) => fields);
    assert.deepEqual(waited, ['date', 'performance', 'hrtime', 'pair', 'atomics'].map((name) => ({ name, ms: 30 })));
    assert.deepEqual([emitted(one).at(-1)[0], one.end.kind], ['last', 'ended']);
});

test('waits for a child where other work was under way at the start and has ended', async () => {
    const command = [process.execPath, '--import', `${HERE}/hazards/work_at_start.part.mjs`, '--import', CLIENT, `${HERE}/hazards/work_at_start.mjs`];
    const one = await run('', { command });
    assert.deepEqual(one.trace, [[0, 'emit', { event: 'closed' }], [0, 'ended', {}]]);
});

test('prints to standard error what an app and its children print', async () => {
    const { printed } = await run(`${HERE}/hazards/printing.mjs`);
    assert.equal(printed, 'printed\nwritten\nby number\ninherited\ninherited, too\n');
});

test('every hazard is tested', () => {
    const names = fs.readdirSync(`${HERE}/hazards`).filter((one) => !one.includes('.part.')).map((one) => one.replace('.mjs', ''));
    assert.deepEqual(names.sort(), ['blocking_waits', 'calls_at_the_end', 'child_duration', 'restless', 'work_at_start', ...[STABLE, TOLD, FAILED].flatMap(Object.keys)].sort());
});
