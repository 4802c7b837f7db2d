// Several callers who call one app at once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HERE, Run } from './harness.mjs';

const BOT = `${HERE}/bots/calls.mjs`, CALLERS = [{ fields: {} }, { fields: {} }];

async function play(keys, hello) {
    const one = new Run(BOT, { limit: 3, hello });
    keys.forEach((key, index) => one.later(8_000, 'key', { key, ...(hello.callers && { caller: index + 1 }) }));
    await one.play();
    return one;
}

/** What a call did at its frames, without its number. */
function of(one, caller) {
    return one.trace.filter(([, kind, act]) => act.caller === caller && kind === 'emit' && act.event !== 'outside')
        .map(([at, kind, { caller: _, ...act }]) => [at, kind, act]);
}

test('each call is what it is alone', async () => {
    const both = await play(['1', '2'], { callers: CALLERS });
    assert.deepEqual(of(both, 1), of(await play(['1'], { world: { caller: 1 } }), undefined));
    assert.deepEqual(of(both, 2), of(await play(['2'], { world: { caller: 2 } }), undefined));
    assert.notEqual(of(both, 1)[0][2].fields.drew, of(both, 2)[0][2].fields.drew);
    assert.deepEqual(both.trace.filter(([, , act]) => act.event === 'outside').map(([, , act]) => act.caller), [undefined]);
});

test('a call that fails leaves the other alone', async () => {
    const both = await play(['9', '2'], { callers: CALLERS });
    assert.deepEqual(both.trace.filter(([, kind]) => kind === 'failed').map(([, , act]) => [act.reason, act.caller]), [['Error: planted', 1]]);
    assert.deepEqual(of(both, 2).map(([, , act]) => act.event), ['began', 'pressed']);
});

test('the error of a forgotten promise is of its caller', async () => {
    for (const keys of [['8', '2'], ['2', '8'], ['8', '8']]) {
        const both = await play(keys, { callers: CALLERS });
        assert.deepEqual(both.trace.filter(([, kind]) => kind === 'unhandled').map(([, , act]) => [act.error, act.caller]),
            keys.flatMap((key, index) => (key === '8' ? [['RangeError: forgotten', index + 1]] : [])));
    }
});
