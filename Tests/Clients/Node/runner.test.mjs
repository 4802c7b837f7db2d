// A project as tests of Node's own runner: an item for each scenario, with its first cause.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { ROOT } from './harness.mjs';

/** What `node --test` makes of a project for which voicetest says this. */
function listed(stdout, status, stderr = '') {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'voicetest-node-'));
    try {
        const program = path.join(folder, 'voicetest'), file = path.join(folder, 'pizza.test.mjs');
        fs.writeFileSync(path.join(folder, 'said.json'), stdout);
        fs.writeFileSync(program, `#!/bin/sh\ncat '${folder}/said.json'\necho '${stderr}' >&2\nexit ${status}\n`, { mode: 0o755 });
        fs.writeFileSync(file, `import { testProject } from '${ROOT}/Sources/Clients/Node/voicetest-test.mjs';\n`
            + `testProject('pizza', { program: '${program}' });\n`);
        const environment = { ...process.env };
        delete environment.NODE_TEST_CONTEXT;
        const ran = spawnSync(process.execPath, ['--test', '--test-reporter=tap', file], { encoding: 'utf8', env: environment });
        const items = [...ran.stdout.matchAll(/^ *((?:not )?ok) \d+ - (?!.*pizza\.test)(.*)$/gm)].map(([, how, name]) => [how, name]);
        return { items, text: ran.stdout, status: ran.status };
    } finally {
        fs.rmSync(folder, { recursive: true });
    }
}

test('each scenario is an item, and one that differs has its first cause', () => {
    const { items, text, status } = listed(JSON.stringify({ sessions: [
        { name: 'orders', path: 'orders.vsession', outcome: 'agrees', firstCause: null },
        { name: 'says-nothing', path: 'says-nothing.vsession', outcome: 'differs', firstCause: { sentence: 'gaveUp comes 1000 ms earlier' } },
        { name: 'cut', path: 'cut.vsession', outcome: 'damaged', reason: 'audio/mic.flac is missing' },
    ] }), 1);
    assert.deepEqual(items, [['ok', 'orders'], ['not ok', 'says-nothing'], ['not ok', 'cut']]);
    assert.match(text, /gaveUp comes 1000 ms earlier/);
    assert.match(text, /audio\/mic\.flac is missing/);
    assert.equal(status, 1);
});

test('a project that cannot be tested is an item that fails with the reason', () => {
    const { items, text } = listed('', 66, 'pizza holds no voicetest.json.');
    assert.deepEqual(items, [['not ok', 'voicetest test pizza']]);
    assert.match(text, /pizza holds no voicetest\.json\./);
});

test('a project that agrees has nothing else', () => {
    const { items, status } = listed(JSON.stringify({ sessions: [{ name: 'orders', outcome: 'agrees' }] }), 0);
    assert.deepEqual([items, status], [[['ok', 'orders']], 0]);
});
