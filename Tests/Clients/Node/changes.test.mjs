// Planted changes in the bot of Corpora/program-node: each makes the test red, and its first cause names it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { CLIENT, ROOT } from './harness.mjs';

const PROGRAM = path.join(ROOT, '.build/release/voicetest');

// What changes, in which scenario, from what, to what, and what the first cause says.
const CHANGES = [
    ['a setting', 'says-nothing', 'patienceMs: 4_000', 'patienceMs: 3_000', /setting app\.patienceMs 4000 -> 3000/],
    ['a time limit', 'waits-for-the-model', 'modelMs: 1_500', 'modelMs: 1_200', /setting app\.modelMs 1500 -> 1200/],
    ['a prompt', 'orders', "'Which size?'", "'What size?'", /hears “What size\?” instead of “Which size\?”/],
    ['the name of the model', 'orders', "'small-1'", "'small-2'", /bot\.mjs:19: .*model "small-1" -> "small-2"/],
    ['a decision', 'orders', "emit('decided', { choice }", "emit('decided', { choice: `${choice}!` }", /decided .* choice expected "large", found "large!"/],
    ['a cancel that is dropped', 'interrupts', '() => talk.cancel()', '() => {}', /said sound 1 .*how=stopped never came/],
    ['the order of two steps', 'orders', 'const listening = voice.listen(phrases), talk = voice.say(question);',
        'const talk = voice.say(question), listening = voice.listen(phrases);', /says Which size\? .* swapped with its neighbour: it comes before listens, expected after it/],
    ['an extra call', 'orders', "    voice.field('Size', size);", '    await fetch(`${MODEL}/log`);', /bot\.mjs:60: The call GET \S+\/understand\/log was not recorded/],
    ['a call that is dropped', 'orders', 'await understand(state, words, AbortSignal.timeout(settings.modelMs))',
        "words.includes('large') ? 'large' : 'yes'", /first cause: no longer asks POST \S+/],
    ['a branch', 'orders', "answer === 'yes' ?", "answer !== 'yes' ?", /hears “Then not\.” instead of “It is on its way\.”/],
    ['a delay', 'orders', '    const answer = await choose', '    await new Promise((resolve) => { setTimeout(resolve, 120); });\n    const answer = await choose',
        /first cause: state confirm .* comes 120 ms later/],
    ['a field', 'orders', "field('Size', size)", "field('Size', size.toUpperCase())", /field Size .* value expected "large", found "LARGE"/],
];

/** What `voicetest test` says of a scenario with the changed bot: exit code and text in one line. */
function tested(scenario, before, after) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'voicetest-node-'));
    try {
        fs.cpSync(path.join(ROOT, 'Corpora/program-node'), folder, { recursive: true });
        const bot = fs.readFileSync(path.join(folder, 'bot.mjs'), 'utf8').replace('../../Sources/Clients/Node/voicetest-app.mjs', CLIENT);
        assert.ok(bot.includes(before));
        fs.writeFileSync(path.join(folder, 'bot.mjs'), bot.replace(before, after));
        fs.writeFileSync(path.join(folder, 'voicetest.json'),
            JSON.stringify({ engine: 'program', programCommand: `${process.execPath} --import ${CLIENT} bot.mjs` }));
        const { status, stdout } = spawnSync(PROGRAM, ['test', folder, '--filter', scenario], { encoding: 'utf8' });
        return [status, stdout.replace(/\s+/g, ' ')];
    } finally {
        fs.rmSync(folder, { recursive: true });
    }
}

const skip = !fs.existsSync(PROGRAM) && 'voicetest is not built';

for (const [name, scenario, before, after, cause] of CHANGES) {
    test(`the first cause names ${name}`, { skip }, () => {
        const [status, text] = tested(scenario, before, after);
        assert.equal(status, 1, text);
        assert.match(text, cause);
    });
}

test('the bot without a change agrees', { skip }, () => {
    assert.equal(tested('orders', 'Which size?', 'Which size?')[0], 0);
});
