// Files of the project that an earlier run wrote: reading one is told.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { HERE, run } from './harness.mjs';

const FOLDER = fs.mkdtempSync(path.join(os.tmpdir(), 'voicetest-node-')), BEFORE = process.cwd();
const CACHE = path.join(FOLDER, 'cache'), LISTS = path.join(CACHE, 'voicetest/written');
const READS = ['read', 'promised', 'opened', 'streamed', 'moved'], OTHERS = ['appends', 'writesFirst', 'moves'];

beforeEach(() => {
    process.chdir(FOLDER);
    for (const name of ['project', 'cache']) fs.rmSync(name, { recursive: true, force: true });
    fs.mkdirSync('project');
    process.chdir('project');
});
after(() => {
    process.chdir(BEFORE);
    fs.rmSync(FOLDER, { recursive: true });
});

async function printed(ways, hello = {}) {
    const one = await run(`${HERE}/bots/keeps.mjs`, { args: ways, hello, environment: { XDG_CACHE_HOME: CACHE } });
    assert.equal(one.end.kind, 'ended', one.printed);
    return one.printed;
}

const note = (line, name) => `voicetest: keeps.mjs:${line}: reads ${name}, which an earlier run wrote, so this run is not the first one's equal; `
    + '"state": "fresh" in voicetest.json gives each run the project as it is\n';
const kept = () => (fs.existsSync(LISTS) ? fs.readdirSync(LISTS) : []).map((name) => JSON.parse(fs.readFileSync(path.join(LISTS, name), 'utf8')));

test('tells once where a run reads what an earlier one wrote, and nothing of what it writes', async () => {
    const all = [...READS, ...OTHERS];
    assert.equal(await printed(all), '');
    assert.equal(await printed(all, { fresh: true }), '');
    fs.rmSync('moved/a.txt.old');
    assert.equal(await printed(all), [note('6 read', 'read/a.txt'), note('7 promised', 'promised/a.txt'), note('8 opened', 'opened/a.txt'),
        note('10 streamed', 'streamed/a.txt'), note('14 moved', 'moved/a.txt.old')].join(''));
    assert.deepEqual(kept(), [[...all.map((way) => `${way}/a.txt`), 'moved/a.txt.old'].sort()]);
    for (const way of all) fs.rmSync(way, { recursive: true });
    assert.equal(await printed(all), '');
});

test('lists nothing where no state was written, and nothing in a run with the project as it is', async () => {
    fs.mkdirSync('given');
    fs.writeFileSync('given/a.txt', 'a');
    const ways = ['given', 'a.vsession', '__pycache__'];
    assert.deepEqual([await printed(ways), await printed(ways), await printed(READS, { fresh: true })], ['', '', '']);
    assert.deepEqual(kept(), []);
});

test('tells nothing where the list is damaged or cannot be written', async () => {
    await printed(['read']);
    const [list] = fs.readdirSync(LISTS).map((name) => path.join(LISTS, name));
    fs.writeFileSync(list, '[1, {');
    assert.deepEqual([await printed(['read']), kept()], ['', [['read/a.txt']]]);
    fs.rmSync(list);
    fs.mkdirSync(list);
    assert.deepEqual([await printed(['read']), fs.readdirSync(list)], ['', []]);
});
