// What externals give: each value comes to the caller as the function returned it. With a name it gives what no session keeps.
import { isDeepStrictEqual } from 'node:util';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';
import { REFUSED } from './refused.part.mjs';

const VALUES = [
    null, undefined, true, 7, -0, 0.1 + 0.2, 1e22, 2 ** 53, NaN, Infinity, -Infinity, 2n ** 70n, '', 'text', 'a\0b', 'Müller 🍕', '\ud800', 'a\nb', 'null',
    { zebra: 1, apple: { b: 1, a: [{ z: 1, y: 2 }] }, 10: 'x', 2: 'y' }, { u: undefined, n: NaN, d: new Date(0), m: new Map([[1, { a: 2 }]]) },
    new Date(NaN), new Date(1_700_000_000_123), new Map([[{ a: 1 }, new Set([1, [2]])], ['b', undefined]]), new Set(), [], [undefined, [null]], {},
    { $Date: 1 }, { $object: { $x: 1 } }, { $a: 1, b: 2 }, JSON.parse('{"__proto__": 1, "b": 2}'), Object.assign(Object.create(null), { b: 1, a: 2 }),
    Buffer.from([0, 255]), new Uint8Array([1, 2]), new Float32Array([0.5, -1]), new Float64Array([NaN]), new BigInt64Array([-1n]),
    { when: [new Date(5)], big: 10n },
];
const value = voice.external('values', async (index) => VALUES[index]);
const refused = voice.external('refused', async (name) => REFUSED[name]);
const [, , name] = process.argv;

/** The order of keys at every depth, which equality does not ask. */
const order = (one) => (one !== null && typeof one === 'object' && !ArrayBuffer.isView(one) ? [...Object.entries(one)].map(([key, inner]) => [key, order(inner)]) : 0);

if (name) {
    await refused(name).catch(() => voice.emit('caught'));
} else {
    for (const [index, one] of VALUES.entries()) {
        const found = await value(index).catch((error) => error);
        voice.emit('value', { index, same: (isDeepStrictEqual(found, one) || String(found) === 'Invalid Date') && JSON.stringify(order(found)) === JSON.stringify(order(one)), count: VALUES.length });
    }
}
