// Makes each scenario and session of a voicetest project a test of Node's own runner.
//
//     import { testProject } from './voicetest-test.mjs';
//     testProject('pizza');                                  // a folder with a voicetest.json
//
// `node --test` then lists them; one that differs fails, with its first cause as the text.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';

/** Runs `voicetest test` once for the project in `folder`; `program` is voicetest itself, `words` are further options. */
export function testProject(folder, { program = 'voicetest', words = [] } = {}) {
    const ran = spawnSync(program, ['test', folder, '--format', 'json', ...words], { encoding: 'utf8', maxBuffer: 1 << 30 });
    let report = null;
    try {
        report = JSON.parse(ran.stdout);
    } catch {
        // It did not come that far.
    }
    for (const { name, path: place, outcome, reason, firstCause } of report?.sessions ?? []) {
        test(name, () => {
            if (outcome !== 'agrees') throw failure(firstCause?.sentence ?? reason ?? `${place} ${outcome}`);
        });
    }
    const isTold = report?.sessions?.some((one) => one.outcome !== 'agrees');
    if (ran.status === 0 || isTold) return;
    test(`voicetest test ${path.basename(folder)}`, () => {
        const said = stripVTControlCharacters(ran.stderr ?? '').trim();
        throw failure(ran.error ? `${program} does not start: ${ran.error.message}` : said || `exit code ${ran.status}`);
    });
}

/** An error without a stack: the fault is in the project, and not here. */
function failure(text) {
    const error = new Error(text);
    error.stack = text;
    return error;
}
