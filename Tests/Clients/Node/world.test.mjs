// Where and when a bot runs: it has the time, zone, host, user and processors of its session, not those of the machine.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { HERE, emitted, run } from './harness.mjs';

const WORLD = { timeZone: 'UTC', locale: 'C.UTF-8', host: 'voicetest', user: 'caller', processors: 3 };
const OTHER = { TZ: 'Asia/Tokyo', LANG: 'de_DE.UTF-8', LANGUAGE: 'de', LC_TIME: 'de_DE.UTF-8', USER: 'root',
    HOSTNAME: 'build-7' };
const PLACE = {
    host: Array(3).fill('voicetest'), user: Array(4).fill('caller'), processors: [3, 3, 3],
    home: true, model: 'voicetest',
    locale: ['C.UTF-8', 'C.UTF-8', null, null], zone: ['UTC', 'UTC', 0, 0],
};

async function told(name, { environment = {}, escapes = [], ...hello } = {}) {
    const one = await run(`${HERE}/bots/world.mjs`, { args: [name], hello, environment, calls: [], limit: 60 });
    assert.deepEqual([one.end.kind, one.escapes.map(({ what }) => what)], ['ended', escapes], one.printed);
    return emitted(one).map(([, fields]) => fields);
}

function inFolder(work) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'voicetest-world-'));
    return work(folder).finally(() => fs.rmSync(folder, { recursive: true }));
}

test('the place is that of the session, in workers and children too', () => inFolder(async (TMPDIR) => {
    const [{ text, inWorker, shell, info, ...found }] = await told('place',
        { world: WORLD, environment: { ...OTHER, TMPDIR } });
    assert.deepEqual(found, PLACE);
    const { folder, ...other } = inWorker;
    assert.deepEqual(other, PLACE);
    assert.deepEqual([text, info, shell], ['voicetest', 'caller', ['caller', 'voicetest', 'C.UTF-8', 'UTC']]);
    assert.deepEqual(await told('fork', { world: WORLD, escapes: ['child'] }), [PLACE]);
    const [again] = await told('place', { world: WORLD, environment: { TMPDIR } });
    assert.deepEqual([again.inWorker.folder, fs.readdirSync(TMPDIR)], [folder, []]);
}));

test('without a world the place is that of the machine', async () => {
    const environment = { TZ: 'Asia/Tokyo', LOGNAME: 'root', USERNAME: 'root', USER: 'root', LC_ALL: 'C',
        HOSTNAME: 'x' };
    const [found] = await told('place', { environment });
    assert.deepEqual([found.host, found.user[0], found.processors[0], found.zone.slice(0, 3)],
        [[os.hostname(), os.hostname(), 'x'], os.userInfo().username, os.cpus().length,
            ['Asia/Tokyo', 'Asia/Tokyo', 9]]);
});

test('the clock of a zone shows a change to summer time and back', async () => {
    const world = { ...WORLD, timeZone: 'Europe/Berlin' }, spring = 1_774_745_990, autumn = 1_792_889_990;
    const [before, after] = await told('moments', { world, epoch: spring });
    assert.deepEqual(before, {
        now: 'Sun Mar 29 2026 01:59:50 GMT+0100 (Central European Standard Time)',
        hours: 1, offset: -60, local: '29/03/2026, 01:59:50',
        format: '29/03/2026, 01:59:50 CET', iso: '2026-03-29T00:59:50', seconds: spring, zone: 'Europe/Berlin' });
    assert.deepEqual(after, {
        now: 'Sun Mar 29 2026 03:00:10 GMT+0200 (Central European Summer Time)',
        hours: 3, offset: -120, local: '29/03/2026, 03:00:10',
        format: '29/03/2026, 03:00:10 CEST', iso: '2026-03-29T01:00:10', seconds: spring + 20, zone: 'Europe/Berlin' });
    const back = await told('moments', { world, epoch: autumn });
    assert.deepEqual(back.map(({ hours, offset }) => [hours, offset]), [[2, -120], [2, -60]]);
});

test('a temporary folder has a name of the seed; one that is taken gives way to the next alone',
    () => inFolder(async (TMPDIR) => {
    const [first] = await told('names', { environment: { TMPDIR } });
    const [second] = await told('names', { environment: { TMPDIR } });
    assert.deepEqual([second, fs.readdirSync(TMPDIR), first.names[0]], [first, [], 'ENOENT mkdtemp']);
    assert.equal(new Set(first.names).size, first.names.length);
    const [other] = await told('names', { environment: { TMPDIR }, seed: 8 });
    assert.deepEqual(other.names.filter((one) => first.names.includes(one)), ['ENOENT mkdtemp']);
    const taken = first.names.slice(-2);
    for (const name of taken) fs.writeFileSync(path.join(TMPDIR, name), 'of another program');
    const [third] = await told('names', { environment: { TMPDIR } });
    assert.deepEqual([third.names.slice(0, -2), third.later], [first.names.slice(0, -2), first.later]);
    assert.deepEqual(third.names.slice(-2).filter((one) => taken.includes(one)), []);
    assert.deepEqual(fs.readdirSync(TMPDIR).sort(), taken.sort());
}));
