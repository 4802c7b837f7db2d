// Errors that the app did not handle and that do not end it: each is told once, at one frame in all runs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLIENT, HERE, allSteps, run } from './harness.mjs';

const BOT = `${HERE}/bots/unhandled.mjs`;

/** What was told: second, what it is of, error, line. */
function told({ lines, trace }) {
    const found = lines.filter(({ kind }) => kind === 'unhandled'), at = trace.filter(([, kind]) => kind === 'unhandled').map(([frame]) => frame / 16_000);
    return found.map(({ of, error, line }, index) => [at[index], of, error, line]);
}

test('tells an error once with the line of the app, in all steps and in a replay', async () => {
    const args = ['rejection', 'timer', 'repeated', 'listener', 'target', 'noListener', 'text', 'long', 'captured'];
    const one = await allSteps(BOT, { args, calls: [] }, [7, 400]);
    assert.deepEqual(told(one), [
        [0.1, 'task', 'RangeError: small', 'unhandled.mjs:9 fails'],
        [1.1, 'callback', 'RangeError: timer', 'unhandled.mjs:12'],
        [2.1, 'callback', 'RangeError: repeated', 'unhandled.mjs:12'],
        [3.1, 'callback', 'RangeError: listener', 'unhandled.mjs:12 EventEmitter.<anonymous>'],
        [4, 'callback', 'RangeError: target', 'unhandled.mjs:12 EventTarget.<anonymous>'],
        [5.1, 'callback', 'RangeError: none', 'unhandled.mjs:21'],
        [6, 'task', 'thrown: \'no size\'', 'unknown'],
        [7, 'task', `Error: ${'ä'.repeat(2_044)}`, 'unhandled.mjs:23 long'],
        [8.1, 'callback', 'RangeError: captured', 'unhandled.mjs:12'],
    ]);
    assert.equal(one.end.kind, 'ended');
    assert.deepEqual((await run(BOT, { args })).trace, one.trace);
});

test('tells a rejection that Node only warns of', async () => {
    const one = await run(BOT, { command: [process.execPath, '--unhandled-rejections=warn', '--import', CLIENT, BOT, 'warned'] });
    assert.deepEqual([told(one), one.end.kind], [[[0.1, 'task', 'RangeError: small', 'unhandled.mjs:9 fails']], 'ended']);
});

test('tells nothing that the app handles, and nothing that ends it', async () => {
    const one = await run(BOT, { args: ['awaited', 'exits'] });
    assert.deepEqual([told(one), one.end.reason], [[], 'exit code 3']);
});
