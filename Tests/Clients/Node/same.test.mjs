// Both clients beside each other: one dialogue gives one trace, whether the bot is Python or Node.
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { BLOCK, HERE, ROOT, oneOf, run } from './harness.mjs';

const PYTHON = path.join(ROOT, 'Tests/Clients/Python/bots');

/** The runs of a bot in both languages. Their own tests say that the size of the steps changes neither. */
async function both(name, options) {
    return [await run(`${HERE}/bots/${name}.mjs`, options), await run(null, {
        ...options, command: ['python3', '-m', 'voicetest_app', `${PYTHON}/${name}.py`],
        environment: { PYTHONPATH: path.join(ROOT, 'Sources/Clients/Python') },
    })];
}

test('a dialog of words is the same in Python', async () => {
    const one = oneOf(await both('dialog', { callers: ['large', null, 'yes'] }));
    assert.equal(one.trace.length, 16);
});

test('a bot that hears sound is the same in Python, apart from its draws', async () => {
    const loud = Buffer.from(new Int16Array(BLOCK).map((_, index) => (index % 2 ? -3_000 : 3_000)).buffer);
    const runs = await both('ears', { sounds: new Map(Array.from({ length: 30 }, (_, index) => [(50 + index) * BLOCK, loud])) });
    for (const { trace } of runs) for (const [, , act] of trace) delete act.fields?.draw;
    const one = oneOf(runs.map((each) => ({ ...each, trace: each.trace.map(([at, kind, act]) => [at, kind, act.event ? { ...act, fields: act.fields ?? {} } : act]) })));
    assert.deepEqual(one.trace.filter(([, kind]) => kind === 'emit').map(([, , act]) => act.event), ['turn', 'heard', 'timeout']);
});
