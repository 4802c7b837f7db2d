// What ends a step of an app: samples of its thread in, the limit that is over out. No clock, no load, no process.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StepTime, threadTime } from '../../../Sources/Clients/Node/voicetest-app.mjs';

/** The limit of a second that looks every 100 ms find over, and when; null where 20 s are too few. `sample` has what the system says at a time. */
function end(sample, step = () => 1) {
    const time = new StepTime(1_000);
    for (let now = 0; now <= 20_000; now += 100) {
        // A clock and a thread that began long ago.
        const { ran = 0, ready = 0, isAsleep = true } = sample(now);
        const over = time.look(step(now), { ran: 7_000 + ran, ready: 9_000 + ready, isAsleep }, 77_000 + now);
        if (over !== null) return [over, now];
    }
    return null;
}

test('ends an app that computes', () => {
    assert.deepEqual(end((now) => ({ ran: now, isAsleep: false })), ['1 s of processor time', 1_000]);
});

test('ends an app that sleeps in the system', () => {
    assert.deepEqual(end(() => ({})), ['1 s of waiting', 1_000]);
});

test('keeps running and sleeping apart', () => {
    assert.deepEqual(end((now) => ({ ran: 0.75 * now })), ['1 s of processor time', 1_400]);
});

test('gives an app that has a fifth of a processor five times as long', () => {
    assert.deepEqual(end((now) => ({ ran: now / 5, ready: now * 4 / 5 })), ['1 s of processor time', 5_000]);
});

test('counts nothing of an app that is ready and has no processor, up to ten times the limit', () => {
    assert.deepEqual(end(() => ({ isAsleep: false })), ['10 s of real time', 10_000]);
    // The system adds the time of a wait for a processor when it is over.
    assert.deepEqual(end((now) => ({ isAsleep: now >= 5_000, ready: now < 5_000 ? 0 : 5_000 })), ['1 s of waiting', 6_000]);
});

test('begins anew with each step, and counts none while the app has not the turn', () => {
    assert.equal(end(() => ({}), (now) => Math.floor(now / 1_000)), null);
    assert.equal(end(() => ({}), () => null), null);
    assert.deepEqual(end(() => ({}), (now) => (now < 3_000 ? null : 1)), ['1 s of waiting', 4_000]);
});

test('counts no more than passed, whatever a clock of the whole process says', () => {
    assert.deepEqual(end((now) => ({ ran: 64 * now })), ['1 s of processor time', 1_000]);
});

test('reads what Linux says of a thread', () => {
    const stat = '12 (a) S (b) R 1 12 12 0 -1 4194304 90 0 0 0 250 31 8 9 20 0 1 0 50357 16961536\n';
    assert.deepEqual(threadTime(stat, '2810000000 1500000 32\n'), { ran: 2_810, ready: 1.5, isAsleep: false });
    const isAsleep = (state) => threadTime(stat.replace(') R', `) ${state}`), '0 0 0\n').isAsleep;
    assert.deepEqual(['S', 'D', 'T'].map(isAsleep), [true, false, false]);
});
