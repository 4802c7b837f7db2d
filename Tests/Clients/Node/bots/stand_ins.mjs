// What the client's stand-ins and all that it replaces have, against a file that plain Node wrote.
//
//     node stand_ins.mjs FILE                                   plain: writes what the real objects have
//     node --import ./voicetest-app.mjs stand_ins.mjs FILE      under voicetest: emits what is missing
import fs from 'node:fs';
import http from 'node:http';
import { builtinModules } from 'node:module';
import net from 'node:net';
import timers from 'node:timers';
import tls from 'node:tls';
import { Worker } from 'node:worker_threads';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

const isPlain = !process.env.VOICETEST_APP, [, , file] = process.argv;
const later = setTimeout(() => {}, 1_000_000), next = setImmediate(() => {});
clearImmediate(next);
clearTimeout(later);

function ownPeer() {
    const server = net.createServer().listen(5050), client = net.connect(5050);
    server.close();
    return client.destroy();
}

/** By the class of the client: what gives one of it, and without voicetest what it stands for. */
const STAND_INS = {
    Timeout: () => later, Immediate: () => next,
    FinalizationRegistry: () => new FinalizationRegistry(() => {}), WeakRef: () => new WeakRef({}),
    Worker: () => Object.create(Worker.prototype),
    WebSocket: () => globalThis.WebSocket && new WebSocket('ws://127.0.0.1:9/'),
    Peer: () => (isPlain ? new net.Socket() : net.connect(80, 'server.example')),
    'Peer of an own server': () => (isPlain ? new net.Socket() : ownPeer()),
    'Peer of TLS': () => (isPlain ? new tls.TLSSocket(null) : tls.connect(443, 'server.example')),
    'Peer of a request': () => (isPlain ? new net.Socket() : http.request('http://server.example/').on('error',
        () => {}).agent.createConnection({ host: 'server.example', port: 80 })),
};

const isPublic = (name) => typeof name === 'string' && !name.startsWith('_') && !['constructor', 'prototype', 'caller',
    'arguments'].includes(name);

/** Names of an object and of what it inherits. */
function namesOf(object) {
    const found = new Set();
    const ends = [null, undefined, Object.prototype, Function.prototype];
    for (let one = object; !ends.includes(one); one = Object.getPrototypeOf(one)) {
        for (const name of Reflect.ownKeys(one)) if (isPublic(name)) found.add(name);
    }
    return [...found].sort();
}

/** What a property holds; undefined of one that is a getter. */
function valueOf(object, name) {
    let one = object;
    while (one && !Object.hasOwn(one, name)) one = Object.getPrototypeOf(one);
    return one && Object.getOwnPropertyDescriptor(one, name).value;
}

/** By path, what each public function of Node and of the globals says, and the names that it has. */
async function facts() {
    const found = {};
    const add = (where, value) => {
        if (typeof value === 'function') found[where] = { says: [value.name, value.length], names: namesOf(value) };
    };
    const visit = (where, object) => {
        for (const name of Reflect.ownKeys(object).filter(isPublic)) {
            const value = valueOf(object, name);
            add(`${where}.${name}`, value);
            if (typeof value === 'function' && value.prototype) {
                for (const inner of namesOf(value.prototype)) add(`${where}.${name}#${inner}`,
                        valueOf(value.prototype, inner));
            }
        }
    };
    const modules = builtinModules.filter((name) => !/^(_|internal|sys$|punycode$)|wasi|sqlite|sea$/.test(name));
    for (const name of modules) visit(name, (await import(name)).default);
    visit('globalThis', globalThis);
    for (const name of ['process', 'performance', 'Math', 'Atomics', 'Intl', 'WebAssembly', 'console']) visit(name,
            globalThis[name]);
    visit('web crypto', Object.getPrototypeOf(globalThis.crypto));
    visit('subtle', Object.getPrototypeOf(globalThis.crypto.subtle));
    return found;
}

const objects = Object.fromEntries(Object.entries(STAND_INS).map(([name, make]) => [name,
    make()]).filter(([, one]) => one));
if (isPlain) {
    fs.writeFileSync(file, JSON.stringify({ facts: await facts(),
        objects: Object.fromEntries(Object.entries(objects).map(([name, one]) => [name, namesOf(one)])) }));
    process.exit(0);
}
const plain = JSON.parse(fs.readFileSync(file, 'utf8')), now = await facts();
const lost = (before, after) => before.filter((name) => !after.includes(name));
const found = (entries) => Object.fromEntries(entries.filter(([, one]) => one.length > 0));
voice.emit('stand-ins', {
    names: Object.keys(STAND_INS),
    is: [objects.Peer instanceof net.Socket, objects['Peer of TLS'] instanceof tls.TLSSocket,
        later instanceof timers.setTimeout(() => {}, 0).constructor],
    missing: found(Object.entries(plain.objects).map(([name, names]) => [name, lost(names, namesOf(objects[name]))])),
});
voice.emit('library', {
    count: Object.keys(now).length,
    gone: lost(Object.keys(plain.facts), Object.keys(now)),
    missing: found(Object.entries(plain.facts).map(([name, one]) => [name,
        lost(one.names, now[name]?.names ?? one.names)])),
    says: found(Object.entries(plain.facts).map(([name, one]) => [name,
        String(one.says) === String(now[name]?.says ?? one.says) ? [] : now[name].says])),
});
process.exit(0);
