// Files of the project that an app loads or reads: `idle` tells them, with the IDs of their Git blobs.
import assert from 'node:assert/strict';
import childProcess from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const CLIENT = fileURLToPath(new URL('../../../Sources/Clients/Node/voicetest-app.mjs', import.meta.url));
const BOT = `
import fs from 'node:fs';
import './menu.mjs';
import { promises } from 'node:fs';

fs.readFileSync('prices.json');
await promises.readFile('sizes.json');
fs.writeFileSync('own.txt', 'own');
fs.readFileSync('own.txt');
fs.readFileSync('.hidden');
fs.readFileSync('../outside.txt');
`;
const blob = (text) => crypto.createHash('sha1').update(`blob ${text.length}\0${text}`).digest('hex');

test('tells what the app loads and reads, but not what it writes', () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'voicetest-node-')), project = path.join(folder, 'project');
    fs.mkdirSync(project);
    const files = { 'bot.mjs': BOT, 'menu.mjs': 'export const sizes = 2;\n', 'prices.json': '{}', 'sizes.json': '[]', 'unread.json': '{}',
        '.hidden': '', '../outside.txt': '' };
    for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(project, name), text);
    const hello = { kind: 'hello', protocol: 1, sampleRate: 16_000, seed: 1, epoch: 0, mode: 'simulate', fields: {}, settings: {}, durations: {} };
    const lines = [hello, { kind: 'go', at: 0, until: 0 }, { kind: 'go', at: 0, until: 320 }, { kind: 'end' }];
    const done = childProcess.spawnSync(process.execPath, ['--import', CLIENT, 'bot.mjs'],
        { cwd: project, encoding: 'utf8', timeout: 60_000, input: lines.map((one) => `${JSON.stringify(one)}\n`).join('') });
    fs.rmSync(folder, { recursive: true });
    const idles = done.stdout.trim().split('\n').map((one) => JSON.parse(one)).filter((one) => one.kind === 'idle');
    const told = Object.assign({}, ...idles.map((one) => one.files));
    const names = ['bot.mjs', 'menu.mjs', 'prices.json', 'sizes.json'];
    assert.deepEqual(told, Object.fromEntries(names.map((name) => [name, blob(files[name])])), done.stdout + done.stderr);
});
