// Every line of either side has the kinds, keys and values that its schema has.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { HERE, ROOT, run } from './harness.mjs';

const INPUTS = new Set(['hello', 'audio', 'speechStart', 'speechEnd', 'words', 'key', 'playEnded', 'answer', 'make', 'go', 'end']);
const TYPES = {
    string: (one) => typeof one === 'string', integer: Number.isInteger, boolean: (one) => typeof one === 'boolean', number: Number.isFinite,
    object: (one) => typeof one === 'object' && one !== null && !Array.isArray(one), array: Array.isArray, null: (one) => one === null,
};

/** What of the schema a line breaks; the words of JSON Schema that the two schemas use. */
function faults(schema, value, where = 'line') {
    const found = [], says = (isTrue, text) => { if (!isTrue) found.push(`${where}: ${text}`); };
    if (schema.type) says([schema.type].flat().some((type) => TYPES[type](value)), `no ${schema.type}`);
    if (schema.enum) says(schema.enum.includes(value), `${value} is unknown`);
    if (schema.const !== undefined) says(schema.const === value, `is not ${schema.const}`);
    if (schema.pattern) says(new RegExp(schema.pattern).test(value), `does not fit ${schema.pattern}`);
    if (schema.maxLength !== undefined && typeof value === 'string') says(value.length <= schema.maxLength, 'too long');
    if (schema.minLength !== undefined && typeof value === 'string') says(value.length >= schema.minLength, 'too short');
    if (schema.minimum !== undefined && typeof value === 'number') says(value >= schema.minimum, 'too small');
    for (const key of schema.required ?? []) says(value?.[key] !== undefined, `lacks ${key}`);
    if (schema.propertyNames?.enum) for (const key of Object.keys(value)) says(schema.propertyNames.enum.includes(key), `has ${key}`);
    for (const [key, part] of Object.entries(schema.properties ?? {})) {
        if (TYPES.object(value) && value[key] !== undefined) found.push(...faults(part, value[key], `${where}.${key}`));
    }
    if (schema.items && Array.isArray(value)) value.forEach((one, index) => found.push(...faults(schema.items, one, `${where}[${index}]`)));
    for (const part of schema.allOf ?? []) {
        if (!part.if || faults(part.if, value).length === 0) found.push(...faults(part.then ?? part, value, where));
    }
    if (schema.anyOf) says(schema.anyOf.some((part) => faults(part, value).length === 0), 'fits none');
    return found;
}

const schemas = Object.fromEntries(['ProgramInput', 'ProgramOutput'].map((name) => [
    name, JSON.parse(fs.readFileSync(path.join(ROOT, `Sources/Clients/Schemas/${name}.schema.json`), 'utf8'))]));

const SOCKET = { to: 'GET ws://model.example/', body: '', chunks: [{ after: 0, body: { open: '' }, encoding: 'json' }] };

test('lines of runs fit', async () => {
    const runs = [await run(`${HERE}/bots/dialog.mjs`, { callers: ['large', null, 'yes'] }), await run(`${HERE}/bots/ears.mjs`),
        await run(`${HERE}/bots/keypad.mjs`, { keys: [[800, '#']] }),
        await run(`${HERE}/bots/model.mjs`, { args: ['http://127.0.0.1:9'] }), await run(`${HERE}/hazards/own_number.mjs`),
        await run(`${HERE}/bots/frames.mjs`, { args: ['http://model.example', '/||8901'], calls: [SOCKET], limit: 1 })];
    const kinds = new Set();
    for (const line of runs.flatMap((one) => one.lines)) {
        assert.deepEqual(faults(schemas[INPUTS.has(line.kind) ? 'ProgramInput' : 'ProgramOutput'], line), [], JSON.stringify(line));
        kinds.add(line.kind);
    }
    for (const kind of ['ready', 'emit', 'play', 'stop', 'listen', 'call', 'more', 'made', 'escape', 'ended', 'failed', 'idle']) assert.ok(kinds.has(kind), kind);
});

test('a line that does not fit is seen', () => {
    const broken = [{ kind: 'idle', t: 0, next: null, text: 'x' }, { kind: 'idle', t: -1, next: null }, { kind: 'play', id: 1 }, { kind: 'x' }];
    for (const line of broken) assert.notDeepEqual(faults(schemas.ProgramOutput, line), []);
});
