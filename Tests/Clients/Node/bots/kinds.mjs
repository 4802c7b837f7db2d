// What Node's objects are and have. Plain Node writes to the file the same as the bot under voicetest.
import childProcess from 'node:child_process';
import crypto from 'node:crypto';
import dns from 'node:dns';
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import os from 'node:os';
import tls from 'node:tls';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';
import util from 'node:util';
import workerThreads from 'node:worker_threads';
import zlib from 'node:zlib';

class Days extends Date {}
const timer = setTimeout(() => {}, 7, 'a'), repeated = setInterval(() => {}, 7), immediate = setImmediate(() => {}, 'a');
const shown = () => [timer, repeated].map((one) => [one._idleTimeout, typeof one._onTimeout, one._repeat, one._destroyed, one._timerArgs ?? null, one.hasRef()]);
const before = [shown(), immediate._destroyed, typeof immediate._onImmediate, immediate._argv];
for (const [end, one] of [[clearTimeout, timer], [clearInterval, repeated], [clearImmediate, immediate]]) end(one);
const fired = setTimeout(() => {}, 1);
await timersPromises.setTimeout(2);

const OBJECTS = {
    timer, repeated, immediate, setTimeout, setInterval, setImmediate, clearTimeout, clearInterval, clearImmediate, Date, date: new Date(), days: new Days(),
    now: Date.now, fetch, performance, timeout: AbortSignal.timeout, random: Math.random, hrtime: process.hrtime, bigint: process.hrtime.bigint,
    uptime: process.uptime, ofMachine: os.uptime, exit: process.exit, stat: fs.statSync, list: fs.readdirSync, read: fs.readFile, readLater: fs.promises.readFile,
    bytes: crypto.randomBytes, uuid: crypto.randomUUID, number: crypto.randomInt, request: http.request, get: http.get, connect: net.connect,
    secure: tls.connect, lookUp: dns.lookup, spawn: childProcess.spawn, exec: childProcess.exec, worker: workerThreads.Worker, gzip: zlib.gzip,
    sleep: timersPromises.setTimeout, scheduler: timersPromises.scheduler, promised: util.promisify(setTimeout),
};

/** Names of an object and of what it inherits; but for those of Node's own lists, and of functions as constructors. */
function names(object) {
    const found = new Set();
    for (let one = object; one && one !== Object.prototype && one !== Function.prototype; one = Object.getPrototypeOf(one)) {
        for (const name of Reflect.ownKeys(one)) if (typeof name === 'string') found.add(name);
    }
    return [...found].filter((name) => !['prototype', '_idleNext', '_idlePrev', 'constructor'].includes(name)).sort();
}

fs.writeFileSync(process.argv[2], JSON.stringify({
    names: Object.fromEntries(Object.entries(OBJECTS).map(([name, one]) => [name, names(one)])),
    says: Object.fromEntries(Object.entries(OBJECTS).filter(([, one]) => typeof one === 'function').map(([name, one]) => [name, [one.name, one.length]])),
    is: [new Days() instanceof Days, new Days() instanceof Date, new Date() instanceof Days, structuredClone(new Date(1)) instanceof Date,
        new Date().constructor === Date, util.types.isDate(new Days()), typeof Date(), timer instanceof timers.setTimeout(() => {}, 0).constructor, typeof +timer],
    timers: [before, shown(), immediate._destroyed, fired._destroyed, typeof fired._onTimeout, fired._idleTimeout],
}));
process.exit(0);
