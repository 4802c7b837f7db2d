// Secrets have stand-ins: the table that both clients share.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { ROOT } from './harness.mjs';
import { Secrets } from '../../../Sources/Clients/Node/voicetest-app.mjs';

const { cases } = JSON.parse(fs.readFileSync(path.join(ROOT, 'Tests/Clients/secrets.json'), 'utf8'));
const KEY = '9f8e7d6c5b4aQw2Rb8Vn5Yc1';

for (const { name, row, isCall, keep, text, told } of cases) {
    test(`a text has the stand-ins of the table: ${name}`, () => {
        const secrets = new Secrets(7, keep);
        assert.equal(row === 'told' ? secrets.told(text, isCall) : secrets.answered(text, 'a.example'), told);
    });
}

test('a server gets what it gave and another one does not', () => {
    const secrets = new Secrets(7), { access_token: given } = JSON.parse(secrets.answered(JSON.stringify({ access_token: KEY }), 'a.example'));
    assert.notEqual(given, KEY);
    assert.equal(secrets.real(`Bearer ${given}`, 'a.example'), `Bearer ${KEY}`);
    assert.equal(secrets.real(`Bearer ${given}`, 'b.example'), `Bearer ${given}`);
    assert.equal(secrets.told(`token=${given}`), `token=${given}`);
});

test('a replay draws the same stand-ins', () => {
    const live = new Secrets(7), replay = new Secrets(7, [], true);
    const first = live.told(`api_key=${KEY}`), answer = live.answered(JSON.stringify({ token: `${KEY}a` }), 'a.example');
    const second = live.told(`password=${KEY}x`);
    assert.deepEqual([replay.told(`api_key=${KEY}`), replay.told(`password=${KEY}x`)], [first, second]);
    assert.deepEqual([replay.answered(answer, 'a.example'), replay.told(answer)], [answer, answer]);
});
