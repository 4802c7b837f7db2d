// Runs a voice app under voicetest: unmodified, in virtual time, the same way each time.
//
//     node --import ./voicetest-app.mjs bot.mjs [ARGUMENTS]
//
// voicetest starts this as a child and speaks protocol 1 with it: JSON lines on standard input and
// output (ProgramProtocol.md). Time is counted in frames of the session's clock and stands still while
// the app works. The app's clocks, timers, chance, files, children, workers and connections are taken
// over before its first import; what cannot be taken over is told as an escape, with the app's own line.
//
// What an app calls: say, play, playFile, listen, microphone, on, emit, field, external, declare, stub,
// inEachCall.
//
// One file, no dependency, Node 20 and newer. The layers, from the inside:
//
//     Machine    pure: frames, timers, inputs and acts in; what is due next out. It reads and starts nothing.
//     Pump       one thing at a time: the next one only when Node has nothing left to do.
//     Peer       the far end of a connection, HTTP/1.1 and WebSocket, in bytes.
//     Wire       the only part that reads and writes lines.
import asyncHooks, { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import childProcess from 'node:child_process';
import crypto from 'node:crypto';
import dgram from 'node:dgram';
import dns from 'node:dns';
import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import perfHooks from 'node:perf_hooks';
import { Duplex, Readable } from 'node:stream';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';
import tls from 'node:tls';
import tty from 'node:tty';
import { fileURLToPath, pathToFileURL } from 'node:url';
import util from 'node:util';
import vm from 'node:vm';
import workerThreads from 'node:worker_threads';
import zlib from 'node:zlib';

const PROTOCOL = 1;
const VERSION = '0.1.0';
const LINE_LIMIT = 1 << 20;             // bytes of a line that this side writes
const PIECE_BYTES = 480_000;            // bytes of sound in one line
const CHUNK_BYTES = 1 << 16;            // bytes of a child's output in one piece, at most
const READS_LIMIT = 20_000;             // clock reads in one step before a further one takes a frame
const IMMEDIATES_LIMIT = 1_000;         // immediates in one step before a further one waits for the next
const QUIET_ROUNDS = 2;                 // rounds of Node's loop without work before it counts as quiet
const SECONDS = Number(process.env.VOICETEST_APP_SECONDS ?? 20);    // that one step of an app may run, or sleep
const CHILD_SECONDS = SECONDS / 4;      // real seconds that virtual time stands still for a child
const PASSIVE = new Set(['MessagePort', 'Worker', 'SignalWrap', 'TTYWrap', 'StatWatcher', 'FSEventWrap']);
const STREAMS = new Set(['PipeWrap', 'TCPSocketWrap']);
const FILES_LIMIT = 10_000;            // files of a project that runs wrote
const LOADED_LIMIT = 2_000;             // files of a project that a run loads
const LOADED_BYTES = 4 << 20;           // of one such file
const NO_STATE = new Set(['__pycache__', 'node-compile-cache', 'v8-compile-cache', 'report']);
const OF_CHILDREN = new Set(['ProcessWrap', 'PipeWrap', 'Timeout', 'ShutdownWrap', 'CloseReq']);
const LINE_SECONDS = 0.02;              // of virtual time in a turn while a WebSocket is recorded
const CALL_SECONDS = 25;                // real seconds in which an outside call has to say something: voicetest waits for 30
// Headers of a connection and not of an answer (RFC 9110, 7.6.1): each connection has its own. How the body comes, which
// `content-length` and `transfer-encoding` say, is kept.
const OF_CONNECTION = new Set(['connection', 'keep-alive', 'proxy-connection', 'te', 'upgrade']);
const SECURE = ['ca', 'cert', 'key', 'pfx', 'passphrase', 'rejectUnauthorized', 'servername', 'checkServerIdentity', 'ciphers', 'minVersion',
    'maxVersion', 'secureContext'];     // what an app says of its TLS connections
const SOCKET_GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const REAL = {
    setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, clearImmediate, Date, fetch: globalThis.fetch,
    now: performance.now.bind(performance), hrtime: process.hrtime, waitForCell: Atomics.wait, spawnSync: childProcess.spawnSync, realpath: fs.realpathSync,
    request: { 'http:': http.request, 'https:': https.request }, Worker: workerThreads.Worker,
    exit: process.reallyExit.bind(process), pid: process.pid, dateNow: Date.now, writeSync: fs.writeSync, readSync: fs.readSync,
    rmSync: fs.rmSync, statSync: fs.statSync, readFileSync: fs.readFileSync, writeFileSync: fs.writeFileSync, mkdirSync: fs.mkdirSync,
    renameSync: fs.renameSync, lstatSync: fs.lstatSync,
    active: process.getActiveResourcesInfo.bind(process), limit: AbortSignal.timeout,
    promised: { ...timersPromises, wait: timersPromises.scheduler.wait.bind(timersPromises.scheduler) },
};

/** The app wanted something of the real world that no outside call covers. */
export class Unreachable extends Error {
    constructor(name) {
        super(`${name}: voicetest lets the app reach nothing that it does not record`);
        this.name = 'Unreachable';
        this.code = 'ECONNREFUSED';
    }
}

/** An outside call ended with an error, live or in the recording. */
export class ExternalError extends Error {
    constructor(message) {
        super(message);
        this.name = 'ExternalError';
    }
}

/** A result that no session can keep: it ends the run. */
class Unkept extends TypeError {}

// ---- where in the app

const OWN = new Set([import.meta.url, fileURLToPath(import.meta.url)]);

/** Whether a file is the app's own: not this one, not Node's, not an installed package. */
function isOfApp(name) {
    return Boolean(name) && (name.startsWith('file://') || name.startsWith('/')) && !APP.own.has(name)
        && !/\/node_modules\/|^(?:file:\/\/)?\/usr\/share\/nodejs\//.test(name);
}

function callSites() {
    const { prepareStackTrace, stackTraceLimit } = Error;
    Error.stackTraceLimit = 60;
    Error.prepareStackTrace = (_, sites) => sites;
    const sites = new Error().stack;
    Error.prepareStackTrace = prepareStackTrace;
    Error.stackTraceLimit = stackTraceLimit;
    return Array.isArray(sites) ? sites.slice(2) : [];
}

/** The app's own line that led here and where that was called, as `bot.mjs:87 hear from bot.mjs:95 main`; undefined where there is none. */
function place() {
    const lines = callSites().filter((site) => isOfApp(site.getFileName())).slice(0, 2)
        .map((site) => lineText(site.getFileName(), site.getLineNumber(), site.getFunctionName()));
    return lines.length ? lines.join(' from ').slice(0, 500) : undefined;
}

function lineText(file, line, name) {
    return `${path.basename(file)}:${line}${name ? ` ${name}` : ''}`.slice(0, 500);
}

/** Whether the app itself calls, and not a library for it. */
function isCalledByApp() {
    const site = callSites().find((one) => one.getFileName() && !APP.own.has(one.getFileName()));
    return site !== undefined && isOfApp(site.getFileName());
}

/** Whether Node itself calls, and not the app or a library. */
function isCalledByNode() {
    const site = callSites().find((one) => one.getFileName() && !APP.own.has(one.getFileName()) && one.getFileName() !== 'node:internal/util');
    return site !== undefined && site.getFileName().startsWith('node:');
}

const ASKED = new WeakMap();        // of an error of an outside call: the app's line that made the call

/** The app's own line nearest to where an error was raised. */
function lineOfError(error) {
    if (ASKED.has(error)) return ASKED.get(error) ?? 'unknown';
    for (const text of String(error?.stack ?? '').split('\n')) {
        // The first line of an error of syntax is its place.
        const found = /^(?:\s+at (?:async )?(?:(.*?) \()?)?((?:file:\/\/)?\/.*?):(\d+)(?::\d+\)?)?$/.exec(text);
        if (found && isOfApp(found[2])) return lineText(found[2], found[3], found[1]);
    }
    return APP.askedLine ?? 'unknown';
}

// ---- the machine

/** The first frame that is not before `seconds`; a thousandth of a frame is rounding. */
export function frameOf(seconds, rate) {
    return Math.max(0, Math.ceil(seconds * rate - 1e-3));
}

const CALLER = new AsyncLocalStorage();     // the number of the caller in whose call this runs; none outside of calls

/** Calls a function in the call of a caller; what it begins is of that call. */
function inCall(caller, call) {
    return caller === undefined ? call() : CALLER.run(caller, call);
}

/** Virtual time: what is due at which frame, and what the app did. Pure: no clock, no file, no thread. */
export class Machine {
    frame = 0;              // where the app stands
    until = -1;             // as far as it may go
    inputs = [];
    timers = [];            // by frame, then in the order of setting
    count = 0;
    acts = [];
    escapes = [];
    told = new Set();
    whose = () => undefined;    // the caller in whose call the app acts, where there are several

    /** Calls `callback` at `frame`, which is not before now. */
    setTimer(frame, callback) {
        const timer = { frame: Math.max(frame, this.frame), number: ++this.count, callback, isCancelled: false, isRef: true };
        let low = 0, high = this.timers.length;
        while (low < high) {
            const middle = (low + high) >> 1;
            if (this.timers[middle].frame <= timer.frame) low = middle + 1; else high = middle;
        }
        this.timers.splice(low, 0, timer);
        return timer;
    }

    act(kind, fields = {}) {
        const caller = this.whose();
        this.acts.push(toldLine(caller === undefined ? { kind, ...fields } : { kind, ...fields, caller }));
    }

    /** Notes once that something of the app escapes virtual time. */
    escape(what, name, line) {
        const key = JSON.stringify([what, name, line]);
        if (this.told.has(key) || this.told.size >= 1_000) return;
        this.told.add(key);
        this.escapes.push(toldLine({ kind: 'escape', what, name: String(name).slice(0, 500), line: line ?? 'unknown' }));
    }

    /** The other side says what happens up to `until`, and that nothing else does before. */
    go(until, inputs) {
        this.until = until;
        this.inputs.push(...inputs);
    }

    /** The frame of the next timer; null without one. */
    nextTimer() {
        while (this.timers[0]?.isCancelled) this.timers.shift();
        return this.timers[0]?.frame ?? null;
    }

    /**
     * What happens next: `{ input }`, `{ timer }`, or null where the turn is over.
     *
     * Inputs of a frame come before its timers. An app that has acted or escaped goes no further than this frame.
     */
    due() {
        const timer = this.nextTimer() ?? Infinity, first = this.inputs[0]?.at ?? Infinity;
        const frame = Math.min(timer, first);
        if (frame > this.until || (this.hasToTell() && frame > this.frame)) return null;
        this.frame = Math.max(this.frame, frame);
        return first <= this.frame ? { input: this.inputs.shift() } : { timer: this.timers.shift() };
    }

    /** Whether the app has done something that ends this turn. */
    hasToTell() { return this.acts.length + this.escapes.length > 0; }

    /** Lets time pass up to `frame` in the middle of a step; false where the other side has to say first what happens. */
    pass(frame) {
        if (this.frame >= frame) return true;
        if (this.hasToTell()) return false;
        this.frame = Math.max(this.frame, Math.min(frame, this.until));
        return this.frame >= frame;
    }

    /** The lines that end this turn; the app goes on at `next`. What was sent for later frames counts as not sent. */
    turn(next = this.nextTimer()) {
        if (!this.hasToTell()) this.frame = Math.max(this.frame, this.until);
        // An app that blocks has not taken them yet; they are certain nevertheless.
        this.inputs = this.inputs.filter((input) => input.at <= this.frame);
        const lines = [...this.escapes, ...this.acts, { kind: 'idle', t: this.frame, next }];
        this.acts = [];
        this.escapes = [];
        this.until = -1;
        return lines;
    }
}

// ---- the pump: one thing at a time

/** Gives the app the next thing when Node has nothing left to do. */
class Pump {
    busy = 0;               // jobs in Node's threads, which Node does not list
    makings = 0;
    jobs = [];              // in the order of asking: one at a time
    pieces = [];            // of children's output
    pieceRounds = 0;
    immediates = [];
    immediatesRun = 0;      // since none waited
    isPassing = false;
    quiet = 0;
    firstRounds = 3;
    isScheduled = false;
    since = null;           // real time since when it is not quiet
    known = 0;              // things under way that were told and count no more
    line = null;            // of what was last started
    pace = null;            // the frame and the real time at which voicetest had the turn, while lines are open

    wake() {
        if (this.isScheduled || !APP.isUnderVoicetest) return;
        this.isScheduled = true;
        REAL.setImmediate(() => this.round());
    }

    later() {
        this.isScheduled = true;
        // A child or a thread works: it needs the processor more than this loop.
        if (this.since !== null && REAL.now() - this.since > 2) REAL.setTimeout(() => this.round(true), 1);
        else REAL.setImmediate(() => this.round());
    }

    round(isTimer = false) {
        APP.guard?.tick();
        if (!this.isQuiet(isTimer)) {
            this.quiet = 0;
            return this.later();
        }
        if (++this.quiet < QUIET_ROUNDS + this.firstRounds) {
            this.isScheduled = true;
            REAL.setImmediate(() => this.round());
            return undefined;
        }
        if (!APP.workers.areQuiet()) return this.later();
        this.quiet = this.firstRounds = 0;
        this.since = null;
        this.isScheduled = false;
        return this.step();
    }

    /** What Node says that it waits for. */
    underWay() { return REAL.active().filter((one) => !PASSIVE.has(one)); }

    isQuiet(isTimer) {
        const active = this.underWay();
        const own = this.busy + this.makings - (isTimer ? 1 : 0);       // a round's own timer is under way, too
        const count = active.length + own;
        if (this.pieces.length > 0) {
            const others = active.filter((one) => !OF_CHILDREN.has(one)).length + own;
            this.pieceRounds = others > 0 ? 0 : this.pieceRounds + 1;
            if (this.pieceRounds >= QUIET_ROUNDS) {
                this.pieceRounds = 0;
                this.pieces.shift()();
            }
            if (count <= this.known) return false;
        }
        if (count <= this.known) {
            this.known = count;
            return true;
        }
        this.since ??= REAL.now();
        if (this.makings > 0) this.since = REAL.now();
        if (REAL.now() - this.since > CHILD_SECONDS * 1_000) {
            const label = APP.children.label();
            APP.machine.escape(label ? 'child' : 'thread', label ? `${label} has not ended within ${CHILD_SECONDS} s`
                : `${active[0] ?? 'work in a thread'} has not ended within ${CHILD_SECONDS} s`, APP.children.line() ?? this.line);
            APP.children.release();
            this.known = count;
            this.since = null;
        }
        return false;
    }

    /** Whether Node would go on: the app waits for something. */
    isAlive() {
        return APP.pendings.size > 0 || APP.calls.size > 0 || APP.watcherCount > 0 || APP.workers.living.size > 0
            || APP.children.living.size > 0 || this.immediates.length > 0 || APP.sockets.size > 0 || [...APP.servers].some((one) => one.isRef)
            || APP.machine.timers.some((one) => one.isRef && !one.isCancelled);
    }

    step() {
        const { machine } = APP;
        if (this.immediates.length === 0) this.immediatesRun = 0;
        else if (this.immediatesRun < IMMEDIATES_LIMIT) {
            this.immediatesRun += 1;
            this.wake();
            return this.immediates.shift()();
        } else if (!this.isPassing) {
            // The app waits by going round: each round takes a frame from now on.
            this.isPassing = true;
            machine.setTimer(machine.frame + 1, () => {
                this.isPassing = false;
                this.immediates.shift()?.();
            });
        }
        const [silent] = APP.unknownPeers;          // it waits for the other side to speak first, which no HTTP does
        if (silent) {
            this.wake();
            return silent.destroy(silent.refusal());
        }
        if (!this.isAlive()) return undefined;      // Node ends by itself
        const due = machine.due();
        if (due === null && APP.lines.size > 0) return this.keepToRealTime();
        this.wake();
        if (due === null) return APP.exchange();
        APP.reads = 0;
        APP.askedLine = undefined;
        return due.input ? APP.deliver(due.input) : due.timer.callback();
    }

    /** Ends the turn when real time is where virtual time is, with what came on open lines. Time that was lost stays lost. */
    keepToRealTime() {
        const { machine, lines, guard } = APP;
        if (machine.acts.length === 0) machine.frame = Math.max(machine.frame, machine.until);
        const { frame = machine.frame, moment = REAL.now() } = this.pace ?? {};
        const due = moment + 1_000 * (machine.frame - frame) / APP.rate;
        this.isScheduled = true;
        guard.wait(true);
        REAL.setTimeout(() => {
            this.isScheduled = false;
            guard.wait(false);
            this.pace = { frame: machine.frame, moment: Math.max(due, REAL.now() - 1_000 * LINE_SECONDS) };
            for (const line of lines) line.tell();
            APP.exchange(Math.min(machine.nextTimer() ?? Infinity, machine.frame + frameOf(LINE_SECONDS, APP.rate)));
            this.wake();
        }, Math.max(0, due - REAL.now()));
    }

    /** Starts a job of Node's threads when all before it are done, so that results come in the order of asking. */
    inOrder(start) {
        this.busy += 1;
        this.line = place() ?? this.line;
        this.jobs.push(start);
        if (this.jobs.length === 1) start();
        this.wake();
    }

    done() {
        this.busy -= 1;
        this.jobs.shift();
        this.jobs[0]?.();
    }
}

// ---- timers and clocks

/** What `setTimeout` and `setInterval` give. */
class Timeout {
    constructor(callback, wait, args, isRepeated) {
        if (typeof callback !== 'function') {
            throw Object.assign(new TypeError(`The "callback" argument must be of type function. Received ${util.inspect(callback)}`),
                { code: 'ERR_INVALID_ARG_TYPE' });
        }
        const number = Number(wait);
        this.wait = number >= 1 && number <= 0x7FFFFFFF ? Math.trunc(number) : 1;
        this.isRef = true;
        this.isRepeated = isRepeated;
        this._repeat = isRepeated ? this.wait : null;
        this.callback = callback;
        this.args = args;
        this.run = AsyncResource.bind(() => callback(...args), 'Timeout');
        this.set();
    }

    // What libraries read of Node's own timers.
    get _onTimeout() { return this.timer.isCancelled ? null : this.callback; }

    get _idleTimeout() { return this.timer.isCancelled ? -1 : this.wait; }

    get _idleStart() { return Math.floor(this.start * 1_000 / APP.rate); }

    get _timerArgs() { return this.args.length > 0 ? this.args : undefined; }

    get _destroyed() { return this.isOver || this.timer.isCancelled; }

    set() {
        this.isOver = false;
        this.start = APP.machine.frame;
        this.timer = APP.machine.setTimer(APP.machine.frame + frameOf(this.wait / 1_000, APP.rate), () => this.fire());
        this.timer.isRef = this.isRef;
        APP.pump.wake();
    }

    fire() {
        const { timer } = this;
        try {
            this.run();
        } finally {
            if (timer === this.timer && !timer.isCancelled) {
                if (this.isRepeated) this.set(); else this.isOver = true;
            }
        }
    }

    ref() { return this.keep(true); }

    unref() { return this.keep(false); }

    keep(isRef) {
        this.isRef = this.timer.isRef = isRef;
        return this;
    }

    hasRef() { return this.isRef; }

    refresh() {
        this.timer.isCancelled = true;
        this.set();
        return this;
    }

    close() {
        this.timer.isCancelled = true;
        this.isRepeated = false;
        return this;
    }

    [Symbol.toPrimitive]() {
        Timeout.numbers.set(this.timer.number, this);
        return this.timer.number;
    }

    static numbers = new Map();
}
if (Symbol.dispose) Timeout.prototype[Symbol.dispose] = Timeout.prototype.close;

/** What `setImmediate` gives. Immediates run at this frame, when files and threads have nothing left to do. */
class Immediate {
    _destroyed = false;

    constructor(callback, args) {
        const run = AsyncResource.bind(() => callback(...args), 'Immediate');
        this._onImmediate = callback;
        this._argv = args.length > 0 ? args : undefined;
        this.step = () => { this._destroyed = true; run(); };
        APP.pump.immediates.push(this.step);
        APP.pump.wake();
    }

    ref() { return this; }

    unref() { return this; }

    hasRef() { return !this._destroyed; }

    close() {
        this._destroyed = true;
        const index = APP.pump.immediates.indexOf(this.step);
        if (index >= 0) APP.pump.immediates.splice(index, 1);
    }
}
if (Symbol.dispose) Immediate.prototype[Symbol.dispose] = Immediate.prototype.close;

/** A promise that `start(resolve, reject)` settles and that a signal ends early, by way of `cancel`. */
function abortable(signal, start, cancel) {
    return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(abortError(signal));
        const settle = (how) => (value) => {
            signal?.removeEventListener('abort', abort);
            how(value);
        };
        const abort = () => { cancel(); settle(reject)(abortError(signal)); };
        signal?.addEventListener('abort', abort, { once: true });
        return start(settle(resolve), settle(reject));
    });
}

function abortError(signal) {
    return Object.assign(new Error('The operation was aborted', { cause: signal.reason }), { name: 'AbortError', code: 'ABORT_ERR' });
}

function takeTimers() {
    const makes = {
        setTimeout: (callback, wait, ...args) => new Timeout(callback, wait, args, false),
        setInterval: (callback, wait, ...args) => new Timeout(callback, wait, args, true),
        setImmediate: (callback, ...args) => new Immediate(callback, args),
    };
    const clear = (real) => (timer) => {
        if (timer instanceof Timeout || timer instanceof Immediate) timer.close();
        else if (Timeout.numbers.has(Number(timer))) Timeout.numbers.get(Number(timer)).close();
        else if (timer) real(timer);
    };
    for (const name of Object.keys(makes)) {
        const virtual = (...args) => (APP.makings.isHere() ? REAL[name](...args) : makes[name](...args));
        Object.defineProperty(virtual, 'name', { value: name });
        Object.defineProperty(virtual, util.promisify.custom, { enumerable: true, get: () => timersPromises[name] });
        const ender = name.replace('set', 'clear');
        globalThis[name] = timers[name] = virtual;
        globalThis[ender] = timers[ender] = clear(REAL[ender]);
    }
    takePromisedTimers(makes);
    AbortSignal.timeout = (wait) => {
        if (APP.makings.isHere()) return REAL.limit.call(AbortSignal, wait);
        const controller = new AbortController();
        makes.setTimeout(() => controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')), wait).unref();
        return controller.signal;
    };
}

function takePromisedTimers(makes) {
    const sleep = (wait, value, { signal, ref = true } = {}) => {
        let timer;
        return abortable(signal, (resolve) => { timer = makes.setTimeout(resolve, wait, value).keep(ref); }, () => timer.close());
    };
    const turn = (value, { signal } = {}) => {
        let timer;
        return abortable(signal, (resolve) => { timer = makes.setImmediate(resolve, value); }, () => timer.close());
    };
    async function* every(wait, value, { signal, ref = true } = {}) {
        let missed = 0, wake = null, timer;
        if (signal?.aborted) throw abortError(signal);
        const abort = () => wake?.();
        signal?.addEventListener('abort', abort, { once: true });
        try {
            timer = makes.setInterval(() => { missed += 1; wake?.(); }, wait).keep(ref);
            for (;;) {
                if (signal?.aborted) throw abortError(signal);
                if (missed === 0) await new Promise((resolve) => { wake = resolve; });
                for (; missed > 0; missed -= 1) yield value;
            }
        } finally {
            timer.close();
            signal?.removeEventListener('abort', abort);
        }
    }
    const either = (name, virtual) => (...args) => (APP.makings.isHere() ? REAL.promised[name](...args) : virtual(...args));
    Object.assign(timersPromises, {
        setTimeout: either('setTimeout', sleep), setImmediate: either('setImmediate', turn), setInterval: either('setInterval', every),
    });
    Object.defineProperties(timersPromises.scheduler, {
        wait: { value: either('wait', (wait, options) => sleep(wait, undefined, options)) }, yield: { value: () => timersPromises.setImmediate() },
    });
}

/** Nanoseconds since frame 0, strictly growing as a clock is. An app that waits by reading makes time pass. */
function clockNanoseconds() {
    const machine = APP.machine;
    APP.reads += 1;
    if (APP.reads > READS_LIMIT * (APP.isReadySent ? 1 : 5)) APP.passTo(machine.frame + 1);
    if (APP.readFrame !== machine.frame) {
        APP.readFrame = machine.frame;
        APP.readsAtFrame = [];
    }
    const caller = APP.hasCalls ? CALLER.getStore() ?? 0 : 0, reads = APP.readsAtFrame[caller] = (APP.readsAtFrame[caller] ?? 0) + 1;
    // No two callers read the same time.
    return Math.floor(machine.frame * 1e9 / APP.rate) + (caller === 0 ? Math.min(reads, 20_000) : 9 * Math.min(reads, 6_000) + caller);
}

function takeClocks(nanoseconds) {
    const milliseconds = () => (APP.makings.isHere() ? REAL.dateNow() : Math.floor(APP.epoch * 1_000 + nanoseconds() / 1e6));
    const Virtual = new Proxy(REAL.Date, {
        construct: (target, args, made) => Reflect.construct(target, args.length ? args : [milliseconds()], made === Virtual ? target : made),
        apply: () => new REAL.Date(milliseconds()).toString(),
    });
    REAL.Date.now = milliseconds;
    REAL.Date.prototype.constructor = Virtual;
    globalThis.Date = Virtual;
    const now = () => (APP.makings.isHere() ? REAL.now() : nanoseconds() / 1e6);
    const mark = performance.mark.bind(performance), measure = performance.measure.bind(performance);
    const own = {
        now, timeOrigin: APP.epoch * 1_000,
        mark: (name, options) => mark(name, { startTime: now(), ...options }),
        measure: (name, start, end) => (typeof start === 'object' && start !== null ? measure(name, { start: 0, end: now(), ...start })
            : measure(name, { start: start ?? 0, end: end ?? now() })),
    };
    for (const [name, value] of Object.entries(own)) {
        Object.defineProperty(performance, name, { value, writable: true, configurable: true });
    }
    perfHooks.Performance && Object.defineProperty(perfHooks.Performance.prototype, 'now', { value: now, configurable: true, writable: true });
    const hrtime = (before) => {
        const all = BigInt(Math.floor(nanoseconds())), pair = [Number(all / 1_000_000_000n), Number(all % 1_000_000_000n)];
        if (!before) return pair;
        const difference = all - (BigInt(before[0]) * 1_000_000_000n + BigInt(before[1]));
        return [Number(difference / 1_000_000_000n), Number(difference % 1_000_000_000n)];
    };
    process.hrtime = Object.assign(hrtime, { bigint: function hrtimeBigInt() { return BigInt(Math.floor(nanoseconds())); } });
    process.uptime = () => nanoseconds() / 1e9;
    os.uptime = () => nanoseconds() / 1e9;
    Object.defineProperty(Event.prototype, 'timeStamp', { get: () => APP.machine.frame * 1_000 / APP.rate, configurable: true });
    for (const name of ['format', 'formatToParts']) takeFormat(name, milliseconds);
}

/** A date format without a date means now, which it would read by itself. */
function takeFormat(name, milliseconds) {
    const kind = Intl.DateTimeFormat.prototype, plain = Object.getOwnPropertyDescriptor(kind, name);
    if (plain.get) {
        Object.defineProperty(kind, name, {
            configurable: true,
            get() { const format = plain.get.call(this); return (date = milliseconds()) => format(date); },
        });
    } else {
        kind[name] = function formatted(date = milliseconds()) { return plain.value.call(this, date); };
    }
}

// ---- time and place

/** Gives the app, and its children by the environment, time zone and names of its session in place of the machine's. */
function takeWorld(world) {
    const { timeZone, locale, host, user } = world, { env } = process;
    const isOther = (name) => locale && env.LC_ALL !== locale && /^(LANGUAGE$|LC_)/.test(name);
    for (const name of Object.keys(env).filter(isOther)) delete env[name];
    const names = { USER: user, LOGNAME: user, USERNAME: user, HOSTNAME: host };
    const wanted = { TZ: timeZone, LANG: locale, LC_ALL: locale, ...names };
    for (const [name, value] of Object.entries(wanted)) if (value) env[name] = value;
    env.VOICETEST_APP_WORLD = JSON.stringify(world);
    takePlace(world);
}

/** What Node tells of host, user and processors. What `hello` does not name stays the machine's. */
function takePlace({ host, user, processors }) {
    const functions = functionsOfNode();
    if (host) os.hostname = () => host;
    if (user) {
        os.userInfo = ({ encoding } = {}) => {
            const texts = { username: user, homedir: os.homedir(), shell: '/bin/sh' };
            for (const name of encoding === 'buffer' ? Object.keys(texts) : []) texts[name] = Buffer.from(texts[name]);
            const numbers = { uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1 };
            return Object.assign(Object.create(null), numbers, texts);
        };
    }
    if (processors) {
        const times = { user: 0, nice: 0, sys: 0, idle: 0, irq: 0 };
        os.availableParallelism = () => processors;
        const processor = () => ({ model: 'voicetest', speed: 0, times: { ...times } });
        os.cpus = () => Array.from({ length: processors }, processor);
    }
    if (processors && globalThis.navigator) {
        Object.defineProperty(Object.getPrototypeOf(navigator), 'hardwareConcurrency', {
            get: () => processors, configurable: true, enumerable: true,
        });
    }
    likeNode(functions);
}

// ---- chance

function takeChance(seed) {
    // Of several callers each draws from a source of its own.
    const sources = [], own = () => {
        const caller = CALLER.getStore() ?? 0, name = caller > 0 ? `${seed} caller ${caller}` : `${seed}`;
        return sources[caller] ??= { state: (Number(BigInt(seed) % 0xFFFFFFFFn) + 0x9E3779B9 * (caller + 1)) >>> 0, name, count: 0, bytes: Buffer.alloc(0) };
    };
    const draw = () => {
        const source = own(), state = source.state = (source.state + 0x6D2B79F5) >>> 0;
        let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
        mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
        return (mixed ^ (mixed >>> 14)) >>> 0;
    };
    Math.random = () => (draw() * 0x200000 + (draw() >>> 11)) / 2 ** 53;
    const createHash = crypto.createHash;
    const randomBytes = (size) => {
        const source = own();
        while (source.bytes.length < size) {
            source.bytes = Buffer.concat([source.bytes, createHash('sha256').update(`${source.name} ${source.count++}`).digest()]);
        }
        const found = Buffer.from(source.bytes.subarray(0, size));
        source.bytes = source.bytes.subarray(size);
        return found;
    };
    const fill = (buffer, offset = 0, size = (buffer.byteLength ?? buffer.length) - offset) => {
        new Uint8Array(buffer.buffer ?? buffer, (buffer.byteOffset ?? 0) + offset, size).set(randomBytes(size));
        return buffer;
    };
    const randomUUID = () => {
        const one = randomBytes(16);
        one[6] = (one[6] & 15) | 64;
        one[8] = (one[8] & 63) | 128;
        return one.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    };
    const randomInt = (low, high) => {
        if (high === undefined) [low, high] = [0, low];
        return low + Number(randomBytes(8).readBigUInt64LE() % BigInt(high - low));
    };
    const answered = (plain) => (...args) => {
        const callback = typeof args.at(-1) === 'function' ? args.pop() : null;
        const value = plain(...args);
        return callback ? void new Immediate(() => callback(null, value), []) : value;
    };
    Object.assign(crypto, {
        randomBytes: answered(randomBytes), pseudoRandomBytes: answered(randomBytes), randomFillSync: fill, randomFill: answered(fill),
        randomUUID, randomInt: answered(randomInt),
    });
    const ofWeb = { getRandomValues: (array) => fill(array), randomUUID: () => randomUUID() };
    for (const [name, value] of Object.entries(ofWeb)) {
        Object.defineProperty(Object.getPrototypeOf(globalThis.crypto), name, { value, writable: true, configurable: true, enumerable: true });
    }
    for (const name of ['generateKeyPair', 'generateKeyPairSync', 'generateKey', 'generateKeySync', 'generatePrime', 'generatePrimeSync',
        'createDiffieHellman', 'getDiffieHellman', 'createECDH']) {
        tellCalls(crypto, name, 'chance', `crypto.${name}: each run makes another one`);
    }
    const { subtle } = globalThis.crypto, named = (algorithm) => String(algorithm?.name ?? algorithm).toUpperCase();
    tellCalls(Object.getPrototypeOf(subtle), 'generateKey', 'chance', 'subtle.generateKey: each run makes another one');
    const isDrawn = (key) => key?.padding === crypto.constants.RSA_PKCS1_PSS_PADDING || ['ec', 'dsa', 'rsa-pss'].includes(
        key?.asymmetricKeyType ?? key?.key?.asymmetricKeyType ?? crypto.createPrivateKey(key).asymmetricKeyType);
    const drawn = 'draws numbers: each run gives other bytes';
    tellCalls(crypto, 'publicEncrypt', 'chance', `crypto.publicEncrypt ${drawn}`);
    tellCalls(crypto, 'sign', 'chance', `crypto.sign ${drawn}`, (algorithm, data, key) => isDrawn(key));
    tellCalls(crypto.Sign.prototype, 'sign', 'chance', `crypto.sign ${drawn}`, (key) => isDrawn(key));
    tellCalls(Object.getPrototypeOf(subtle), 'sign', 'chance', `subtle.sign ${drawn}`, (one) => ['ECDSA', 'RSA-PSS'].includes(named(one)));
    tellCalls(Object.getPrototypeOf(subtle), 'encrypt', 'chance', `subtle.encrypt ${drawn}`, (one) => named(one) === 'RSA-OAEP');
}

// ---- jobs of Node's threads, in the order of asking

const INSIDE = new AsyncLocalStorage();     // set within a job: what a job itself does is part of it

function isFree() {
    return INSIDE.getStore() || APP.makings.isHere();
}

function orderCallbacks(module, names) {
    for (const name of names) {
        const plain = module[name];
        if (typeof plain !== 'function') continue;
        const ordered = function ordered(...args) {
            if (isFree() || typeof args.at(-1) !== 'function') return plain.apply(this, args);
            const callback = AsyncResource.bind(args.pop());
            return void APP.pump.inOrder(() => {
                let isOver = false;
                const finish = (...results) => {
                    if (isOver) return;
                    isOver = true;
                    APP.pump.done();
                    callback(...results);
                };
                try {
                    INSIDE.run(true, () => plain.apply(this, [...args, finish]));
                } catch (error) {
                    isOver = true;
                    APP.pump.done();
                    throw error;
                }
            });
        };
        for (const key of Reflect.ownKeys(plain)) {
            if (!(key in ordered)) Object.defineProperty(ordered, key, Object.getOwnPropertyDescriptor(plain, key));
        }
        module[name] = ordered;
    }
}

function orderPromises(module, names) {
    for (const name of names) {
        const plain = module[name];
        if (typeof plain !== 'function') continue;
        const ordered = function ordered(...args) {
            if (isFree()) return plain.apply(this, args);
            return new Promise((resolve, reject) => {
                APP.pump.inOrder(() => {
                    Promise.resolve(INSIDE.run(true, () => plain.apply(this, args))).then(
                        (value) => { APP.pump.done(); resolve(value); }, (error) => { APP.pump.done(); reject(error); });
                });
            });
        };
        Object.defineProperty(module, name, { value: ordered, writable: true, configurable: true, enumerable: true });
    }
}

const FILE_JOBS = ['access', 'appendFile', 'chmod', 'close', 'copyFile', 'cp', 'fstat', 'ftruncate', 'fsync', 'link', 'lstat', 'mkdir', 'open', 'opendir',
    'read', 'readFile', 'readdir', 'readlink', 'readv', 'realpath', 'rename', 'rm', 'rmdir', 'stat', 'statfs', 'symlink',
    'truncate', 'unlink', 'utimes', 'write', 'writeFile', 'writev'];
const HANDLE_JOBS = ['appendFile', 'read', 'readFile', 'readv', 'stat', 'sync', 'truncate', 'write', 'writeFile', 'writev'];
const SECRET_JOBS = ['pbkdf2', 'scrypt', 'hkdf', 'sign', 'verify', 'checkPrime'];
const SUBTLE_JOBS = ['digest', 'encrypt', 'decrypt', 'sign', 'verify', 'deriveBits', 'deriveKey', 'importKey', 'exportKey', 'wrapKey',
    'unwrapKey'];

function takeJobs() {
    const promised = fs.promises;
    APP.fileTimes.take();
    const { open } = promised;
    promised.open = async (...args) => {
        const handle = await open(...args);
        promised.open = open;
        APP.fileTimes.takeLooks(Object.getPrototypeOf(handle), ['stat']);
        orderPromises(Object.getPrototypeOf(handle), HANDLE_JOBS);
        orderPromises(promised, ['open']);
        return handle;
    };
    orderCallbacks(fs, FILE_JOBS);
    orderPromises(promised, FILE_JOBS);
    orderCallbacks(crypto, SECRET_JOBS);
    orderPromises(Object.getPrototypeOf(globalThis.crypto.subtle), SUBTLE_JOBS);
    orderPromises(WebAssembly, ['compile', 'instantiate']);
    takeCompression();
    APP.temporary.take(APP.hello.seed ?? 0);
    for (const name of ['watch', 'watchFile']) tellCalls(fs, name, 'child', `fs.${name}: what others do to a file is chance`);
    for (const [module, name] of [[fs, 'mkdtempDisposableSync'], [promised, 'mkdtempDisposable']]) {
        tellCalls(module, name, 'chance', `fs.${name}: each run has another name`);
    }
}

/**
 * Names of `mkdtemp` from the seed: each call has its own, and takes the next one where that is taken on the disk.
 *
 * What an app leaves behind in the folder of temporary files is removed when it ends: the next run needs the name.
 */
class TemporaryFolders {
    count = 0;
    made = [];

    keep(folder) { this.made.push(folder); }

    remove() {
        for (const folder of this.made.filter((one) => path.dirname(path.resolve(one)) === path.resolve(os.tmpdir()))) {
            try {
                REAL.rmSync(folder, { recursive: true, force: true });
            } catch { /* what cannot be removed stays */ }
        }
    }

    * names(seed, prefix) {
        const number = ++this.count, before = Buffer.from(prefix instanceof URL ? fileURLToPath(prefix) : prefix);
        for (let attempt = 0; attempt < 10_000; attempt += 1) {
            const digest = crypto.createHash('sha256').update(`${seed} mkdtemp ${number} ${attempt}`).digest('base64');
            yield Buffer.concat([before, Buffer.from(digest.replace(/[^A-Za-z0-9]/g, '').slice(0, 6))]);
        }
    }

    take(seed) {
        const { mkdirSync, mkdtempSync, promises } = fs, { mkdir, mkdtemp } = promises, callback = fs.mkdtemp;
        const isPrefix = (one) => typeof one === 'string' || Buffer.isBuffer(one) || one instanceof URL;
        const isTaken = (error) => error.code === 'EEXIST';
        const given = (folder, options) => {
            const encoding = options?.encoding ?? options;
            this.keep(folder.toString());
            return encoding === 'buffer' ? folder : folder.toString(typeof encoding === 'string' ? encoding : 'utf8');
        };
        // Where none can be made, the real function says why.
        fs.mkdtempSync = (...args) => {
            const [prefix, options] = args;
            for (const folder of isPrefix(prefix) && !APP.makings.isHere() ? this.names(seed, prefix) : []) {
                try {
                    mkdirSync(folder, 0o700);
                    return given(folder, options);
                } catch (error) {
                    if (!isTaken(error)) break;
                }
            }
            return mkdtempSync(...args);
        };
        promises.mkdtemp = async (...args) => {
            const [prefix, options] = args;
            for (const folder of isPrefix(prefix) && !APP.makings.isHere() ? this.names(seed, prefix) : []) {
                try {
                    await mkdir(folder, 0o700);
                    return given(folder, options);
                } catch (error) {
                    if (!isTaken(error)) break;
                }
            }
            return mkdtemp.apply(promises, args);
        };
        const later = promises.mkdtemp;
        fs.mkdtemp = (...args) => {
            if (!isPrefix(args[0]) || typeof args.at(-1) !== 'function') return callback(...args);
            const done = args.pop();
            const give = (...results) => process.nextTick(done, ...results);
            return void later(...args).then((folder) => give(null, folder), give);
        };
    }
}

/** When files changed, in virtual time: what the app writes at the frame at which it opens it, what others write when it looks. */
class FileTimes {
    written = new Map();            // frame by path
    began = REAL.dateNow() - 10;    // a file system's clock may be behind

    whole(file) {
        try {
            return REAL.realpath(Number.isInteger(file) ? `/proc/self/fd/${file}` : file);
        } catch {
            return path.resolve(file instanceof URL ? fileURLToPath(file) : String(file));
        }
    }

    note(file) {
        if (!Number.isInteger(file) && !APP.makings.isHere()) this.written.set(this.whole(file), APP.machine.frame);
    }

    noteOpening(file, flags = 'r') {
        const number = typeof flags === 'number' ? flags & 3 : { r: 0, rs: 0, w: 1, wx: 1, a: 1, ax: 1, as: 1 }[flags] ?? 2;
        const isNew = typeof flags === 'number' ? (flags & fs.constants.O_TRUNC) !== 0 : flags[0] === 'w';
        if (number !== 1 && !isNew) APP.loaded.note(file);
        APP.earlier.note(file, number !== 1 && !isNew, number !== 0, isNew);
    }

    virtual(found, file) {
        const names = ['atime', 'mtime', 'ctime', 'birthtime'].filter((name) => Number(found?.[`${name}Ms`]) >= this.began);
        if (names.length === 0 || APP.makings.isHere()) return found;
        const frame = this.written.get(this.whole(file)) ?? APP.machine.frame, moment = APP.epoch * 1_000 + frame * 1_000 / APP.rate;
        const isBig = typeof found.mtimeMs === 'bigint', whole = BigInt(Math.floor(moment));
        for (const name of names) {
            found[`${name}Ms`] = isBig ? whole : moment;
            found[name] = new REAL.Date(moment);
            if (isBig) found[`${name}Ns`] = whole * 1_000_000n;
        }
        return found;
    }

    take() {
        const isWriting = (flags) => (typeof flags === 'number' ? (flags & 3) !== 0 : /[wa+]/.test(flags ?? 'r'));
        const writes = {
            open: (file, flags) => { this.noteOpening(file, typeof flags === 'function' ? 'r' : flags); if (isWriting(flags)) this.note(file); },
            copyFile: (from, to) => { APP.loaded.note(from); APP.earlier.note(from, true, false); APP.earlier.note(to, false, true, true); this.note(to); },
            rename: (from, to) => { APP.earlier.move(from, to); this.move(from, to); },
            createReadStream: (file, options) => { if (!Number.isInteger(options?.fd)) this.noteOpening(file, options?.flags ?? 'r'); },
            readFile: (file, options) => this.noteOpening(file, options?.flag ?? 'r'),
            writeFile: (file, _, options) => { this.noteOpening(file, options?.flag ?? 'w'); this.note(file); },
            appendFile: (file) => { this.noteOpening(file, 'a'); this.note(file); },
            truncate: (file) => { this.noteOpening(file, 'w'); this.note(file); },
        };
        for (const module of [fs, fs.promises]) {
            for (const [name, note] of Object.entries(writes)) for (const one of [name, `${name}Sync`]) this.before(module, one, note);
            this.takeLooks(module, ['stat', 'lstat', 'fstat']);
        }
    }

    before(module, name, note) {
        const plain = module[name];
        if (plain) module[name] = Object.assign(function noted(...args) { note(...args); return plain.apply(this, args); }, plain);
    }

    move(from, to) {
        const frame = this.written.get(this.whole(from));
        if (frame === undefined) return;
        this.written.delete(this.whole(from));
        this.written.set(this.whole(to), frame);
    }

    takeLooks(module, names) {
        for (const name of names.flatMap((one) => [one, `${one}Sync`])) {
            const plain = module[name], times = this;
            if (!plain) continue;
            module[name] = Object.assign(function looked(...args) {
                const file = args[0]?.bigint === undefined && typeof args[0] !== 'function' && args[0] !== undefined ? args[0] : this?.fd;
                const callback = typeof args.at(-1) === 'function' ? args.pop() : null;
                if (callback) return plain.call(this, ...args, (error, found) => callback(error, times.virtual(found, file)));
                const found = plain.apply(this, args);
                return found instanceof Promise ? found.then((one) => times.virtual(one, file)) : times.virtual(found, file);
            }, plain);
        }
    }
}

/** Files of the project that the app loaded or read, each with the ID of its Git blob: sessions keep them. */
class LoadedFiles {
    project = null;
    opened = [];
    seen = new Set();

    begin() { this.project = REAL.realpath('.') + path.sep; }

    note(file) {
        if (this.project === null || APP.makings.isHere() || !(typeof file === 'string' || file instanceof URL)) return;
        this.opened.push(path.resolve(file instanceof URL ? fileURLToPath(file) : file));
    }

    /** The blobs that are new since the last call, by paths below the project; undefined where nothing is. */
    take() {
        const found = {};
        for (const file of this.opened.splice(0)) {
            if (this.seen.has(file) || !file.startsWith(this.project) || this.seen.size >= LOADED_LIMIT) continue;
            this.seen.add(file);
            const blob = this.blob(file);
            if (blob) found[path.relative(this.project, file)] = blob;
        }
        return Object.keys(found).length > 0 ? found : undefined;
    }

    /** The ID of the Git blob; undefined of what is no file of the project's own, or what the app wrote itself. */
    blob(file) {
        const parts = path.relative(this.project, file).split(path.sep);
        const isOwn = isOfApp(file) && !parts.some((one) => one.startsWith('.') || NO_STATE.has(one) || one.includes('.vsession'));
        if (!isOwn || APP.fileTimes.written.has(file)) return undefined;
        try {
            const found = REAL.lstatSync(file);
            if (!found.isFile() || found.size > LOADED_BYTES) return undefined;
            const content = REAL.readFileSync(file);
            return crypto.createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex');
        } catch {
            return undefined;
        }
    }
}

/**
 * Files of the project that earlier runs wrote, by the list in the user's cache folder. Reading one is told.
 *
 * `begin` is left out where each run has the project as it is.
 */
class EarlierFiles {
    list = null;
    earlier = new Set();
    before = new Map();             // what the app may have written, with what it was before
    made = new Set();               // what this run has made anew

    begin() {
        const { XDG_CACHE_HOME: cache, HOME: home } = process.env;
        const folder = path.isAbsolute(cache ?? '') ? cache : path.join(home || os.homedir(), '.cache');
        this.project = REAL.realpath('.');
        const digest = crypto.createHash('sha256').update(this.project).digest('hex').slice(0, 24);
        this.list = path.join(folder, 'voicetest', 'written', `${digest}.json`);
        this.earlier = new Set(this.read());
    }

    read() {
        try {
            const found = JSON.parse(REAL.readFileSync(this.list, 'utf8'));
            return Array.isArray(found) ? found.filter((one) => typeof one === 'string') : [];
        } catch {
            return [];
        }
    }

    /** What tells whether a file was written; undefined where there is none. */
    state(name) {
        const found = REAL.statSync(path.join(this.project, name), { throwIfNoEntry: false, bigint: true });
        return found && `${found.mtimeNs} ${found.size} ${found.ino}`;
    }

    /** The path below the project; undefined of a file elsewhere and of one that is no state. */
    nameOf(file) {
        if (this.list === null || typeof file === 'number' || !file || APP.makings.isHere()) return undefined;
        const name = path.relative(this.project, APP.fileTimes.whole(file)), parts = name.split(path.sep);
        const isState = parts[0] !== '..' && !parts.some((one) => NO_STATE.has(one) || one.includes('.vsession'));
        return isState ? name : undefined;
    }

    note(file, isReading, isWriting, isNew = false) {
        if (!isWriting && this.earlier.size === 0) return;
        const name = this.nameOf(file);
        if (name === undefined) return;
        const state = this.state(name);
        if (state === undefined || isNew) this.made.add(name);
        else if (isReading && this.earlier.has(name) && !this.made.has(name)) {
            tellOnce(place()?.split(' from ')[0], `reads ${name}, which an earlier run wrote, so this run is not the first one's equal; `
                + '"state": "fresh" in voicetest.json gives each run the project as it is');
            this.made.add(name);    // once a file
        }
        if (isWriting && !this.before.has(name)) this.before.set(name, state);
    }

    move(from, to) {
        const [source, target] = [this.nameOf(from), this.nameOf(to)];
        for (const name of [source, target]) if (name !== undefined && !this.before.has(name)) this.before.set(name, this.state(name));
        if (target === undefined) return;
        const isEarlier = this.earlier.has(source) && !this.made.has(source);
        (isEarlier ? this.earlier : this.made).add(target);
        if (isEarlier) this.made.delete(target);
    }

    /** Adds to the list what this run wrote. Two runs at once do not damage it: each puts a whole one in its place. */
    end() {
        const written = [...this.before].filter(([name, state]) => this.state(name) !== state).map(([name]) => name);
        if (this.list === null || written.length === 0) return;
        const earlier = this.read(), isThere = (name) => this.state(name) !== undefined;
        const found = [...new Set([...earlier, ...written])].filter(isThere).sort().slice(0, FILES_LIMIT);
        if (found.join('\0') === earlier.join('\0')) return;
        try {
            const whole = `${this.list}.${REAL.pid}`;
            REAL.mkdirSync(path.dirname(this.list), { recursive: true });
            REAL.writeFileSync(whole, JSON.stringify(found));
            REAL.renameSync(whole, this.list);
        } catch { /* a list that cannot be kept tells nothing */ }
    }
}

/** Compression: each piece that Node gives to a thread is a job, so none of them waits for one that reads what it makes. */
function takeCompression() {
    const running = new WeakSet(), closed = new WeakSet(), errors = new WeakMap();
    const over = (handle, callback) => function ended(...results) {
        if (running.delete(handle)) APP.pump.done();
        return callback.apply(this, results);
    };
    for (const name of ['createGzip', 'createBrotliCompress', 'createBrotliDecompress', 'createZstdCompress', 'createZstdDecompress']) {
        if (!zlib[name]) continue;
        const stream = zlib[name](), kind = Object.getPrototypeOf(stream._handle ?? {});
        stream.destroy();
        if (!['init', 'write', 'close'].every((one) => Object.hasOwn(kind, one))) {
            return APP.machine.escape('library', 'zlib is of a version that this client does not know', 'unknown');
        }
        const { init, write, close } = kind;
        Object.assign(kind, {
            init(...args) { return init.apply(this, args.map((one) => (typeof one === 'function' ? over(this, one) : one))); },
            write(...args) {
                if (isFree()) return write.apply(this, args);
                return APP.pump.inOrder(() => {
                    if (closed.has(this)) return APP.pump.done();
                    running.add(this);
                    return write.apply(this, args);
                });
            },
            close() {
                closed.add(this);
                return close.apply(this);
            },
        });
        Object.defineProperty(kind, 'onerror', {
            get() { return errors.get(this); }, set(callback) { errors.set(this, over(this, callback)); },
        });
    }
    return undefined;
}

// ---- memory: nothing of the app sees when garbage is collected

function takeMemory() {
    globalThis.FinalizationRegistry = class FinalizationRegistry {
        register(target, held) {}

        unregister(token) { return false; }
    };
    globalThis.WeakRef = class WeakRef {
        #target;

        constructor(target) { this.#target = target; }

        deref() { return this.#target; }
    };
}

// ---- children

/** The app's child processes: one at a time, each a step that takes no time. */
class Children {
    living = new Map();         // by child: label and line

    label() { return this.living.values().next().value?.label; }

    line() { return this.living.values().next().value?.line; }

    /** Gives out what was kept, because the child does not end. */
    release() {
        for (const one of this.living.values()) for (const stream of one.streams) stream.releasePieces?.();
    }

    take() {
        const kind = childProcess.ChildProcess.prototype, spawn = kind.spawn, kill = kind.kill, children = this;
        kind.spawn = function spawned(options) {
            if (APP.makings.isHere()) return spawn.call(this, options);
            const task = cardChild(options.file, options.args);
            if (task) {
                cardClient().takeProcess({ APP, REAL, PIECE_BYTES, on, say, place, isCalledByNode, tellOnce, spawnSync: REAL.spawnSync }, this, task, options);
                return 0;
            }
            const label = path.basename(String(options.file)), line = place() ?? 'unknown';
            if ([...children.living.values()].some((one) => !one.isOver)) {
                APP.machine.escape('child', `${label} runs beside ${children.label()}: which ends first is chance`, line);
            }
            const result = spawn.call(this, { ...options, stdio: movedStdio(options.stdio) });
            if (result) return result;
            const streams = [this.stdout, this.stderr].filter(Boolean);
            children.living.set(this, { label, line, streams });
            if (this.channel) APP.machine.escape('child', `${label} has a channel: when its messages come is chance`, line);
            const end = APP.machine.frame + durationOf(options.file, options.args);
            for (const stream of streams) cutPieces(stream, end);
            children.endInOrder(this, streams, end);
            APP.pump.line = line;
            APP.pump.wake();
            return result;
        };
        kind.kill = function killed(...args) {
            const one = children.living.get(this);
            if (one && place() === undefined) APP.machine.escape('child', 'a child\'s time limit, which is real time, ran out', one.line);
            return kill.apply(this, args);
        };
        this.takeSync();
    }

    takeSync() {
        for (const name of ['execSync', 'execFileSync', 'spawnSync']) {
            const plain = childProcess[name];
            childProcess[name] = (...args) => {
                const options = args.findLast((one) => one && typeof one === 'object' && !Array.isArray(one));
                if (options?.stdio) args[args.indexOf(options)] = { ...options, stdio: movedStdio(options.stdio) };
                const told = (error) => error?.code === 'ETIMEDOUT' && tell('child', 'a child\'s time limit, which is real time, ran out');
                const words = name === 'execSync' || options?.shell ? [null, ['', '-c', args[0]]] : [args[0], []];
                const end = APP.machine.frame + (APP.makings.isHere() ? 0 : durationOf(...words));
                const task = APP.makings.isHere() ? null : cardChild(name === 'execSync' || options?.shell ? '/bin/sh' : args[0],
                    name === 'execSync' || options?.shell ? words[1] : [args[0], ...(Array.isArray(args[1]) ? args[1] : [])]);
                if (task) tell('child', `'${task.name}' opens the sound card and is waited for: start it with spawn or execFile`);
                APP.guard?.saw(place());
                try {
                    const result = plain(...args);
                    told(result?.error);
                    return result;
                } catch (error) {
                    told(error);
                    throw error;
                } finally {
                    APP.passTo(end);
                }
            };
        }
    }

    /** `exit` comes behind all output and not before `frame`, `close` behind that, whichever Node hears of first. */
    endInOrder(child, streams, frame) {
        const emit = child.emit.bind(child), open = new Set(streams);
        let exit = null;
        const later = (...event) => {
            const give = () => {
                APP.pump.pieces.push(() => {
                    if (event[0] === 'close') this.living.delete(child);
                    emit(...event);
                });
                APP.pump.wake();
            };
            if (event[0] === 'exit' && this.living.has(child)) this.living.get(child).isOver = true;
            if (APP.machine.frame < frame) APP.machine.setTimer(frame, give); else give();
        };
        const flush = () => {
            if (open.size > 0 || exit === null) return;
            later(...exit);
            exit = null;
        };
        for (const stream of streams) {
            for (const name of ['end', 'close']) stream.once(name, () => { open.delete(stream); flush(); });
        }
        child.emit = (...event) => {
            if (event[0] === 'error') this.living.delete(child);
            if (event[0] === 'close') later(...event);
            else if (event[0] === 'exit') {
                exit = event;
                flush();
            } else return emit(...event);
            return true;
        };
    }
}

const CARD_CHILDREN = new Set(['arecord', 'rec', 'parec', 'parecord', 'aplay', 'play', 'paplay', 'ffplay']);
const MAYBE_CARD_CHILDREN = new Set(['sox', 'ffmpeg', 'espeak', 'espeak-ng']);       // with a device only, or without a file
const OTHER_CARD_CHILDREN = new Set(['mpg123', 'mpg321', 'ogg123', 'mpv', 'mplayer', 'vlc', 'cvlc', 'pacat', 'pw-cat', 'pw-play', 'pw-record',
    'jack_capture', 'afplay', 'say', 'spd-say', 'festival', 'omxplayer']);
const SHELLS = new Set(['sh', 'bash', 'dash', 'zsh']);
const CARD_FILES = ['voicetest-children.cjs', 'voicetest-child-commands.cjs', 'voicetest-child-card.cjs'];
// How a file of an app names a child that records, or a package that starts one.
const RECORDING = /['"`](?:arecord|parec|parecord|rec|sox|ffmpeg)(?=['"` ])|(?:from|require\()\s*['"](?:node-record-lpcm16|node-mic|mic)['"]/;

/** The file beside this one that stands in for children of the sound card; undefined where it is not there. */
function cardClient() {
    const files = CARD_FILES.map((name) => path.join(path.dirname(fileURLToPath(import.meta.url)), name));
    if (!files.every((file) => fs.existsSync(file))) return undefined;
    for (const file of files) APP.own.add(file);
    return createRequire(import.meta.url)(files[0]);
}

/** The words of a child's command, and whether a shell has to read them. One command without signs of a shell needs none. */
function wordsOfChild(file, args = []) {
    const [, ...rest] = args.map(String);
    if (!SHELLS.has(path.basename(String(file))) || rest[0] !== '-c') return [[String(file), ...rest], false];
    const text = rest[1] ?? '', isShell = /[|&;<>()$`\\*?~#\n]/.test(text);
    const words = [...text.replace(/[|&;\n]/g, ' ; ').matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, one, two, three]) => one ?? two ?? three);
    return [words, isShell];
}

/** What a child of the sound card does, as `voicetest-children.cjs` reads it; null for another child. One that nothing stands in for is told. */
function cardChild(file, args) {
    const [words, isShell] = wordsOfChild(file, args);
    for (const [index, word] of (isShell ? words : words.slice(0, 1)).entries()) {
        const name = path.basename(word), isStart = index === 0 || [';', 'exec', 'nohup', 'sudo'].includes(words[index - 1]);
        if (!isStart) continue;
        let found = null;
        if (OTHER_CARD_CHILDREN.has(name)) {
            found = `'${name}' opens the sound card: voicetest stands in for ${[...CARD_CHILDREN].sort().join(', ')}`;
        } else if (CARD_CHILDREN.has(name) || MAYBE_CARD_CHILDREN.has(name)) {
            const client = cardClient();
            if (client) found = client.read(name, words.slice(index + 1));
            else if (CARD_CHILDREN.has(name)) {
                found = `'${name}' opens the sound card: copy ${CARD_FILES.join(', ')} of voicetest's release beside voicetest-app.mjs`;
            }
            if (isShell && found !== null) found = `'${name}' opens the sound card in a shell: start it without one`;
        }
        if (typeof found === 'string') tell('child', found);
        else if (found !== null) {
            if (!APP.isReadySent) APP.declared.hears ??= 'audio';
            if (found.does === 'record' && APP.declared.hears !== 'audio') {
                throw new Error('the app has waited already, and hears words since: call declare({ hears: \'audio\' }) at its start');
            }
            return found;
        }
    }
    return null;
}

/** Whether a file of the app, which has no adapter of its own, names a child that records: it hears sound from its start. */
function mayRecord() {
    if (cardClient() === undefined) return false;
    const files = APP.loaded.opened.filter((file) => file.startsWith(APP.loaded.project ?? '\0') && isOfApp(file) && /\.[cm]?[jt]s$/.test(file));
    const texts = files.map((file) => {
        try {
            return REAL.readFileSync(file, 'utf8');
        } catch {
            return '';      // the app looked for a file that is not there
        }
    });
    return texts.some((text) => RECORDING.test(text)) && !texts.some((text) => text.includes('voicetest-app'));
}

/** The frames that a child takes, by the name of its program, also behind a shell's `-c`. */
function durationOf(file, args) {
    const command = args?.[1] === '-c' ? String(args[2]).trim().split(/\s+/)[0] : String(file);
    return APP.hello.durations?.[path.basename(command)] ?? 0;
}

/** Cuts what a child writes at line ends and sizes, wherever the pipe has cut it: one piece a step, not before `frame`. */
function cutPieces(stream, frame) {
    const push = stream.push.bind(stream);
    let rest = Buffer.alloc(0);
    const give = (piece) => {
        const add = () => {
            APP.pump.pieces.push(() => push(piece));
            APP.pump.wake();
        };
        if (APP.machine.frame < frame) APP.machine.setTimer(frame, add); else add();
    };
    stream.push = (chunk) => {
        if (chunk === null) {
            if (APP.machine.frame < frame) stream.unref?.();        // nothing more comes: time may pass
            if (rest.length > 0) give(rest);
            give(null);
            rest = Buffer.alloc(0);
        } else {
            rest = Buffer.concat([rest, Buffer.from(chunk)]);
            for (;;) {
                const end = rest.subarray(0, CHUNK_BYTES).indexOf(10) + 1 || (rest.length >= CHUNK_BYTES ? CHUNK_BYTES : 0);
                if (end === 0) break;
                give(rest.subarray(0, end));
                rest = rest.subarray(end);
            }
        }
        APP.pump.wake();
        return true;
    };
    stream.releasePieces = () => {
        if (rest.length > 0) give(rest);
        rest = Buffer.alloc(0);
    };
}

// ---- workers

/** The app's worker threads: one at a time, each a step that takes no time. */
class Workers {
    living = new Map();             // by worker: label, line, count of the last question that it answered
    questions = 0;
    asked = 0;                      // real time of the open question
    isDirty = false;

    areQuiet() {
        if (this.living.size === 0) return true;
        const open = [...this.living.values()].filter((one) => !one.isGivenUp);
        if (this.isDirty) {
            this.questions += 1;
            this.asked = REAL.now();
            this.channel.postMessage({ frame: APP.machine.frame, question: this.questions });
            this.isDirty = false;
        }
        if (open.every((one) => one.answer === this.questions && !one.isEnding)) return true;
        APP.pump.since ??= REAL.now();
        if (REAL.now() - this.asked > CHILD_SECONDS * 1_000) {
            for (const one of open.filter((each) => each.answer !== this.questions || each.isEnding)) {
                one.isGivenUp = true;
                APP.machine.escape('thread', `${one.label} has not come to rest within ${CHILD_SECONDS} s`, one.line);
            }
        }
        return false;
    }

    take() {
        const workers = this;
        workerThreads.Worker = class Worker extends REAL.Worker {
            terminate(callback) {
                const one = workers.living.get(this);
                if (one) one.isEnding = true;
                return super.terminate(callback);
            }

            constructor(file, options = {}) {
                if (APP.makings.isHere()) {
                    super(file, options);
                    return;
                }
                const line = place() ?? 'unknown', label = options.eval ? 'a worker' : path.basename(String(file));
                if (workers.living.size > 0) {
                    APP.machine.escape('thread', `${label} runs beside ${workers.living.values().next().value.label}: `
                        + 'which answers first is chance', line);
                }
                if (options.eval) APP.machine.escape('thread', 'a worker of text runs in real time: write it into a file', line);
                workers.open();
                const number = workers.started = (workers.started ?? 0) + 1;
                workerThreads.setEnvironmentData(KEY, { number, hello: APP.hello, shared: workers.shared });
                const before = options.execArgv ? [...options.execArgv, '--import', import.meta.url] : process.execArgv;
                super(file, { ...options, execArgv: before });
                workers.living.set(this, { label, line, number, answer: 0, isGivenUp: Boolean(options.eval) });
                workers.isDirty = true;
                this.once('exit', () => workers.living.delete(this));
                APP.pump.wake();
            }
        };
        for (const kind of [REAL.Worker, MessagePort]) {
            const post = kind.prototype.postMessage;
            kind.prototype.postMessage = function posted(...args) {
                workers.isDirty = true;
                workers.shared.frame[0] = APP.machine.frame;
                APP.pump.wake();
                return post.apply(this, args);
            };
        }
        Atomics.wait = (cells, index, value, milliseconds = Infinity) => {
            if (workers.living.size > 0 || APP.makings.isHere()) {
                if (workers.living.size > 0) tell('thread', 'Atomics.wait waits for a worker in real time');
                return REAL.waitForCell(cells, index, value, milliseconds);
            }
            if (Atomics.load(cells, index) !== value) return 'not-equal';
            if (milliseconds === Infinity) {
                APP.guard?.saw(place());
                return REAL.waitForCell(cells, index, value, milliseconds);
            }
            const end = APP.machine.frame + frameOf(milliseconds / 1_000, APP.rate);
            APP.passTo(end);
            return 'timed-out';
        };
    }

    open() {
        this.shared.frame[0] = APP.machine.frame;
        if (this.channel) return;
        this.channel = new BroadcastChannel(`${KEY} ${REAL.pid}`);
        this.channel.onmessage = ({ data }) => {
            if (data.escape) return APP.machine.escape(...data.escape);
            if (data.folder) return APP.temporary.keep(data.folder);
            const one = [...this.living.values()].find((each) => each.number === data.number);
            if (data.isBegun) this.isDirty = true;      // it has heard no question yet
            else if (one) one.answer = data.answer;
            APP.pump.quiet = 0;         // its messages come before the next step
            return undefined;
        };
        this.channel.unref();
    }

    shared = { frame: new Float64Array(new SharedArrayBuffer(8)) };
}

/** Runs in a worker of the app: the clocks of the app, and an answer when nothing is left to do. */
function startInWorker({ number, hello, shared }) {
    APP.rate = hello.sampleRate;
    APP.epoch = hello.epoch ?? 0;
    const channel = new BroadcastChannel(`${KEY} ${process.pid}`);
    APP.machine.escape = (...escape) => channel.postMessage({ escape });
    let reads = 0;
    takePlace(hello.world ?? {});
    takeClocks(() => Math.floor(shared.frame[0] * 1e9 / APP.rate) + ++reads);
    takeChance((hello.seed ?? 0) + number);
    APP.temporary.keep = (folder) => channel.postMessage({ folder });
    APP.temporary.take(`${hello.seed ?? 0} ${number}`);
    takeMemory();
    for (const name of ['setTimeout', 'setInterval']) {
        const real = globalThis[name];
        globalThis[name] = timers[name] = (...args) => { tell('clock', `${name} in a worker`); return real(...args); };
        const plain = timersPromises[name];
        timersPromises[name] = (...args) => { tell('clock', `${name} in a worker`); return plain(...args); };
    }
    for (const name of ['connect', 'createConnection']) tellCalls(net, name, 'network', 'a connection of a worker');
    tellCalls(globalThis, 'fetch', 'network', 'a connection of a worker');
    syncBuiltinESMExports();
    channel.onmessage = ({ data }) => {
        if (data.question === undefined) return;
        shared.frame[0] = data.frame;
        let quiet = 0;
        const look = () => {
            const active = REAL.active();
            quiet = active.some((one) => !PASSIVE.has(one)) ? 0 : quiet + 1;
            if (quiet < 4) return REAL.setImmediate(look);
            if (active.length === 0) return undefined;      // it ends by itself, which is an answer
            return channel.postMessage({ number, answer: data.question });
        };
        look();
    };
    channel.unref();
    channel.postMessage({ number, isBegun: true });
}

// ---- outside calls

/** `body` and `encoding` of bytes. */
export function packed(data) {
    const text = data.toString('utf8');
    return Buffer.from(text, 'utf8').equals(data) ? { body: text, encoding: 'text' } : { body: data.toString('base64'), encoding: 'base64' };
}

/** The same with JSON as such, which a person can read and compare. */
export function packedQuestion(data) {
    try {
        return /[^ \t\n\r\f\v]/.test(data.toString('latin1')) ? { body: JSON.parse(data.toString('utf8')), encoding: 'json' }
            : { body: '', encoding: 'text' };
    } catch {
        return packed(data);
    }
}

export function unpacked({ body = '', encoding = 'text' }) {
    if (encoding === 'base64') return Buffer.from(body, 'base64');
    return Buffer.from(encoding === 'json' ? JSON.stringify(body) : body, 'utf8');
}

// ---- secrets

// A secret that may not reach the disk is exchanged for a stand-in of the same form, length and alphabet, before the app
// sees it in an answer and before anything is told of what the app brings. The values live in memory only. The rules are
// those of the Python client: Tests/Clients/cases/hiding.json holds both against one table.

const NAME = String.raw`[A-Za-z](?:[A-Za-z0-9_.\-]){0,63}`;
// Words that make a name one of a secret whatever its value is: at its end written as one word, or alone among its words.
const SECRET_ENDINGS = ['authorization', 'apikey', 'accesskey', 'privatekey', 'secretkey', 'secret', 'secrets', 'password', 'passwords', 'passwd',
    'passphrase', 'token', 'credential', 'credentials', 'signature', 'bearer'];
const SECRET_WORDS = new Set(['authorization', 'secret', 'secrets', 'password', 'passwords', 'passwd', 'pwd', 'pass', 'passphrase', 'credential',
    'credentials', 'pin', 'otp']);
// Words that make it one where the value looks like a key.
const KEY_WORDS = new Set(['key', 'keys', 'sig', 'token', 'tokens', 'session', 'sessionid', 'sid', 'auth', 'jwt', 'code', 'cookie']);
const NO_SECRETS = new Set(['true', 'false', 'null', 'none', '***']);
// Blanks, digits and letters are those of ASCII: bytes of UTF-8 are read as Latin-1, one letter each.
const BLANKS = String.raw` \t\n\r\f\v`;
const raw = (text, flags = 'dg') => new RegExp(text.replaceAll('NAME', NAME).replaceAll('BLANKS', BLANKS), flags);
const BEGINNINGS = raw(String.raw`(?:(?<![A-Za-z0-9])|(?<=\\[nrt]))(?:sk-(?:proj-|svcacct-|admin-|ant-[a-z]{1,8}[0-9]{1,4}-)?|sk_(?:live_|test_)?|pk_live_|rk_live_|rk_test_|whsec_|xox[a-z]-|xapp-|gh[opsur]_|github_pat_|glpat-|AIza|AKIA|ASIA|ya29\.|SG\.|npm_|pypi-|dop_v1_|hf_|gsk_|xai-|ek_)([A-Za-z0-9_.\-]{8,512})`);
const WITH_DIGITS = ['hf_', 'gsk_', 'xai-', 'ek_', 'sk_', 'npm_', 'pypi-'];
const SHORT_BEGINNINGS = ['AIza', 'AKIA', 'ASIA'];
const SCHEMES = raw(String.raw`(?:(?<![A-Za-z])|(?<=\\[nrt]))(?:[Bb]earer|BEARER|[Bb]asic|BASIC|Token) {1,4}([A-Za-z0-9_.\-+/=~]{8,4096})`);
const TOKENS = raw(String.raw`eyJ[A-Za-z0-9_\-]{5,4096}\.([A-Za-z0-9_\-]{2,8192})\.([A-Za-z0-9_\-]{2,8192})`);
const PRIVATE_KEYS = raw(String.raw`-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----([^-]{1,16384})-----END`);
const MEMBERS = raw(String.raw`(\\{0,7}["'])(NAME)\1[BLANKS]{0,8}:[BLANKS]{0,8}`);
const NAMED = raw(String.raw`(\\{0,7}["'])(?:name|key)\1[BLANKS]{0,8}:[BLANKS]{0,8}\1(NAME)\1[BLANKS]{0,8},[BLANKS]{0,8}\1value\1[BLANKS]{0,8}:[BLANKS]{0,8}(?=\1)`);
const PAIRS = raw(String.raw`\[[BLANKS]{0,8}(\\{0,7}["'])(NAME)\1[BLANKS]{0,8},[BLANKS]{0,8}(?=\1)`);
const BARE = raw(String.raw`(?<![A-Za-z0-9_."'\-\\])(NAME)[BLANKS]{0,8}[:=][BLANKS]{0,8}(?=\\{0,7}["'])`);
// In a line of code a name may stand for what reads the environment: no secret is there.
const PARAMETERS = raw(String.raw`(?<![A-Za-z0-9_.\-%])((?:[A-Za-z]|%[0-9A-Fa-f]{2})(?:[A-Za-z0-9_.\-%]){0,63})=(?!(?:os\.)?(?:getenv\(|environ[.\[])|process\.env[.\[])([^&;BLANKS"'<>#\\,={][^&;BLANKS"'<>#\\,]{0,4095})`);
const LINES = raw(String.raw`(?<![^\n])[ \t\-]{0,16}(NAME):[ \t]{1,8}([^BLANKS"'{\[][^\r\n]{0,4095})`);
const ELEMENTS = raw(String.raw`<(NAME)(?:[BLANKS][^<>]{0,200})?>([^<>]{1,4096})</`);
const PARTS = raw(String.raw`name="(NAME)"[^\r\n]{0,200}\r?\n(?:[^\r\n]{1,500}\r?\n){0,8}\r?\n([^\r\n]{1,4096})\r?\n--`);
const PATHS = raw(String.raw`(?:://|CONNECT )[^BLANKS/?#@:"'\\]{0,200}:([^BLANKS/?#@"'\\]{1,500})@|/bot\d{3,20}:([A-Za-z0-9_\-]{4,200})|/services/T\w{1,20}/B\w{1,20}/(\w{4,100})|/(?:keys?|tokens?|secrets?)/([A-Za-z0-9_\-]{16,200})`);
const BLANK = raw('[BLANKS]', '');
const COLON = raw('[BLANKS]{0,8}:', 'y');
const STRINGS = /"(?:[^"\\]|\\.)*"/g;
const EDGES = raw('^[BLANKS]+|[BLANKS]+$', 'g');
const QUOTES = /\\{0,7}["']/y;
const LETTERS = /\\u[0-9a-fA-F]{4}|\\[\s\S]|%[0-9a-fA-F]{2}|[\s\S]/g;

/** What of a text fits at a place; null where nothing does. */
function fits(pattern, text, at) {
    const sticky = new RegExp(pattern.source, 'y');
    sticky.lastIndex = at;
    return sticky.exec(text)?.[0] ?? null;
}

/** The words of a name in lower case: `accessToken`, `access_token` and `Access-Token` have the same. */
function wordsOf(name) {
    const spaced = name.replace(/%[0-9A-Fa-f]{2}/g, ' ').replace(/([a-z0-9])([A-Z])/g, '$1 $2');
    return (spaced.match(/[A-Za-z0-9]+/g) ?? []).map((word) => word.toLowerCase());
}

function looksLikeKey(text) {
    return text.length >= 16 && /[0-9]/.test(text) && !BLANK.test(text);
}

/** Whether a value of this name may not reach the disk. */
export function isSecret(name, value) {
    const words = wordsOf(name), plain = words.join('');
    if (words.length === 0 || !value.replace(EDGES, '') || NO_SECRETS.has(value.toLowerCase()) || plain.endsWith('cachekey')) return false;
    // Models send pieces of a text as `token`.
    if (plain !== 'token' && (SECRET_ENDINGS.some((one) => plain.endsWith(one)) || words.some((one) => SECRET_WORDS.has(one)))) return true;
    if (value.includes('=') && words.includes('cookie')) return false;      // what is in it has names of its own
    return looksLikeKey(value) && (words.some((one) => KEY_WORDS.has(one)) || plain.endsWith('key') || plain.endsWith('sessionid'));
}

/** Where a quoted text ends that begins at `start`; `quote` may have backslashes, in a text within a text. */
function endOfText(text, start, quote) {
    if (quote.length > 1) {
        const found = text.indexOf(quote, start);
        return found < 0 ? text.length : found;
    }
    let at = start;
    while (at < text.length && text[at] !== quote) at += text[at] === '\\' ? 2 : 1;
    return Math.min(at, text.length);
}

/** Texts within the list or object at `start`, which a secret's name has: elements, members `value`, and what looks like a key. */
function* groupSpans(text, start) {
    let at = start, depth = 0, name = null;
    while (at < Math.min(text.length, start + 16_384)) {
        const quote = fits(QUOTES, text, at);
        if (quote) {
            const first = at + quote.length, end = endOfText(text, first, quote), word = text.slice(first, end);
            at = end + quote.length;
            if (fits(COLON, text, at) !== null) name = word;
            else if (word && !NO_SECRETS.has(word.toLowerCase()) && (looksLikeKey(word) || name === null || name === 'value')) yield [first, end];
            continue;
        }
        depth += ('[{'.includes(text[at]) ? 1 : 0) - (']}'.includes(text[at]) ? 1 : 0);
        if (depth === 0) return;
        at += 1;
    }
}

/**
 * Where secrets are in a text: [start, end, name or undefined] in order. `isCall` says that it is of a call, with
 * headers and forms.
 */
function secretSpans(text, keep, isCall) {
    const spans = [], names = new Map(), push = (name, span) => {
        spans.push(span);
        if (!names.has(span.join())) names.set(span.join(), name);
    };
    let strings = null;
    // At the latest the end of the text of JSON in which a span begins, where nothing closes its quote.
    const ended = (start, end) => {
        if (!text.slice(start, end).includes('"')) return end;
        strings ??= stringsOf(text);
        let low = 0, high = strings.length;
        while (low < high) {
            const middle = (low + high) >> 1;
            if (strings[middle][0] <= start) low = middle + 1; else high = middle;
        }
        const found = strings[low - 1];
        return found && start <= found[1] ? Math.min(end, found[1]) : end;
    };
    const add = (name, start, last) => {
        const end = ended(start, last);
        if (keep.has(name.toLowerCase()) || start >= end) return;
        if (isSecret(name, text.slice(start, end))) push(name, [start, end]);
    };
    for (const found of text.matchAll(MEMBERS)) {
        const [whole, quote, name] = found, start = found.index + whole.length;
        if (text.startsWith(quote, start)) add(name, start + quote.length, endOfText(text, start + quote.length, quote));
        else if (text[start] === '[' || text[start] === '{') {
            if (keep.has(name.toLowerCase()) || !isSecret(name, 'x')) continue;
            for (const span of groupSpans(text, start)) push(name, span);
        } else {
            const number = fits(/[0-9]{4,32}(?![0-9.eE])/, text, start);
            if (number && wordsOf(name).some((one) => SECRET_WORDS.has(one))) add(name, start, start + number.length);
        }
    }
    for (const pattern of [NAMED, PAIRS, BARE]) {
        for (const found of text.matchAll(pattern)) {
            const last = found.index + found[0].length, quote = fits(QUOTES, text, last), start = last + quote.length;
            const end = endOfText(text, start, quote);
            if (pattern !== PAIRS || looksLikeKey(text.slice(start, end))) add(pattern === BARE ? found[1] : found[2], start, end);
        }
    }
    for (const found of text.matchAll(PARAMETERS)) add(unquoted(found[1]), ...found.indices[2]);
    for (const pattern of isCall ? [LINES, ELEMENTS, PARTS] : []) {
        for (const found of text.matchAll(pattern)) {
            const start = found.indices[2][0], scheme = fits(/[A-Za-z]{1,20} {1,4}/, found[2], 0) ?? '';
            add(found[1], start + scheme.length, start + found[2].replace(EDGES, '').length);
        }
    }
    for (const found of text.matchAll(PATHS)) {
        const index = found.findIndex((one, place) => place > 0 && one !== undefined);
        if (index !== 4 || looksLikeKey(found[index])) spans.push(found.indices[index]);
    }
    for (const found of text.matchAll(BEGINNINGS)) {
        const [whole] = found, begins = (beginnings) => beginnings.some((one) => whole.startsWith(one));
        const isShort = whole.length < 16 || (begins(SHORT_BEGINNINGS) && whole.length > 64);
        if (!isShort && (!begins(WITH_DIGITS) || /[0-9]/.test(whole))) spans.push(found.indices[1]);
    }
    for (const found of text.matchAll(SCHEMES)) if (/[0-9]/.test(found[1]) && found[0].length >= 16) spans.push(found.indices[1]);
    const tokens = [...text.matchAll(TOKENS)];
    // A token stays readable: its signature changes.
    for (const { 1: part, indices } of tokens) spans.push(isReadable(part) ? indices[2] : [indices[1][0], indices[2][1]]);
    for (const found of text.matchAll(PRIVATE_KEYS)) spans.push(found.indices[1]);
    spans.forEach((span, index) => {
        const name = names.get(span.join()), last = [span[0], ended(...span)];
        spans[index] = last;
        if (name !== undefined && !names.has(last.join())) names.set(last.join(), name);
    });
    const wholes = [...text.matchAll(BEGINNINGS), ...tokens.filter((one) => isReadable(one[1]))];
    const known = wholes.map((one) => one.indices[0]);
    // The part of a key or token that changes ends with it.
    const byEnd = new Map(known.map((span) => [span[1], names.get(span.join())]));
    return apart(spans, known).map(([start, end]) => [start, end, names.get(`${start},${end}`) ?? byEnd.get(end)]);
}

/** Where the texts of JSON are: in order, of what is JSON as a whole, else of its lines that are or end with an object or list. */
function stringsOf(text) {
    const found = [];
    let at = 0;
    for (const piece of isJSON(text) ? [text] : text.split('\n')) {
        const inner = piece.search(/[{[]/);
        if (inner >= 0 && isJSON(piece.slice(inner))) {
            for (const one of piece.slice(inner).matchAll(STRINGS)) {
                const start = at + inner + one.index;
                found.push([start + 1, start + one[0].length - 1]);
            }
        }
        at += piece.length + 1;
    }
    return found;
}

function isJSON(text) {
    try {
        JSON.parse(text);
        return true;
    } catch {
        return false;
    }
}

function unquoted(text) {
    try {
        return decodeURIComponent(text);
    } catch {
        return text;
    }
}

function isReadable(part) {
    try {
        const found = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
        return typeof found === 'object' && found !== null && !Array.isArray(found);
    } catch {
        return false;
    }
}

/** Spans in order, none within another; `known` are whole keys and tokens of which a part changes. */
function apart(spans, known) {
    const found = [], isIn = (span, all) => all.some(([start, end]) => start === span[0] && end === span[1]);
    const parts = spans.filter((span) => !isIn(span, known));
    const wholes = known.filter(([begin, last]) => parts.some(([start, end]) => begin <= start && end <= last));
    for (const [start, end] of spans.sort((one, other) => one[0] - other[0] || other[1] - one[1])) {
        if (!isIn([start, end], wholes) && (found.length === 0 || start >= found.at(-1)[1])) found.push([start, end]);
    }
    return found;
}

/** Another text of the same form, length and alphabet, from the seed and the number alone. */
export function standIn(secret, seed, number) {
    const letters = secret.match(LETTERS) ?? [], plain = letters.filter((one) => one.length === 1).join('');
    const isHex = plain.length > 7 && /^(?:[0-9a-f-]+|[0-9A-F-]+)$/.test(plain) && /[a-fA-F]/.test(plain);
    let block = 0, left = [];
    return letters.map((one, index) => {
        if (!/^[A-Za-z0-9]$/.test(one)) return one;
        if (left.length === 0) left = [...crypto.createHash('sha256').update(`${seed}/${number}/${block++}`).digest()];
        const drawn = left.shift();
        if (/[0-9]/.test(one)) return String(index === 0 ? 1 + drawn % 9 : drawn % 10);
        return String.fromCharCode((one >= 'a' ? 97 : 65) + drawn % (isHex ? 6 : 26));
    }).join('');
}

/**
 * Which values stand for which. Pure: texts in, texts out; nothing of it is written.
 *
 * Stand-ins of what the app brings have a row of numbers of their own, and so have those of answers: in a replay an answer has
 * them already, so only the former are drawn again.
 */
export class Secrets {
    own = new Map();            // stand-ins by value
    given = new Map();          // values by stand-in, of answers
    brought = new Map();        // and of the app
    sources = new Map();        // the sites that gave a stand-in
    places = new Map();         // by stand-in, the name of its value and the call that has it
    strayed = [];               // [stand-in, site] where it went to a site that did not give it
    counts = { own: 0, answer: 0 };

    constructor(seed, keep = [], isReplay = false) {
        this.seed = seed;
        this.keep = new Set(keep.map((name) => name.toLowerCase()));
        this.isReplay = isReplay;
        this.public = new Set();        // what looks like a secret and came from voicetest
    }

    exchanged(text, row, site, isCall, to) {
        const parts = [];
        let at = 0;
        for (const [start, end, name] of secretSpans(text, this.keep, isCall)) {
            parts.push(this.withKnown(text.slice(at, start)));
            parts.push(this.forValue(text.slice(start, end), row, site, name, to));
            at = end;
        }
        return parts.join('') + this.withKnown(text.slice(at));
    }

    forValue(value, row, site, name, to) {
        const made = this.newFor(value, row, site);
        if (!this.places.has(made)) this.places.set(made, [name, to]);
        return made;
    }

    newFor(value, row, site) {
        if (this.public.has(value)) return value;
        if (this.given.has(value)) {                // a stand-in already
            if (site !== undefined) this.sources.get(value).add(site);
            return value;
        }
        if (row === 'answer' && this.isReplay) return this.give(value, value, site);
        if (this.own.has(value)) {
            const made = this.own.get(value);
            if (row === 'answer') this.sources.get(made)?.add(site);
            return made;
        }
        this.counts[row] += 1;
        const made = standIn(value, `${this.seed}/${row}`, this.counts[row]);
        if (made === value || this.own.size >= 10_000) return made;
        this.own.set(value, made);
        if (row === 'answer') return this.give(made, value, site);
        this.brought.set(made, value);
        return made;
    }

    give(made, value, site) {
        this.given.set(made, value);
        this.sources.set(made, new Set([site]));
        return made;
    }

    withKnown(text) {
        let told = text;
        for (const [value, made] of this.own) if (value.length >= 8) told = told.replaceAll(value, made);
        return told;
    }

    /** What is told of a value that has a name in the app alone, as an argument has. */
    toldValue(name, value, to) {
        const isHidden = typeof value === 'string' && !this.keep.has(name.toLowerCase()) && isSecret(name, value);
        return isHidden ? this.forValue(value, 'own', undefined, name, to) : value;
    }

    /** What is told of a text of the app, of its call `to`. */
    told(text, isCall = false, to = undefined) {
        return this.exchanged(text, 'own', undefined, isCall, to);
    }

    /** What the app gets of a text of a server, or of a function that is an outside call `to`. */
    answered(text, site, to) {
        return this.exchanged(text, 'answer', site, true, to);
    }

    /** A text that the app prints, without its secrets: `***` for one that has no stand-in yet, since none is drawn for it. */
    shown(text) {
        const parts = [];
        let at = 0;
        for (const [start, end] of secretSpans(text, this.keep, true)) {
            const value = text.slice(start, end), isKnown = this.given.has(value) || this.brought.has(value);
            parts.push(this.withKnown(text.slice(at, start)), isKnown ? value : this.own.get(value) ?? '***');
            at = end;
        }
        return parts.join('') + this.withKnown(text.slice(at));
    }

    /** The value of a header of an answer as the app gets it; of a cookie, its own value alone. */
    header(name, value, site, to) {
        const lower = name.toLowerCase();
        if (lower === 'set-cookie') {
            const [, own, data, rest] = /^([^=]*=?)([^;]*)(.*)$/s.exec(value), cookie = own.replace('=', '').replace(EDGES, '');
            const isHidden = !this.keep.has(cookie.toLowerCase()) && (isSecret(cookie, data) || looksLikeKey(data));
            return own + (isHidden ? this.forValue(data, 'answer', site, cookie, to) : data) + rest;
        }
        if (this.keep.has(lower) || !isSecret(name, value)) return this.answered(value, site, to);
        const [scheme] = /^(?:[A-Za-z]{1,20} {1,4})?/.exec(value);
        return scheme + this.forValue(value.slice(scheme.length), 'answer', site, name, to);
    }

    /** Stand-ins in a text of the app. A short one counts as a whole word, for it may be there by chance. */
    hiddenIn(text) {
        const isWord = (made) => {
            const plain = made.replace(/[^A-Za-z0-9]/g, '\\$&');
            return new RegExp(`(?<![A-Za-z0-9])${plain}(?![A-Za-z0-9])`).test(text);
        };
        const found = [...this.given.keys(), ...this.brought.keys()].filter((made) => text.includes(made));
        return found.filter((made) => made.length >= 8 || (made.length >= 4 && isWord(made)));
    }

    /** What the app gets of a text that repeats what it brought. */
    returned(text) {
        let own = text;
        for (const [made, value] of this.brought) if (value.length >= 8) own = own.replaceAll(made, value);
        return own;
    }

    /** A text of the app with the values that this server gave, where the app has stand-ins. */
    real(text, site) {
        let own = text;
        for (const [made, value] of this.given) {
            if (made === value) continue;
            if (this.sources.get(made).has(site)) {
                for (const form of [String, encodeURIComponent]) own = own.replaceAll(form(made), form(value));
            } else if (made.length >= 8 && own.includes(made)) this.strayed.push([made, site]);
        }
        return own;
    }
}

/**
 * Bytes with `change` of their text: that of UTF-16 behind its mark, else one letter for each byte. Where nothing
 * changes, the bytes themselves.
 */
function changedBytes(data, change) {
    const mark = data.length % 2 ? '' : data.toString('latin1', 0, 2), isBig = mark === '\xfe\xff';
    const kind = isBig || mark === '\xff\xfe' ? 'utf16le' : 'latin1';
    const swapped = (bytes) => (isBig ? Buffer.from(bytes).swap16() : bytes);
    const text = swapped(data).toString(kind), changed = change(text);
    return changed === text ? data : swapped(Buffer.from(changed, kind));
}

/** The same of a body in codings; without, of one that may be gzip. Where they do not fit, the bytes stay. */
function changedCoded(data, change, coders = null) {
    const all = coders?.length > 0 ? coders : data[0] === 0x1f && data[1] === 0x8b ? [GZIP] : [];
    try {
        const plain = all.reduce((one, [decode]) => (one.length > 0 ? decode(one) : one), data);
        const changed = changedBytes(plain, change);
        return changed === plain ? data : all.reduceRight((one, [, code]) => code(one), changed);
    } catch {
        return data;
    }
}

function packedCoded(body, change, coders) {
    return changedCoded(Buffer.from(body, 'base64'), change, coders).toString('base64');
}

/** Where the value of a stand-in is, its name and the call or the variable of the environment, and how it is kept. */
function placeOf(made) {
    const [name, to] = APP.secrets.places.get(made) ?? [], value = APP.secrets.brought.get(made);
    const isOf = (text) => value !== undefined && (text === value || (value.length >= 8 && text.includes(value)));
    const [variable] = Object.keys(process.env).filter((one) => isOf(process.env[one]));
    const ofCall = to ? ` of ${shownCall(to)}` : '';
    const ofVariable = variable ? ` (the variable ${variable} of the environment)` : '';
    return { where: `${name ?? 'a key'}${ofCall}${ofVariable}`, keeping: name && `"keep": ["${name}"] in rules.json` };
}

function shownCall(to) {
    return APP.secrets.told(to.split('?')[0], true).slice(0, 120);
}

/** A note to the user, on standard error. */
function tellOnce(line, text) {
    const note = `voicetest: ${line ? `${line}: ` : ''}${text}\n`;
    if (APP.notes.has(note) || APP.notes.size >= 50) return;
    APP.notes.add(note);
    try {
        fs.writeSync(2, note);
    } catch {
        // It is only a note.
    }
}

/** Tells where an event, a field or a text that is said has a stand-in: in production it has the value. */
function tellHidden(line) {
    const says = { emit: `the event ${line.event}`, field: `the field ${line.name}`, play: 'the text that is said' };
    for (const made of APP.secrets.hiddenIn(JSON.stringify(line))) {
        const { where, keeping } = placeOf(made), way = keeping ? `; keep it with ${keeping}` : '';
        if (APP.hidden.has(where)) continue;
        APP.hidden.add(where);
        tellOnce(line.line, `${says[line.kind]} has a value that is hidden: ${where}${way}`);
    }
}

/** Tells where a stand-in went to a site that did not give it, whose answer may be a refusal for that. */
function tellStrayed(call) {
    for (const [made, site] of APP.secrets?.strayed.splice(0) ?? []) {
        const { where, keeping } = placeOf(made), givers = [...APP.secrets.sources.get(made)].sort().join(', ');
        const way = keeping ? `; to send it, write ${keeping}, and sessions have it` : '';
        tellOnce(call.line, `${shownCall(call.to)} has a stand-in in the place of ${where}, and ${site} may refuse it: `
            + `the value goes to ${givers} alone, which gave it${way}`);
    }
}

/** What servers share that belong together: the last two labels of a name, or an address. */
function siteOf(to) {
    const address = to.slice(to.indexOf(' ') + 1);
    if (!URL.canParse(address) || !new URL(address).hostname) return to;
    const host = new URL(address).hostname.toLowerCase();
    return /^[\d.:[\]]+$/.test(host) ? host : host.split('.').slice(-2).join('.');
}

/** A line with stand-ins for what the app brings. */
export function toldLine(line) {
    const { secrets } = APP, { line: place, ...rest } = line;
    if (!secrets || ['made', 'came', 'idle', 'stop', 'cancel', 'serve', 'open', 'message', 'close'].includes(line.kind) || line.pcm !== undefined) return line;
    const to = line.kind === 'more' ? APP.calls.get(line.id)?.to : line.to;
    const isOfCall = ['call', 'more'].includes(line.kind);
    const change = (whole) => secrets.told(whole, true, to), toldTo = line.to === undefined ? {} : { to: change(to) };
    if (line.encoding === 'base64') {
        const coders = line.kind === 'call' ? APP.calls.get(line.id)?.asked : null;
        return { ...line, ...toldTo, body: packedCoded(line.body, change, coders) };
    }
    if (isOfCall && line.encoding === 'text') return { ...line, ...toldTo, body: change(line.body) };
    const text = JSON.stringify(rest), told = secrets.told(text, false, to);
    const found = told === text ? line : { ...JSON.parse(told), ...(place !== undefined && { line: place }) };
    if (['emit', 'field', 'play'].includes(line.kind) && !secrets.isReplay) tellHidden(found);
    return found;
}

const GZIP = [zlib.gunzipSync, zlib.gzipSync];

/** What decodes and codes a body by its headers, outermost first; null where one is not known. */
function codersOf(headers) {
    const deflate = [(data) => ((data[0] & 15) === 8 ? zlib.inflateSync : zlib.inflateRawSync)(data), zlib.deflateSync];
    const kinds = {
        gzip: GZIP, 'x-gzip': GZIP, deflate, br: [zlib.brotliDecompressSync, zlib.brotliCompressSync],
        ...(zlib.zstdDecompressSync && { zstd: [zlib.zstdDecompressSync, zlib.zstdCompressSync] }),      // Node 22.15
    };
    const names = headers.filter(([name]) => name.toLowerCase() === 'content-encoding')
        .flatMap(([, value]) => value.toLowerCase().split(',').map((one) => one.trim())).filter((one) => one !== 'identity');
    return names.every((one) => kinds[one]) ? names.reverse().map((one) => kinds[one]) : null;
}

/** An answer with stand-ins: headers, trailers and body, which is decoded and coded again; its length and digests follow. */
export function exchangedAnswer([head, chunks], site, to) {
    const { secrets } = APP;
    if (!secrets) return [head, chunks];
    const { headers = [], trailers, statusLine, error } = head, bytes = chunks.map(([, chunk]) => unpacked(chunk));
    const data = Buffer.concat(bytes), coders = codersOf(headers), last = bytes.findLastIndex((one) => one.length > 0);
    const told = (pairs) => pairs.map(([name, value]) => [name, secrets.header(name, value, site, to)]);
    const toldHeaders = told(headers), answered = (text) => secrets.answered(text, site, to);
    if (coders === null) tellUnknown(`the answer of ${shownCall(to ?? site)}`, headers, data);
    const changed = exchangedBody(data, coders, site, to);
    let at = 0;
    const parts = changed === data ? chunks : chunks.map(([seconds, chunk], index) => {
        const piece = changed.subarray(at, index === last ? changed.length : at += bytes[index].length);
        if (index === last) at = changed.length;
        return [seconds, chunk.encoding === 'json' ? { body: JSON.parse(piece.toString('utf8')), encoding: 'json' } : packed(piece)];
    });
    const fits = (pairs) => pairs.map(([name, value]) => [name, followed(name, value, data, changed)]);
    return [{
        ...head, ...(head.headers && { headers: fits(toldHeaders) }),
        ...(trailers && { trailers: fits(told(trailers)) }),
        ...(statusLine && { statusLine: answered(statusLine) }), ...(error && { error: answered(error) }),
    }, parts];
}

function exchangedBody(data, coders, site, to) {
    return changedCoded(data, (text) => APP.secrets.answered(text, site, to), coders);
}

/** Tells of a body in a coding that is not known; one that is a text has none. */
function tellUnknown(whose, headers, data) {
    if (packed(data).encoding !== 'base64') return;
    const [, coding] = headers.find(([name]) => name.toLowerCase() === 'content-encoding');
    const why = 'which this client does not know: a secret in it is not hidden';
    tellOnce(undefined, `${whose} is coded as ${coding}, ${why}`);
}

/** The value of a header that says the length or a digest of a body that was changed. */
function followed(name, value, data, changed) {
    if (changed === data) return value;
    const lower = name.toLowerCase(), digest = (kind, body) => crypto.createHash(kind).update(body).digest('base64');
    if (lower === 'content-length' && value === String(data.length)) return String(changed.length);
    if (!['content-md5', 'digest', 'content-digest', 'repr-digest'].includes(lower)) return value;
    return ['md5', 'sha1', 'sha256', 'sha512'].reduce((text, kind) => text.replace(digest(kind, data), digest(kind, changed)), value);
}

/** A message of a WebSocket's server with stand-ins. */
function exchangedMessage(message, site, to) {
    const { secrets } = APP, { body, encoding } = message;
    if (!secrets || encoding === undefined) return message;     // a connection that failed has no message
    const change = (text) => secrets.answered(text, site, to);
    if (encoding === 'base64') return { ...message, body: packedCoded(body, change) };
    const text = encoding === 'json' ? JSON.stringify(body) : body, told = change(text);
    return told === text ? message : { ...message, body: encoding === 'json' ? JSON.parse(told) : told };
}

/** Headers of the app with the values that this site gave. */
function realFields(fields, site) {
    if (!APP.secrets?.given.size) return fields;
    return fields.map(([name, value]) => {
        const [, scheme, data] = /^(basic +)([A-Za-z0-9+/=]+)$/i.exec(value) ?? [];
        if (!data) return [name, APP.secrets.real(value, site)];
        return [name, scheme + changedBytes(Buffer.from(data, 'base64'), (text) => APP.secrets.real(text, site)).toString('base64')];
    });
}

/** Bytes of the app, in codings, with what this server gave in the place of stand-ins. */
function realBytes(data, site, coders) {
    return APP.secrets?.given.size ? changedCoded(data, (text) => APP.secrets.real(text, site), coders) : data;
}

/** A value of the app with what this server gave in the place of stand-ins. */
function realTexts(value, site) {
    if (!APP.secrets?.given.size) return value;
    if (typeof value === 'string') return APP.secrets.real(value, site);
    if (Array.isArray(value)) return value.map((one) => realTexts(one, site));
    const isPlain = value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype;
    return isPlain ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, realTexts(one, site)])) : value;
}

/** Bytes of an answer as the app gets them: what it brought itself is its own again. */
function returned(message) {
    const data = unpacked(message);
    return APP.secrets?.brought.size ? changedBytes(data, (text) => APP.secrets.returned(text)) : data;
}

/** The same of headers. */
function returnedFields(fields) {
    if (!APP.secrets?.brought.size || !Array.isArray(fields)) return fields;
    return fields.map(([name, value]) => [name, APP.secrets.returned(value)]);
}

// ---- calls

/** One call of the world: asked on the wire, answered in virtual time. */
export class OutsideCall {
    constructor(to, question, answered, make, { isOpen, line = place(), fields = [] } = {}) {
        this.number = APP.number();
        this.answered = answered;
        this.make = make;
        this.line = line;
        this.isOver = false;
        this.site = siteOf(to);
        this.to = to;
        this.isOpen = isOpen;
        this.asked = codersOf(fields);
        if (this.asked === null && APP.secrets && !APP.secrets.isReplay) {
            tellUnknown(`what ${shownCall(to)} asks`, fields, unpacked(question));
        }
        this.parts = [];            // of an answer in a replay
        APP.calls.set(this.number, this);
        APP.machine.act('call', { id: this.number, to, ...question, open: isOpen || undefined, line });
        APP.pump.wake();
    }

    answer(message) {
        if (this.isOver) return;
        const isFirst = !this.isAnswered;
        this.isAnswered = true;
        // Without status and body it says when an error comes, or that a WebSocket is being opened.
        if (isFirst && message.last === false && message.status === undefined && message.body === '') return;
        this.isOver = message.last ?? true;
        if (this.isOver) APP.calls.delete(this.number);
        if (APP.secrets?.isReplay) this.note(message);
        const { headers, error } = message;
        this.answered({
            ...message, ...(headers && { headers: returnedFields(headers) }),
            ...(error && { error: APP.secrets?.returned(error) ?? error }),
        });
    }

    /** Knows the stand-ins of an answer that was recorded. */
    note(message) {
        if (Array.isArray(message.headers)) this.coders = codersOf(message.headers);
        for (const pairs of [message.headers, message.trailers].filter(Array.isArray)) {
            for (const [name, value] of pairs) APP.secrets.header(name, value, this.site, this.to);
        }
        for (const text of [message.statusLine, message.error]) APP.secrets.answered(text ?? '', this.site, this.to);
        if (this.isOpen) {
            const { headers = [] } = controlOf(message) ?? {};
            for (const [name, value] of headers) APP.secrets.header(name, value, this.site, this.to);
            exchangedMessage(message, this.site, this.to);
            return;
        }
        const data = unpacked(message);
        this.parts.push(data);
        exchangedBody(data, [], this.site, this.to);
        // An app may go on as soon as it has the length that was said, before the end is told.
        if (!this.isOver && this.parts.length > 64) return;
        exchangedBody(Buffer.concat(this.parts), this.coders, this.site, this.to);
    }

    more(content) {
        if (!this.isOver) APP.act('more', { id: this.number, ...content, line: place() });
    }

    cancel() {
        if (this.isOver) return;
        this.isOver = true;
        this.far?.close();
        APP.calls.delete(this.number);
        APP.machine.act('cancel', { id: this.number });
    }
}

/** The function that stands in for the service of a target; undefined without one. */
function stubOf(to) {
    const targets = [...APP.stubs.keys()].filter((target) => to.startsWith(target));
    return APP.stubs.get(targets.sort((one, other) => other.length - one.length)[0]);
}

/** Runs `asks` of the function that stands in for `to`. Where it throws, the app has an error of its connection alone: stderr has the lines. */
function askedOf(to, stubbed, asks) {
    try {
        return asks();
    } catch (error) {
        const told = String(error?.stack ?? util.inspect(error)).slice(0, 1 << 14);
        process.stderr.write(`The function ${stubbed.name || '(anonymous)'}, which stands in for ${to.split('?')[0]}, throws. The app's connection `
            + `ends with an error. Mend the function:\n${told}\n`);
        throw error;
    }
}

/** What the function in place of a service gives for `body`, as `makeRequest` gives an answer. */
async function stubbedAnswer(to, stubbed, body) {
    return askedOf(to, stubbed, () => {
        const given = stubbed(to, body), isFull = Array.isArray(given) && typeof given[0] === 'number';
        const [status, kind, answer] = isFull ? given : [200, 'application/json', given];
        const pieces = Array.isArray(answer) ? answer : [[0, answer]];
        const headers = Object.entries(typeof kind === 'string' ? { 'content-type': kind } : kind);
        return [{ status, headers: [...headers, ['transfer-encoding', 'chunked']] },
            [...pieces, [pieces.at(-1)?.[0] ?? 0, '']].map(([seconds, piece]) => [seconds, packed(Buffer.from(piece))])];
    });
}

/** Makes an HTTP call for real, with the headers `fields` ([name, value]); gives its answer and the seconds after which pieces came. */
function makeRequest(method, asked, fields, data, secure, isFetch = false) {
    const start = REAL.now(), site = siteOf(`${method} ${asked}`), url = new URL(realTexts(asked, site));
    const body = realBytes(data, site, codersOf(fields)), stubbed = stubOf(`${method} ${url.href}`);
    if (stubbed) return stubbedAnswer(`${method} ${url.href}`, stubbed, body);
    const headers = realFields(fields.map(([name, value]) => [name, followed(name, value, data, body)]), site).flat();
    const options = { ...secure, method, headers, agent: false, timeout: CALL_SECONDS * 1_000 };
    return new Promise((resolve, reject) => {
        const request = REAL.request[url.protocol](url, options, (response) => {
            const chunks = [], add = (chunk) => chunks.push([(REAL.now() - start) / 1_000, packed(chunk)]);
            const finish = (error) => {
                add(Buffer.alloc(0));
                const trailers = pairsOf(response.rawTrailers);
                resolve([{
                    ...headOf(response), trailers: trailers.length > 0 ? trailers : undefined, error: error && errorText(error).slice(0, 4_000),
                }, chunks]);
            };
            response.on('data', add).on('end', () => finish()).on('error', finish);
        });
        if (isFetch) request.on('continue', () => request.destroy(Object.assign(new Error('bad response'), { code: 'UND_ERR_SOCKET' })));
        request.on('timeout', () => request.destroy(silence()));
        request.on('error', reject);
        request.end(body);
    });
}

/** Status line, status and headers of an answer, in their order and spelling. */
export function headOf({ httpVersion, statusCode: status, statusMessage, rawHeaders }) {
    const headers = pairsOf(rawHeaders).filter(([name]) => !OF_CONNECTION.has(name.toLowerCase()));
    return { status, statusLine: `HTTP/${httpVersion} ${status} ${statusMessage}`, headers };
}

export function pairsOf(flat) {
    return flat.flatMap((name, index) => (index % 2 ? [] : [[name, flat[index + 1]]]));
}

function silence() {
    return Object.assign(new Error(`nothing within ${CALL_SECONDS} s`), { code: 'ETIMEDOUT' });
}

const ERROR_NUMBERS = new Map([...util.getSystemErrorMap()].map(([number, [name]]) => [name, number]));
ERROR_NUMBERS.set('ENOTFOUND', -3_008);     // of a look-up, whose numbers have other names

/** What a recording says of an error: its code, if it has one, and what it says, no longer than the protocol allows. */
function errorText(error) {
    const message = error?.errors?.length > 0 ? error.errors.map((one) => one.message).join('; ') : error?.message ?? error;
    return Buffer.from(`${error?.code ?? error?.name ?? 'Error'}: ${message}`).subarray(0, 4_000).toString('utf8');
}

/** The error that Node raises where a call fails so, as `ECONNREFUSED: connect ECONNREFUSED 127.0.0.1:80`. */
function worldError(text, line) {
    const [, code, message] = /^(E[A-Z0-9]+|[A-Z0-9]+(?:_[A-Z0-9]+)+): (.*)$/s.exec(text) ?? [];
    const all = code ? message.split('; ').map((one) => systemError(code, one)) : [new Error(text)];
    const error = all.length === 1 ? all[0] : Object.assign(new AggregateError(all, ''), { code });
    ASKED.set(error, line);
    return error;
}

function systemError(code, message) {
    const [, syscall, named, address, port] = /^(\w+) ([A-Z0-9_]+)(?: (\S+?)(?::(\d+))?)?$/.exec(message) ?? [];
    if (named !== code) return Object.assign(new Error(message), { code });
    const where = syscall === 'getaddrinfo' ? { hostname: address } : { ...(address && { address }), ...(port && { port: Number(port) }) };
    return Object.assign(new Error(message), { errno: ERROR_NUMBERS.get(code), code, syscall, ...where });
}

// ---- fetch

function takeFetch() {
    globalThis.fetch = async function fetch(input, init) {
        if (APP.makings.isHere()) return REAL.fetch(input, init);
        const line = place(), request = new Request(input, init);
        if (!/^https?:/.test(request.url)) return REAL.fetch(request);
        request.signal.throwIfAborted();
        const data = await bodyOf(request, input instanceof Request ? undefined : init?.body);
        request.signal.throwIfAborted();
        const { protocol, hostname, port } = new URL(request.url);
        if (ownServer(hostname, port || (protocol === 'https:' ? 443 : 80))) return ownFetch(request, data);
        // Node draws it anew in each process.
        const type = request.headers.get('content-type') ?? '', [boundary] = /----formdata-undici-\d+/.exec(type) ?? [];
        const names = spelledNames(init?.headers);
        if (!boundary) return answerOf(request, data, line, names);
        const fixed = boundary.replace(/\d/g, '0');
        request.headers.set('content-type', type.replace(boundary, fixed));
        return answerOf(request, Buffer.from(data.toString('latin1').replaceAll(boundary, fixed), 'latin1'), line, names);
    };
}

/** The whole body of a request. Where all of it is at hand, Node's own steps to it take no time. */
async function bodyOf(request, body) {
    const isAtHand = body !== undefined && !(body instanceof ReadableStream) && !body?.[Symbol.asyncIterator];
    if (isAtHand) APP.pump.busy += 1;
    try {
        return Buffer.from(await request.arrayBuffer());
    } finally {
        if (isAtHand) APP.pump.busy -= 1;
    }
}

function answerOf(request, data, line, names) {
    return new Promise((resolve, reject) => {
        let stream = null;
        const abort = () => {
            call.cancel();
            if (stream === null) reject(request.signal.reason);
            else stream.error(request.signal.reason);
        };
        const answered = (message) => {
            const isLast = message.last ?? true;
            if (isLast) request.signal.removeEventListener('abort', abort);
            if (message.error) {
                const cause = worldError(message.error, line);
                if (['socket hang up', 'aborted'].includes(cause.message)) Object.assign(cause, { name: 'SocketError', message: 'other side closed', code: 'UND_ERR_SOCKET' });
                if (cause.code === 'UND_ERR_SOCKET') cause.name = 'SocketError';
                if (cause.code?.startsWith('HPE_')) cause.name = 'HTTPParserError';
                const error = new TypeError(stream === null ? 'fetch failed' : 'terminated', { cause });
                ASKED.set(error, line);
                return stream === null ? reject(error) : stream.error(error);
            }
            if (stream === null) {
                moved ??= redirected(request, asked, message);
                if (moved instanceof Error) return reject(Object.assign(new TypeError('fetch failed', { cause: moved })));
                if (moved) return isLast ? ask(moved) : undefined;
                const body = new ReadableStream({ start(controller) { stream = controller; }, cancel() { call.cancel(); } });
                resolve(responseOf(message, asked, body));
                decoder = decoding(message, asked.method, stream, line);
            }
            const bytes = returned(message);
            if (decoder) return isLast ? decoder.end(bytes) : decoder.write(bytes);
            if (bytes.length > 0) stream.enqueue(new Uint8Array(bytes));
            return isLast ? stream.close() : undefined;
        };
        let call = null, asked = null, moved, decoder = null;
        const spelling = new Map(names.map((name) => [name.toLowerCase(), name]));
        const ask = (next) => {
            [asked, moved] = [next, undefined];
            const fields = sentFields(asked, spelling), to = `${asked.method} ${asked.url}`;
            const make = () => makeRequest(asked.method, asked.url, fields, asked.data, {}, true);
            call = new OutsideCall(to, packedQuestion(asked.data), answered, make, { line, fields });
            request.signal.addEventListener('abort', abort, { once: true });
        };
        ask({ method: request.method, url: request.url, headers: new Headers(request.headers), data, count: 0 });
    });
}

/** Names of headers as the app wrote them. */
function spelledNames(headers) {
    if (!headers || headers instanceof Headers) return [];
    return typeof headers[Symbol.iterator] === 'function' ? [...headers].map(([name]) => String(name)) : Object.keys(headers);
}

/** The headers that Node's fetch sends, its own behind those of the app. */
function sentFields({ url, headers, data, method }, spelling) {
    const { host, protocol } = new URL(url), all = new Headers(headers);
    const own = {
        accept: '*/*', 'accept-language': '*', 'sec-fetch-mode': 'cors', 'user-agent': 'node',
        'accept-encoding': protocol === 'https:' ? 'br, gzip, deflate' : 'gzip, deflate',
        ...((data.length > 0 || ['POST', 'PUT', 'PATCH'].includes(method)) && { 'content-length': String(data.length) }),
    };
    const fields = [['host', host], ['connection', 'keep-alive'],
        ...[...all].map(([name, value]) => [spelling.get(name) ?? name, value])];
    return [...fields, ...Object.entries(own).filter(([name]) => !all.has(name))];
}

/** What fetch asks next where an answer sends it on; undefined where none does. Source: Fetch Standard, HTTP-redirect fetch. */
function redirected(request, asked, { status, headers }) {
    const location = Array.isArray(headers) ? headers.find(([name]) => name.toLowerCase() === 'location')?.[1] : undefined;
    if (location === undefined || ![301, 302, 303, 307, 308].includes(status) || request.redirect === 'manual') return undefined;
    if (request.redirect === 'error') return new Error('unexpected redirect');
    if (asked.count === 20) return new Error('redirect count exceeded');
    const from = new URL(asked.url), to = URL.canParse(location, from) ? new URL(location, from) : null, next = new Headers(asked.headers);
    if (!/^https?:$/.test(to?.protocol ?? '')) return new Error(to ? 'URL scheme must be a HTTP(S) scheme' : 'Invalid URL');
    to.hash ||= from.hash;
    const isGet = status === 303 ? !['GET', 'HEAD'].includes(asked.method) : status < 303 && asked.method === 'POST';
    if (isGet) for (const name of ['encoding', 'language', 'location', 'type', 'length']) next.delete(`content-${name}`);
    if (to.origin !== from.origin) for (const name of ['authorization', 'proxy-authorization', 'cookie', 'host']) next.delete(name);
    const { method, data } = isGet ? { method: 'GET', data: Buffer.alloc(0) } : asked;
    return { method, url: to.href, headers: next, data, count: asked.count + 1 };
}

/** The answer as Node's fetch gives it. */
function responseOf({ status = 200, statusLine, headers: told }, asked, body) {
    const headers = new Headers(Array.isArray(told) ? [] : told);
    for (const [name, value] of Array.isArray(told) ? told : []) headers.append(name, value);
    const statusText = statusLine ? statusLine.replace(/^\S+ \S+ ?/, '') : http.STATUS_CODES[status];
    const isEmpty = asked.method === 'HEAD' || [101, 204, 205, 304].includes(status), isKnown = status >= 200 && status < 600;
    const response = new Response(isEmpty ? null : body, { status: isKnown ? status : 200, statusText, headers });
    const known = { url: asked.url.replace(/#.*/s, ''), redirected: asked.count > 0, type: 'basic', ...(!isKnown && { status, ok: false }) };
    for (const [name, value] of Object.entries(known)) Object.defineProperty(response, name, { value });
    return response;
}

/** What decodes a body as Node's fetch does, by `content-encoding`, into `stream`; null where it stays as it is. */
function decoding({ status, headers }, method, stream, line) {
    if (!Array.isArray(headers) || method === 'HEAD' || [101, 204, 205, 304].includes(status)) return null;
    const names = headers.filter(([name]) => name.toLowerCase() === 'content-encoding').flatMap(([, value]) => value.toLowerCase().split(','));
    const sync = { flush: zlib.constants.Z_SYNC_FLUSH, finishFlush: zlib.constants.Z_SYNC_FLUSH };
    const part = { flush: zlib.constants.BROTLI_OPERATION_FLUSH, finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH };
    const kinds = {
        gzip: () => zlib.createGunzip(sync), 'x-gzip': () => zlib.createGunzip(sync), deflate: () => new Inflate(sync),
        br: () => zlib.createBrotliDecompress(part),
    };
    const steps = names.map((one) => kinds[one.trim()]).reverse();
    if (steps.length === 0 || steps.length > 5 || !steps.every(Boolean)) return null;
    const decoders = steps.map((one) => one()), last = decoders.at(-1);
    decoders.forEach((one, index) => one.on('error', (cause) => {
        const error = new TypeError('terminated', { cause });
        ASKED.set(error, line);
        if (!last.isOver) stream.error(error);
        last.isOver = true;
    }) && decoders[index + 1] && one.pipe(decoders[index + 1]));
    last.on('data', (data) => last.isOver || stream.enqueue(new Uint8Array(data))).on('end', () => last.isOver || stream.close());
    return decoders[0];
}

/** `deflate` is what zlib makes, or that without its head: the first byte says which. */
class Inflate extends Duplex {
    constructor(options) {
        super();
        this.options = options;
    }

    _read() {}

    _write(data, encoding, done) {
        if (data.length === 0) return done();
        if (!this.inner) {
            this.inner = (data[0] & 15) === 8 ? zlib.createInflate(this.options) : zlib.createInflateRaw(this.options);
            this.inner.on('data', (piece) => this.push(piece)).on('end', () => this.push(null)).on('error', (error) => this.destroy(error));
        }
        return this.inner.write(data, encoding, done);
    }

    _final(done) {
        if (this.inner) this.inner.end();
        else this.push(null);
        done();
    }
}

// ---- connections: http, https, ws and what is built on node:net

/** An HTTP/1.1 request out of bytes. */
export class HTTPRequest {
    buffer = Buffer.alloc(0);
    head = null;
    fields = [];                // [name, value] as the app wrote them
    body = Buffer.alloc(0);
    isWhole = false;

    /** Takes bytes; true once the request is whole. */
    take(data) {
        this.buffer = Buffer.concat([this.buffer, data]);
        if (this.head === null && !this.takeHead()) return false;
        if (/chunked/i.test(this.head['transfer-encoding'] ?? '')) return this.takeChunks();
        const length = lengthOf(this.head['content-length'] ?? '0', 10);
        this.isWhole = this.buffer.length >= length;
        this.body = this.buffer.subarray(0, length);
        return this.isWhole;
    }

    takeHead() {
        if (!/^[A-Za-z]*$/.test(this.buffer.subarray(0, 8).toString('latin1').split(' ')[0])) throw new Error('not HTTP/1.1');
        const end = this.buffer.indexOf('\r\n\r\n');
        if (end < 0) return false;
        const [first, ...lines] = this.buffer.subarray(0, end).toString('latin1').split('\r\n'), parts = first.split(' ');
        if (parts.length !== 3 || !parts[2].startsWith('HTTP/1.') || !lines.every((line) => line.includes(':'))) throw new Error('not HTTP/1.1');
        [this.method, this.path] = parts;
        this.buffer = this.buffer.subarray(end + 4);
        this.fields = lines.map((line) => {
            const colon = line.indexOf(':');
            return [line.slice(0, colon), line.slice(colon + 1)].map((one) => one.replace(/^[ \t]+|[ \t]+$/g, ''));
        });
        this.head = Object.fromEntries(this.fields.map(([name, value]) => [name.toLowerCase(), value]));
        return true;
    }

    takeChunks() {
        for (;;) {
            const end = this.buffer.indexOf('\r\n');
            const length = end < 0 ? 0 : lengthOf(this.buffer.subarray(0, end).toString('latin1').split(';')[0], 16);
            if (end < 0 || this.buffer.length < end + length + 4) return false;
            this.body = Buffer.concat([this.body, this.buffer.subarray(end + 2, end + 2 + length)]);
            this.buffer = this.buffer.subarray(end + length + 4);
            if (length === 0) return this.isWhole = true;
        }
    }
}

/** The length that a request says of its body or of a chunk: digits and nothing else (RFC 9112, 6.2 and 7.1). */
function lengthOf(text, base) {
    if (!(base === 10 ? /^[0-9]+$/ : /^[0-9A-Fa-f]+[ \t]*$/).test(text)) throw new Error('not HTTP/1.1');
    return parseInt(text, base);
}

/**
 * The far end of a connection, as a socket: it takes the client's bytes and gives what comes back.
 *
 * It speaks HTTP/1.1, one request a connection, and WebSocket. Anything else is told and refused.
 */
export class Peer extends Duplex {
    request = new HTTPRequest();
    call = null;
    isSocket = false;
    frames = new Frames();
    // What waits for the end of its message, and whether the server has a part of one.
    unsent = { data: Buffer.alloc(0), frames: [], isCut: false };
    hasHead = false;
    connecting = true;
    timeout = 0;
    server = null;
    bytes = { read: 0, written: 0 };
    _writev = null;             // that of node:net wants a handle

    constructor(host, port, isSecure, isOfHTTP, options) {
        super({ allowHalfOpen: false });
        this.secure = Object.fromEntries(SECURE.filter((name) => isSecure && options[name] !== undefined).map((name) => [name, options[name]]));
        this.host = host ?? 'localhost';
        this.port = Number(port ?? (isSecure ? 443 : 80));
        this.origin = this.port === (isSecure ? 443 : 80) ? this.host : `${this.host}:${this.port}`;
        this.line = place();
        if (!isOfHTTP) APP.unknownPeers.add(this);
        process.nextTick(() => {
            if (this.destroyed || !this.connecting) return;
            this.connecting = false;
            this.emit('connect');
            if (this.encrypted) {
                this.secureConnecting = false;
                this.emit('secureConnect');
            }
            this.emit('ready');
        });
    }

    _read() {}

    _write(data, _, done) {
        try {
            this.takeBytes(Buffer.from(data));
            done();
        } catch (error) {
            done(error);
        }
    }

    takeBytes(data) {
        this.restart();
        this.bytes.written += data.length;
        if (this.isSocket) return this.takeFrames(data);
        if (this.request.isWhole) return undefined;
        try {
            const isNew = this.request.head === null, isWhole = this.request.take(data);
            if (this.request.head) APP.unknownPeers.delete(this);
            // The app waits with its body until the server wants it.
            if (!isWhole && isNew && this.request.head?.expect?.toLowerCase() === '100-continue') this.push('HTTP/1.1 100 Continue\r\n\r\n');
            if (!isWhole) return undefined;
        } catch {
            throw this.refusal();
        }
        const { request } = this;
        this.isSocket = request.head.upgrade?.toLowerCase() === 'websocket';
        const scheme = (this.isSocket ? 'ws' : 'http') + (this.encrypted ? 's' : '');
        const where = request.path.startsWith('/') ? `${scheme}://${this.origin}${request.path}` : request.path;
        const make = () => {
            if (this.isSocket) return openLine(this.call, where, request.fields, this.secure);
            return makeRequest(request.method, where, request.fields, request.body, this.secure);
        };
        this.call = new OutsideCall(`${request.method} ${where}`, packedQuestion(request.body), (message) => this.answered(message), make,
            { isOpen: this.isSocket, line: place() ?? this.line, fields: request.fields });
        return undefined;
    }

    /** What is raised where the app does not speak HTTP: nothing here can answer it. */
    refusal() {
        APP.unknownPeers.delete(this);
        return refused('network', `a connection to ${this.origin} that speaks no HTTP`, this.line);
    }

    _destroy(error, done) {
        if (APP.unknownPeers.has(this)) this.refusal();
        this.stopTimeout();
        this.call?.cancel();
        done(error);
    }

    answered(message) {
        this.restart();
        if (message.error) {
            const error = worldError(message.error, this.call.line);
            error.code ??= 'ECONNRESET';
            // Node makes this one itself of a body that is not whole.
            return this.destroy(this.hasHead && error.message === 'aborted' ? undefined : error);
        }
        const isLast = message.last ?? true;
        if (this.isSocket) return this.answerSocket(message, isLast);
        const data = returned(message);
        if (!this.hasHead) {
            this.hasHead = true;
            this.push(this.headOf(message, isLast ? data.length : null));
        }
        this.pushBody(data);
        if (!isLast) return undefined;
        if (this.isChunked) this.push(Buffer.from(['0', ...fieldLines(message.trailers ?? []), '', ''].join('\r\n'), 'latin1'));
        return this.push(null);
    }

    pushBody(data) {
        if (data.length === 0) return;
        if (this.isChunked) this.push(`${data.length.toString(16)}\r\n`);
        this.push(data);
        if (this.isChunked) this.push('\r\n');
    }

    /** The head as the server sent it; of headers by name, in which nothing says how long the body is, with that. */
    headOf({ status, statusLine, headers }, length) {
        if (!status && statusLine) return Buffer.from(statusLine, 'latin1');      // no HTTP: the server's own bytes
        let fields = headers ?? {};
        const { method } = this.request, isAsItCame = Array.isArray(fields), hasBody = method !== 'HEAD' && ![204, 304].includes(status);
        if (!isAsItCame) {
            const ofTransfer = ['content-length', 'transfer-encoding', 'content-encoding', 'connection'];
            fields = Object.entries(fields).filter(([name]) => !ofTransfer.includes(name.toLowerCase()));
            if (length === null && hasBody) fields.push(['transfer-encoding', 'chunked']);
            else if (length !== null && method !== 'HEAD') fields.push(['content-length', length]);
        }
        this.isChunked = hasBody && fields.some(([name, value]) => name.toLowerCase() === 'transfer-encoding' && /chunked$/i.test(value));
        const line = statusLine ?? `HTTP/1.1 ${status ?? 200} ${http.STATUS_CODES[status ?? 200] ?? 'Answer'}`;
        return Buffer.from([line, ...fieldLines([...fields, ['connection', 'close']]), '', ''].join('\r\n'), 'latin1');
    }

    // WebSocket, RFC 6455.

    answerSocket(message, isLast) {
        if (!this.hasHead) return this.answerHandshake(message, isLast);
        const bytes = framesOf(message, isLast);
        if (bytes.length > 0) this.push(bytes);
        const { error, isEnd } = endOf(message, isLast);
        if (error) return this.destroy(worldError(error, this.call.line));
        return isEnd ? this.push(null) : undefined;
    }

    answerHandshake(message, isLast) {
        this.hasHead = true;
        const { open, refused, statusLine, headers, body, encoding, error } = controlOf(message)
            ?? { open: '', refused: message.status, headers: message.headers, body: message.body };
        if (refused !== undefined && refused !== 101) {
            const data = returned({ body: String(body ?? ''), encoding: encoding === 'base64' ? encoding : 'text' });
            this.push(this.headOf({ status: refused, statusLine, headers: returnedFields(headers) }, data.length));
            this.pushBody(data);
            if (this.isChunked && !error) this.push('0\r\n\r\n');
            return this.push(null);
        }
        const accept = crypto.createHash('sha1').update((this.request.head['sec-websocket-key'] ?? '') + SOCKET_GUID).digest('base64');
        this.push(['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade', `Sec-WebSocket-Accept: ${accept}`,
            ...(open ? [`Sec-WebSocket-Protocol: ${open}`] : []), ...fieldLines(returnedFields(headers ?? [])),
            '', ''].join('\r\n'), 'latin1');
        return isLast ? this.answerSocket({ body: '' }, true) : undefined;
    }

    takeFrames(data) {
        const frames = [...this.frames.take(data)];
        if (this.call.far) this.forward(data, frames);
        for (const { code, body } of frames) {
            // A pong is the package's answer to a ping.
            if (code !== 10) this.call.more(contentOf(code, body));
        }
    }

    /** Sends it as the app wrote it. Where a server gave stand-ins, whole messages go, with its values. */
    forward(data, frames) {
        const isWithin = this.frames.rest.length + this.frames.parts.length > 0;
        let bytes = Buffer.concat([this.unsent.data, data]);
        const all = [...this.unsent.frames, ...frames];
        if (APP.secrets?.given.size && !this.unsent.isCut) {
            this.unsent = { data: bytes, frames: all, isCut: false };
            if (isWithin && !frames.some(({ code }) => code === 8)) return;
            const real = all.map(({ body }) => realBytes(body, this.call.site));
            tellStrayed(this.call);
            if (real.some((body, index) => body !== all[index].body)) {
                bytes = Buffer.concat(real.map((body, index) => frameBytes(all[index].code, body, true)));
            }
        }
        this.unsent = { data: Buffer.alloc(0), frames: [], isCut: isWithin };
        this.call.far.forward(bytes);
    }

    // What a socket has besides.

    push(chunk, encoding) {
        this.bytes.read += chunk === null ? 0 : Buffer.byteLength(chunk, encoding);
        return super.push(chunk, encoding);
    }

    get bytesRead() { return this.bytes.read; }

    get bytesWritten() { return this.bytes.written; }

    get pending() { return this.connecting; }

    get remoteAddress() { return '192.0.2.1'; }

    get remotePort() { return this.port; }

    get remoteFamily() { return 'IPv4'; }

    get localAddress() { return '127.0.0.1'; }

    get localPort() { return 1; }

    get localFamily() { return 'IPv4'; }

    setTimeout(milliseconds, callback) {
        this.timeout = milliseconds;
        if (callback) this[milliseconds ? 'once' : 'removeListener']('timeout', callback);
        this.restart();
        return this;
    }

    restart() {
        this.stopTimeout();
        if (this.timeout > 0) this.timer = setTimeout(() => this.emit('timeout'), this.timeout).unref();
    }

    stopTimeout() {
        if (this.timer) clearTimeout(this.timer);
        this.timer = null;
    }

    setNoDelay() { return this; }

    setKeepAlive() { return this; }

    ref() { return this; }

    unref() { return this; }

    address() { return { address: '127.0.0.1', family: 'IPv4', port: 1 }; }

    destroySoon() { this.end(() => this.destroy()); }
}
Object.setPrototypeOf(Peer.prototype, net.Socket.prototype);        // what it does not do itself finds no handle there

/** The same over TLS. What only a real connection knows of its certificate and cipher is empty. */
export class SecurePeer extends Peer {
    encrypted = true;
    secureConnecting = true;
    authorized = true;
    authorizationError = null;
    alpnProtocol = false;
    servername = this.host;
    ssl = null;

    getPeerCertificate() { return {}; }

    getSession() { return undefined; }
}
const { constructor: _, ...ofPeer } = Object.getOwnPropertyDescriptors(Peer.prototype);
Object.defineProperties(SecurePeer.prototype, ofPeer);
Object.setPrototypeOf(SecurePeer.prototype, tls.TLSSocket.prototype);

/** Headers as lines of a head. */
function fieldLines(fields) {
    return fields.map(([name, value]) => `${name}: ${value}`);
}

/** Opens a WebSocket for real, or to the function that stands in for its server. */
function openLine(call, address, fields, secure) {
    const stubbed = stubOf(`GET ${realTexts(address, call.site)}`);
    return stubbed ? StubbedLine.open(call, stubbed, fields) : Line.open(call, address, fields, secure);
}

/** A function in place of a server: asked with null when the app connects, then with each message. */
class StubbedLine {
    frames = new Frames();
    isEnded = false;

    static async open(call, stubbed, fields) {
        const offered = fields.find(([name]) => name.toLowerCase() === 'sec-websocket-protocol')?.[1] ?? '';
        call.far = new StubbedLine(call, stubbed);
        return [{}, [[0, { body: { open: offered.split(',')[0].trim() }, encoding: 'json' }]]];
    }

    constructor(call, stubbed) {
        Object.assign(this, { call, stubbed });
        this.ask(null);
    }

    ask(message) {
        askedOf(this.call.to, this.stubbed, () => {
            for (const [seconds, body] of this.stubbed(this.call.to, message) ?? []) {
                const content = contentOf(typeof body === 'string' ? 1 : 2, Buffer.from(body));
                APP.machine.setTimer(APP.machine.frame + frameOf(seconds, APP.rate), () => this.came(content));
            }
        });
    }

    /** Asks where the connection is open: what throws ends it as a server does, which a replay has, too. */
    askOpen(message) {
        try {
            this.ask(message);
        } catch {
            this.came({ body: { close: 1011, reason: 'the stand-in fails' }, encoding: 'json' }, true);
        }
    }

    came(content, last = false) {
        const { isOver, number, site, to } = this.call;
        if (isOver || this.isEnded) return;
        this.isEnded = last;
        APP.machine.act('came', { id: number, ...exchangedMessage({ last, ...content }, site, to) });
    }

    /** Takes what the app sent, and answers its control frames as servers do. */
    forward(data) {
        for (const { code, body } of this.frames.take(data)) {
            if (code === 9) this.came(contentOf(10, body));
            else if (code === 8) this.came(contentOf(8, body), true);
            else if (code !== 10 && !this.isEnded) this.askOpen(code === 2 ? body : body.toString('utf8'));
        }
    }

    close() {}
}

/** The far end of a WebSocket while it is recorded: virtual time keeps to real time, and what comes is told as it comes. */
class Line {
    messages = [];
    frames = new Frames();
    isOver = false;

    /** Connects for real. */
    static open(call, address, fields, secure) {
        const url = new URL(realTexts(address, call.site).replace(/^ws/, 'http'));
        const sent = realFields(fields, call.site).filter(([name]) => name.toLowerCase() !== 'sec-websocket-extensions');   // this side speaks none
        return new Promise((resolve, reject) => {
            const line = new Line(call), start = REAL.now(), seconds = () => (REAL.now() - start) / 1_000;
            const request = REAL.request[url.protocol](url, { ...secure, headers: sent.flat(), agent: false, timeout: CALL_SECONDS * 1_000 });
            request.on('upgrade', (response, socket, first) => {
                const open = response.headers['sec-websocket-protocol'] ?? '';
                const after = seconds();
                line.begin(after);
                line.connect(socket, first);
                const rest = headOf(response).headers.filter(([name]) => !/^sec-websocket-/i.test(name));
                const [{ headers }] = exchangedAnswer([{ headers: rest }, []], call.site, call.to);
                resolve([{}, [[after, { body: { open, ...(headers.length > 0 && { headers }) }, encoding: 'json' }]]]);
            });
            request.on('response', (response) => {
                const parts = [], finish = (error) => {
                    const [{ status: refused, statusLine, headers }, [[, told]]] = exchangedAnswer(
                        [headOf(response), [[0, packed(Buffer.concat(parts))]]], call.site, call.to);
                    const { body, encoding } = packed(unpacked(told).subarray(0, LINE_LIMIT / 16));
                    line.begin(seconds());
                    line.end({ refused, statusLine, headers, body, ...(encoding === 'base64' && { encoding }), ...(error && { error: errorText(error) }) });
                    resolve([{}, []]);
                };
                response.on('data', (part) => parts.push(part)).on('end', finish).on('error', finish);
            });
            request.on('timeout', () => request.destroy(silence()));
            request.on('error', reject);
            request.end();
        });
    }

    constructor(call) {
        this.call = call;
    }

    /** The server has answered so long after the call; the app hears of it then, and of all else behind that. */
    begin(seconds) {
        this.frame = APP.machine.frame + frameOf(seconds, APP.rate);
        this.call.far = this;
        if (APP.lines.size === 0) APP.pump.pace = null;
        APP.lines.add(this);
    }

    connect(socket, first) {
        this.socket = socket;
        socket.setTimeout(0);
        socket.unref();
        socket.on('data', (data) => this.take(data)).on('close', () => this.end({ close: 1006 }))
            .on('error', (error) => this.end({ close: 1006, error: errorText(error).slice(0, 4_000) }));
        this.take(first);
    }

    take(data) {
        for (const { code, body } of this.frames.take(data)) {
            const content = contentOf(code, body);
            if (code === 8) this.end(content.body);
            else if (!this.isOver) this.messages.push({ last: false, ...content });
        }
    }

    /** Nothing comes behind this. */
    end(body) {
        if (!this.isOver) this.messages.push({ last: true, body, encoding: 'json' });
        this.isOver = true;
    }

    forward(data) {
        if (this.socket?.writable) this.socket.write(data);
    }

    /** Tells what came meanwhile. */
    tell() {
        if (APP.machine.frame < this.frame) return;
        for (const message of this.messages.splice(0)) {
            if (!APP.lines.has(this)) return;
            const { number, site, to } = this.call;
            APP.machine.act('came', { id: number, ...exchangedMessage(message, site, to) });
            // What the app says to the end goes out still; the server ends the connection.
            if (message.last) APP.lines.delete(this);
        }
    }

    close() {
        APP.lines.delete(this);
        this.socket?.destroySoon();
    }
}

/** Whole messages and control frames out of the bytes of one side of a WebSocket. */
export class Frames {
    rest = Buffer.alloc(0);
    parts = [];
    code = 1;

    * take(data) {
        this.rest = Buffer.concat([this.rest, data]);
        for (let found = splitFrame(this.rest); found !== null; found = splitFrame(this.rest)) {
            const { first, body, rest } = found, code = first & 15;
            this.rest = rest;
            if (code > 2) {
                yield { code, body };
                continue;
            }
            this.code = code || this.code;
            this.parts.push(body);
            if (first > 127) yield { code: this.code, body: Buffer.concat(this.parts.splice(0)) };
        }
    }
}

/** First byte, body without its mask, and rest of a WebSocket frame; null where it is not whole. */
function splitFrame(data) {
    let size = data.length < 2 ? Infinity : data[1] & 127, start = 2;
    if (size === 126 || size === 127) {
        start = size === 126 ? 4 : 10;
        size = data.length < start ? Infinity : start === 4 ? data.readUInt16BE(2) : Number(data.readBigUInt64BE(2));
    }
    const mask = start, isMasked = data[1] > 127;
    if (isMasked) start += 4;
    if (data.length < start + size) return null;
    const body = Buffer.from(data.subarray(start, start + size));
    if (isMasked) for (let index = 0; index < size; index += 1) body[index] ^= data[mask + (index & 3)];
    return { first: data[0], body, rest: data.subarray(start + size) };
}

/** One WebSocket frame: from a server, or masked with zeros, from a client. */
function frameBytes(code, body, isMasked) {
    const head = Buffer.alloc(body.length < 126 ? 2 : body.length < 65_536 ? 4 : 10);
    head[0] = 128 | code;
    head[1] = head.length === 2 ? body.length : head.length === 4 ? 126 : 127;
    if (head.length === 4) head.writeUInt16BE(body.length, 2);
    if (head.length === 10) head.writeBigUInt64BE(BigInt(body.length), 2);
    if (!isMasked) return Buffer.concat([head, body]);
    head[1] |= 128;
    return Buffer.concat([head, Buffer.alloc(4), body]);
}

// What stands for a WebSocket on the wire: a message is text or base64, JSON is one of `{ open }` (the subprotocol),
// `{ refused, headers, body }`, `{ ping }`, `{ pong }` (bytes as Latin-1) and `{ close, reason, error }`. The code 1005 is
// a close without code, 1006 an end without close.

/** A message or control frame as the wire has it. */
export function contentOf(code, body) {
    if (code === 2) return { body: body.toString('base64'), encoding: 'base64' };
    if (code === 9) return { body: { ping: body.toString('latin1') }, encoding: 'json' };
    if (code === 10) return { body: { pong: body.toString('latin1') }, encoding: 'json' };
    if (code !== 8) return { body: body.toString('utf8'), encoding: 'text' };
    const reason = body.subarray(2).toString('utf8');
    return { body: { close: body.length < 2 ? 1005 : body.readUInt16BE(0), ...(reason && { reason }) }, encoding: 'json' };
}

/** What JSON of a WebSocket says; undefined of a message. */
function controlOf({ body, encoding }) {
    return encoding === 'json' ? Object(body) : undefined;
}

/** The frames of the server that a part of an answer stands for. */
function framesOf(message, isLast) {
    const control = controlOf(message), { isEnd, close, reason } = endOf(message, isLast), frames = [];
    if (control?.ping !== undefined) frames.push(frameBytes(9, Buffer.from(String(control.ping), 'latin1')));
    else if (control?.pong !== undefined) frames.push(frameBytes(10, Buffer.from(String(control.pong), 'latin1')));
    else if (!control && (message.body || !isLast)) {
        frames.push(frameBytes(message.encoding === 'base64' ? 2 : 1, returned(message)));
    }
    if (isEnd && close !== 1006) frames.push(frameBytes(8, closeBody(close, reason)));
    return Buffer.concat(frames);
}

/** Whether a part of an answer ends the connection, and how. */
function endOf(message, isLast) {
    const { close, reason = '', error } = controlOf(message) ?? {};
    return { isEnd: isLast || close !== undefined, close: Number(close ?? 1000), reason: String(reason), error };
}

function closeBody(code, reason) {
    if (code === 1005) return Buffer.alloc(0);
    return Buffer.concat([Buffer.from([code >> 8, code & 255]), Buffer.from(reason)]);
}

/** Tells an escape; gives what is thrown for it. */
function refused(what, name, line = place()) {
    APP.machine.escape(what, name, line);
    return new Unreachable(name);
}

function takeConnections() {
    const connector = (isSecure, plain, isOfAgent) => function connected(...args) {
        if (APP.makings.isHere()) return plain.apply(this, args);
        const callback = args.find((one) => typeof one === 'function');
        const options = typeof args[0] === 'object' && args[0] !== null ? args[0]
            : { port: args[0], host: typeof args[1] === 'string' ? args[1] : undefined, ...(typeof args[1] === 'object' ? args[1] : {}) };
        const { host, hostname, servername, port, path: file, socketPath, socket } = options;
        if (socketPath || (file && !host && !port)) throw refused('network', `a socket at ${socketPath ?? file}`);
        const isOfHTTP = isOfAgent || callSites().some((one) => one.getFileName()?.startsWith('node:_http_'));
        const Kind = isSecure ? SecurePeer : Peer, to = host ?? hostname ?? servername ?? socket?.host;
        const own = ownServer(to, port ?? socket?.port);
        const peer = own ? ownConnection(own, isSecure) : new Kind(to, port ?? socket?.port, isSecure, isOfHTTP, options);
        if (callback) peer.once(isSecure ? 'secureConnect' : 'connect', callback);
        if (options.timeout) peer.setTimeout(options.timeout);
        return peer;
    };
    net.connect = net.createConnection = connector(false, net.connect);
    tls.connect = connector(true, tls.connect);
    for (const [module, isSecure] of [[http, false], [https, true]]) {
        module.Agent.prototype.createConnection = connector(isSecure, module.Agent.prototype.createConnection, true);
    }
    const refuse = (kind, name, what) => {
        const plain = kind[name];
        kind[name] = function refusing(...args) {
            if (APP.makings.isHere()) return plain.apply(this, args);
            const error = refused('network', what(args));
            process.nextTick(() => this.emit('error', error));
            return this;
        };
    };
    refuse(net.Socket.prototype, 'connect', ([where]) => `a socket to ${util.inspect(where?.port ?? where)}`);
    refuse(dgram.Socket.prototype, 'bind', () => 'a datagram socket');
    refuse(dgram.Socket.prototype, 'send', () => 'a datagram');
    for (const name of Object.keys(dns).filter((one) => /^(lookup|resolve|reverse)/.test(one))) {
        const plain = dns[name], promised = dns.promises[name];
        const refusal = ([host]) => refused('network', `look-up of ${util.inspect(host)}`);
        dns[name] = (...args) => {
            if (APP.makings.isHere()) return plain(...args);
            const [host, options] = args, isAll = Object(options).all, address = host === 'localhost' ? '127.0.0.1' : host, family = net.isIP(address);
            if (name !== 'lookup' || family === 0) return args.at(-1)(refusal(args));
            return process.nextTick(() => (isAll ? args.at(-1)(null, [{ address, family }]) : args.at(-1)(null, address, family)));
        };
        if (promised) {
            dns.promises[name] = async (...args) => {
                if (APP.makings.isHere()) return promised(...args);
                throw refusal(args);
            };
        }
    }
}

/** The WebSocket of newer versions of Node. */
function takeWebSocket() {
    if (!globalThis.WebSocket) return;
    const Virtual = class WebSocket extends EventTarget {
        static CONNECTING = 0; static OPEN = 1; static CLOSING = 2; static CLOSED = 3;
        readyState = 0;
        binaryType = 'blob';
        protocol = '';
        extensions = '';
        bufferedAmount = 0;
        onopen = null; onmessage = null; onerror = null; onclose = null;
        #call;

        constructor(url, protocols = []) {
            super();
            const address = new URL(url);
            address.protocol = address.protocol.replace('http', 'ws');
            this.url = address.href;
            const names = [protocols.protocols ?? protocols].flat();
            const make = () => openLine(this.#call, this.url, Object.entries({
                host: address.host, connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13',
                'sec-websocket-key': Buffer.alloc(16).toString('base64'), ...(names.length > 0 && { 'sec-websocket-protocol': names.join(', ') }),
            }));
            this.#call = new OutsideCall(
                `GET ${this.url}`, { body: '', encoding: 'text' }, (message) => this.#answered(message), make, { isOpen: true });
        }

        #answered(message) {
            const isLast = message.last ?? true, control = controlOf(message);
            const refused = this.readyState === 0 ? control?.refused ?? message.status ?? 101 : 101;
            if (message.error || refused !== 101) {
                const cause = worldError(message.error ?? `the server answered ${refused}`, this.#call.line);
                const text = 'Received network error or non-101 status code.';      // Node's own
                this.#fire('error', { message: text, error: new Error(text, { cause }) });
                return this.#over(1006, '');
            }
            const { isEnd, close, reason } = endOf(message, isLast);
            if (this.readyState === 0) {
                this.protocol = String(control?.open ?? '');
                this.readyState = 1;
                this.#fire('open');
            } else if (control?.ping !== undefined) {
                this.#forward(10, Buffer.from(String(control.ping), 'latin1'));
            } else if (!control && this.readyState === 1 && (message.body || !isEnd)) {
                const bytes = returned(message);
                const data = message.encoding !== 'base64' ? bytes.toString('utf8')
                    : this.binaryType === 'arraybuffer' ? new Uint8Array(bytes).buffer : new Blob([bytes]);
                this.#fire('message', { data, origin: new URL(this.url).origin });
            }
            if (!isEnd) return undefined;
            if (this.readyState < 2 && close !== 1006) this.#forward(8, closeBody(close, ''));
            return this.#over(close, reason);
        }

        #forward(code, body) {
            if (!this.#call.far) return;
            const real = realBytes(body, this.#call.site);
            tellStrayed(this.#call);
            this.#call.far.forward(frameBytes(code, real, true));
        }

        #fire(kind, fields = {}) {
            const event = Object.assign(new Event(kind), fields);
            this.dispatchEvent(event);
            this[`on${kind}`]?.(event);
        }

        #over(code, reason) {
            if (this.readyState === 3) return;
            this.readyState = 3;
            this.#fire('close', { code, reason, wasClean: code !== 1006 });
        }

        send(data) {
            if (this.readyState === 0) throw new DOMException('Sent before connected.', 'InvalidStateError');
            if (this.readyState !== 1) return;
            const isText = typeof data === 'string', body = isText ? Buffer.from(data) : Buffer.from(data.buffer ?? data, data.byteOffset ?? 0, data.byteLength);
            this.#call.more(contentOf(isText ? 1 : 2, body));
            this.#forward(isText ? 1 : 2, body);
        }

        close(code = 1005, reason = '') {
            if (this.readyState > 1) return;
            const isOpen = this.readyState === 1, body = closeBody(code, reason);
            this.readyState = 2;
            if (isOpen) {
                this.#call.more(contentOf(8, body));
                return this.#forward(8, body);
            }
            this.#call.cancel();
            return queueMicrotask(() => this.#over(1006, ''));
        }
    };
    for (const [name, value] of [['CONNECTING', 0], ['OPEN', 1], ['CLOSING', 2], ['CLOSED', 3]]) Virtual.prototype[name] = value;
    globalThis.WebSocket = Virtual;
}

// ---- servers: they listen in memory, where voicetest and the app's own clients connect to them

const PART_BYTES = 512 * 1024;          // of a message in one line
const LOCAL = new Set(['localhost', '127.0.0.1', '0.0.0.0', '::1', '::']);
const SOUND = /("[A-Za-z0-9+/=]{160,}")/;       // in a message of a WebSocket

/** One end of a connection in memory, as a socket. `far` gets what it writes, and null at its end. */
class MemorySocket extends Peer {
    far = null;

    constructor(port, ownPort, isSecure) {
        super('127.0.0.1', port, false, true, {});
        this.ownPort = ownPort;
        if (isSecure) Object.assign(this, { encrypted: true, authorized: true, secureConnecting: true });
    }

    arrive(data) {
        this.restart();
        if (!this.destroyed && !this.readableEnded) this.push(data);
    }

    takeBytes(data) {
        this.restart();
        this.bytes.written += data.length;
        if (this.far.isGone) throw systemError('ECONNRESET', 'write ECONNRESET');
        this.far.arrive(data);
    }

    _final(done) {
        this.far.arrive(null);
        done();
    }

    _destroy(error, done) {
        this.stopTimeout();
        if (!this.writableFinished) this.far.arrive(null);
        done(error);
    }

    get isGone() { return this.destroyed; }

    get remoteAddress() { return '127.0.0.1'; }

    get localPort() { return this.ownPort; }

    getPeerCertificate() { return {}; }

    address() { return { address: '127.0.0.1', family: 'IPv4', port: this.ownPort }; }
}

/** What a server has that listens in memory. */
class MemoryHandle {
    isRef = true;

    constructor(server, address, port) {
        Object.assign(this, { server, address, port });
    }

    getsockname(found) {
        Object.assign(found, { address: this.address, family: net.isIPv6(this.address) ? 'IPv6' : 'IPv4', port: this.port });
        return 0;
    }

    clashes(address, port) {
        const isAnywhere = (one) => one === '::' || one === '0.0.0.0';
        return port === this.port && (address === this.address || isAnywhere(address) || isAnywhere(this.address));
    }

    /** Gives a server the far end of a new connection, whose other end is `near`. */
    connect(near, number) {
        const { server } = this, isSecure = server instanceof tls.Server, socket = new MemorySocket(number, this.port, isSecure);
        Object.assign(socket, { far: near, server, _server: server, allowHalfOpen: server.allowHalfOpen, connecting: false, secureConnecting: false });
        server._connections += 1;
        APP.sockets.add(socket);
        socket.once('close', () => {
            APP.sockets.delete(socket);
            server._connections -= 1;
            server._emitCloseIfDrained();
        });
        process.nextTick(() => server.emit(isSecure ? 'secureConnection' : 'connection', socket));
        return socket;
    }

    close(done) {
        APP.servers.delete(this);
        if (done) process.nextTick(done);
    }

    ref() { this.isRef = true; }

    unref() { this.isRef = false; }

    hasRef() { return this.isRef; }
}

/** The app's own server at an address of this machine; undefined without one. */
function ownServer(host, port) {
    const isHere = APP.servers.size > 0 && (LOCAL.has(host ?? 'localhost') || host === os.hostname() || /^(::ffff:)?127\./.test(host));
    return isHere ? [...APP.servers].find((one) => one.port === Number(port)) : undefined;
}

/** A client of the app's to its own server. */
function ownConnection(handle, isSecure) {
    const number = 50_000 + APP.connectionCount++, client = new MemorySocket(handle.port, number, isSecure);
    client.far = handle.connect(client, number);
    return client;
}

/** `fetch` of the app from its own server. */
function ownFetch({ url, method, headers }, data) {
    return new Promise((resolve, reject) => {
        const module = url.startsWith('https:') ? https : http;
        const request = module.request(url, { method, headers: Object.fromEntries(headers), agent: false }, async (response) => {
            const parts = [];
            for await (const part of response) parts.push(part);
            const hasBody = ![204, 205, 304].includes(response.statusCode);
            resolve(new Response(hasBody ? Buffer.concat(parts) : null, { status: response.statusCode, headers: pairsOf(response.rawHeaders) }));
        });
        request.on('error', (cause) => reject(new TypeError('fetch failed', { cause })));
        request.end(data);
    });
}

function takeServers() {
    const plain = net.Server.prototype.listen;
    net.Server.prototype.listen = function listen(...args) {
        const [options, callback] = net._normalizeArgs(args);
        const isPath = [options.path, options.fd, options._handle].some((one) => one !== undefined);
        const wanted = Number(options.port ?? 0), isPort = wanted >= 0 && wanted < 65_536;
        if (APP.makings.isHere() || this._handle || (!isPath && !isPort)) return plain.apply(this, args);      // Node refuses it
        if (isPath) {
            const error = refused('network', 'a server at a file');
            process.nextTick(() => this.emit('error', error));
            return this;
        }
        const address = options.host ? options.host.replace('localhost', '127.0.0.1') : '::', taken = new Set([...APP.servers].map((one) => one.port));
        let port = wanted || 40_000;
        while (wanted === 0 && taken.has(port)) port += 1;
        if (callback) this.once('listening', callback);
        if ([...APP.servers].some((one) => one.clashes(address, port))) {
            const error = Object.assign(new Error(`listen EADDRINUSE: address already in use ${address}:${port}`),
                { code: 'EADDRINUSE', errno: ERROR_NUMBERS.get('EADDRINUSE'), syscall: 'listen', address, port });
            process.nextTick(() => this.emit('error', error));
            return this;
        }
        this._handle = new MemoryHandle(this, address, port);
        if (this._unref) this._handle.unref();
        APP.servers.add(this._handle);
        if (!APP.served.has(port)) {
            APP.served.add(port);
            APP.act('serve', { port, line: place() });
        }
        options.signal?.addEventListener('abort', () => this.close(), { once: true });
        process.nextTick(() => { if (this._handle) this.emit('listening'); });
        APP.pump.wake();
        return this;
    };
    const outgoing = http.OutgoingMessage.prototype, store = outgoing._storeHeader;
    outgoing._storeHeader = function _storeHeader(first, headers) {
        const names = Array.isArray(headers) ? headers.flat() : Object.keys(headers ?? {});
        if (!this.sendDate || names.some((one) => String(one).toLowerCase() === 'date')) return store.call(this, first, headers);
        this.sendDate = false;                  // Node's own is that of the machine
        store.call(this, `${first}Date: ${new Date().toUTCString()}\r\n`, headers);
        this.sendDate = true;
        return undefined;
    };
}

/** An HTTP/1.1 answer out of the bytes of a server. */
export class Answer {
    buffer = Buffer.alloc(0);
    head = null;
    left = null;
    isChunked = false;
    isOver = false;

    constructor(method) {
        this.method = method;
    }

    /** Takes bytes, null at their end; gives what is new of the body. An error where it is no HTTP or breaks off. */
    take(data) {
        this.buffer = Buffer.concat([this.buffer, data ?? Buffer.alloc(0)]);
        while (this.head === null) {
            const end = this.buffer.indexOf('\r\n\r\n');
            if (end < 0) {
                if (data === null || !'HTTP/1.'.startsWith(this.buffer.subarray(0, 7).toString('latin1'))) throw new Error('no HTTP');
                return Buffer.alloc(0);
            }
            this.takeHead(this.buffer.subarray(0, end).toString('latin1').split('\r\n'));
            this.buffer = this.buffer.subarray(end + 4);
        }
        const parts = [];
        if (this.isChunked) this.takeChunks(parts);
        else if (!this.isOver) {
            parts.push(this.buffer.subarray(0, this.left ?? Infinity));
            this.buffer = this.buffer.subarray(parts[0].length);
            if (this.left !== null) this.left -= parts[0].length;
            this.isOver = this.left === null ? data === null : this.left === 0;
        }
        if (data === null && !this.isOver) throw new Error('broken off');
        return Buffer.concat(parts);
    }

    takeHead([first, ...lines]) {
        const status = Number(/^HTTP\/1\.[01] ([1-9]\d\d)(?: |$)/.exec(first)?.[1] ?? NaN);
        if (Number.isNaN(status)) throw new Error('no HTTP');
        if (status < 200 && status !== 101) return;
        const headers = lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]);
        const named = new Map(headers.map(([name, value]) => [name.toLowerCase(), value]));
        this.head = { status, headers: headers.filter(([name]) => !['connection', 'keep-alive', 'proxy-connection', 'te', 'upgrade'].includes(name.toLowerCase())) };
        this.left = named.has('content-length') ? lengthOf(named.get('content-length'), 10) : null;
        this.isOver = this.method === 'HEAD' || [101, 204, 304].includes(status);
        this.isChunked = !this.isOver && /chunked$/i.test(named.get('transfer-encoding') ?? '');
        if (!this.isChunked && this.left === 0) this.isOver = true;
    }

    takeChunks(parts) {
        while (!this.isOver) {
            const end = this.buffer.indexOf('\r\n'), size = end < 0 ? 0 : lengthOf(this.buffer.subarray(0, end).toString('latin1').split(';')[0], 16);
            if (end < 0 || this.buffer.length < end + size + 4) return;
            if (size === 0 && this.buffer.indexOf('\r\n\r\n', end) < 0) return;
            parts.push(this.buffer.subarray(end + 2, end + 2 + size));
            this.buffer = this.buffer.subarray(end + size + 4);
            this.isOver = size === 0;
        }
    }
}

/** A connection of voicetest to a server of the app, which the server has as one from 127.0.0.1. */
class Visit {
    isOver = false;
    isGone = false;
    frames = null;
    cut = Buffer.alloc(0);      // of a letter of the body

    constructor({ connection, to, port, headers, body, encoding }) {
        const asked = given(to), method = asked.split(' ', 1)[0], url = new URL(asked.slice(method.length));     // which encodes it
        this.number = connection;
        this.isSocket = /^wss?:$/.test(url.protocol);
        this.answer = new Answer(method);
        const handle = ownServer('127.0.0.1', port);
        if (!handle) return this.closed();
        APP.visits.set(connection, this);
        const data = givenBytes({ body, encoding }), own = (headers ?? []).map(([name, value]) => [name, given(String(value))]);
        const key = crypto.createHash('sha256').update(`${APP.hello.seed ?? 0}/${connection}`).digest().subarray(0, 16).toString('base64');
        const fields = { host: url.host, ...(this.isSocket ? { upgrade: 'websocket', connection: 'Upgrade', 'sec-websocket-key': key, 'sec-websocket-version': '13' }
            : { connection: 'close' }) };
        if (data.length > 0 || ['POST', 'PUT', 'PATCH'].includes(method)) fields['content-length'] = data.length;
        const names = new Set(own.map(([name]) => name.toLowerCase()));
        const lines = fieldLines([...Object.entries(fields).filter(([name]) => !names.has(name)), ...own]);
        this.far = handle.connect(this, 50_000 + APP.connectionCount++);
        this.far.arrive(Buffer.concat([Buffer.from([`${method} ${url.pathname}${url.search} HTTP/1.1`, ...lines, '', ''].join('\r\n'), 'latin1'), data]));
    }

    act(kind, fields) {
        APP.act(kind, { connection: this.number, ...fields, line: place() });
    }

    /** Takes what the server sends, null at its end. */
    arrive(data) {
        try {
            const frames = this.isOver || this.frames ? data : this.takeAnswer(data);
            if (!this.isOver && this.frames) this.takeFrames(frames ?? Buffer.alloc(0));
            if (!this.isOver && this.frames && data === null) this.closed();
        } catch {
            this.closed();
            this.leave();
        }
        if (data === null) this.leave();
    }

    /** Ends the client's side. */
    leave() {
        if (this.isGone) return;
        this.isGone = true;
        this.far.arrive(null);
    }

    /** Takes bytes of the answer; gives those behind it, which are frames. */
    takeAnswer(data) {
        const isNew = this.answer.head === null, part = this.answer.take(data), { head } = this.answer;
        if (head === null) return null;
        if (isNew) this.act('open', { status: head.status, headers: head.headers.map(([name, value]) => [name, told(value)]) });
        if (head.status === 101) {
            this.frames = new Frames();
            return this.answer.buffer;
        }
        const content = this.content(part);
        if (content.length > 0 || this.answer.isOver) this.tell(typeof content === 'string' ? told(content) : content, this.answer.isOver);
        if (this.answer.isOver) {
            this.over();
            this.leave();
        }
        return null;
    }

    /** Gives a part of a body as text, or as bytes where it is none. A letter that is cut waits for the next part. */
    content(part) {
        const data = Buffer.concat([this.cut, part]);
        this.cut = Buffer.alloc(0);
        try {
            const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data, { stream: !this.answer.isOver });
            this.cut = data.subarray(Buffer.byteLength(text));
            return text;
        } catch {
            return data;
        }
    }

    takeFrames(data) {
        for (const { code, body } of this.frames.take(data)) {
            if (code === 8) {
                const { close, reason = '' } = contentOf(8, body).body;
                const isAllowed = close >= 1_000 && close <= 4_999;      // of no other code, a client ends with an error of protocol
                this.write(8, isAllowed ? body.subarray(0, 2) : closeBody(1_002, ''));
                return this.closed(isAllowed ? close : 1_002, reason);
            }
            if (code === 9) this.write(10, body);
            else if (code === 2) this.tell(body);
            else if (code !== 10) {
                const text = body.toString('utf8');
                this.tell(APP.secrets ? text.split(SOUND).map((one, index) => (index % 2 === 0 ? told(one) : one)).join('') : text);
            }
        }
        return undefined;
    }

    /** Tells a message or a part of an answer, in parts that fit into lines. */
    tell(body, isLast = true) {
        const parts = [...piecesOf(body)];
        parts.forEach((part, index) => {
            const content = typeof part === 'string' ? { body: part, encoding: 'text' } : { body: part.toString('base64'), encoding: 'base64' };
            this.act('message', { ...content, last: isLast && index === parts.length - 1 });
        });
    }

    /** The server ended the connection. */
    closed(code = 1006, reason = '') {
        if (this.cut.length > 0) this.tell(this.cut, false);
        this.over();
        this.act('close', this.isSocket ? { code, reason: told(reason) } : {});
    }

    over() {
        this.isOver = true;
        APP.visits.delete(this.number);
    }

    write(code, body) { this.far.arrive(frameBytes(code, body, true)); }

    /** Sends a message of voicetest's, or its end of the connection. */
    say(message) {
        if (message.kind === 'message') return this.write(message.encoding === 'base64' ? 2 : 1, givenBytes(message));
        this.over();
        return message.code === undefined ? this.leave() : this.write(8, closeBody(message.code, message.reason ?? ''));
    }
}

/** A text or bytes in pieces that fit into a line each. */
function* piecesOf(body) {
    if (typeof body !== 'string') {
        for (let start = 0; start === 0 || start < body.length; start += PART_BYTES) yield body.subarray(start, start + PART_BYTES);
    } else if (6 * body.length < PART_BYTES || (Buffer.byteLength(body) <= PART_BYTES && Buffer.byteLength(JSON.stringify(body)) < LINE_LIMIT - 4_096)) yield body;
    else {
        const half = body.length >> 1, middle = /[\uD800-\uDBFF]/.test(body[half - 1]) ? half + 1 : half;
        yield* piecesOf(body.slice(0, middle));
        yield* piecesOf(body.slice(middle));
    }
}

// Secrets. What voicetest gives is none: numbers of calls and streams come back as they are.

/** A text of voicetest's, with what the app brought in the place of stand-ins. */
function given(text) {
    if (!APP.secrets) return text;
    for (const one of text.split(SOUND).filter((_, index) => index % 2 === 0)) {
        for (const [start, end] of secretSpans(one, APP.secrets.keep, true)) APP.secrets.public.add(one.slice(start, end));
    }
    return APP.secrets.returned(text);
}

/** The body of a message of voicetest's likewise. */
function givenBytes({ body = '', encoding = 'text' }) {
    return unpacked({ body: encoding === 'text' ? given(body) : body, encoding });
}

/** What is told of a text of the app's server. */
function told(text) {
    return APP.secrets ? APP.secrets.told(text, true) : text;
}

// ---- escapes

function tell(what, name) {
    APP.machine.escape(what, name, place());
}

/** Tells each call of a function that the app or a library makes, where `isTold` says so of its arguments. */
function tellCalls(module, name, what, reason, isTold = () => true) {
    const plain = module[name];
    if (typeof plain !== 'function') return;
    const told = function told(...args) {
        if (!APP.makings.isHere() && !isCalledByNode() && isTold(...args)) tell(what, reason);
        return plain.apply(this, args);
    };
    for (const key of Object.keys(plain)) told[key] = plain[key];
    Object.defineProperty(module, name, { value: told, writable: true, configurable: true, enumerable: true });
}

function watchForEscapes() {
    for (const name of ['memoryUsage', 'cpuUsage', 'resourceUsage', 'constrainedMemory', 'availableMemory']) {
        tellCalls(process, name, 'chance', `process.${name}: each run has another value`);
    }
    for (const name of ['freemem', 'loadavg']) tellCalls(os, name, 'chance', `os.${name}: each run has another value`);
    for (const name of ['eventLoopUtilization', 'timerify']) tellCalls(performance, name, 'clock', `performance.${name} measures real time`);
    for (const [module, name] of [[asyncHooks, 'executionAsyncId'], [asyncHooks, 'triggerAsyncId'], [asyncHooks, 'createHook'],
        [AsyncResource.prototype, 'asyncId'], [AsyncResource.prototype, 'triggerAsyncId']]) {
        tellCalls(module, name, 'chance', `async_hooks.${name}: the client has steps of its own`, isCalledByApp);
    }
    const { nodeTiming } = performance;
    tellCalls(performance, 'toJSON', 'clock', 'performance.toJSON: it has real time');
    Object.defineProperty(performance, 'nodeTiming', {
        configurable: true, enumerable: true,
        get() {
            if (isCalledByApp()) tell('clock', 'performance.nodeTiming: real time');
            return nodeTiming;
        },
    });
    for (const [module, name] of [[fs, 'opendir'], [fs, 'opendirSync'], [fs.promises, 'opendir']]) {
        tellCalls(module, name, 'order', 'fs.opendir: names come as they lie on the disk; fs.readdir sorts them', isCalledByApp);
    }
    tellCalls(perfHooks, 'monitorEventLoopDelay', 'clock', 'monitorEventLoopDelay measures real time');
    for (const name of ['createContext', 'runInNewContext']) tellCalls(vm, name, 'clock', `vm.${name}: another context has clocks of its own`);
    Object.defineProperty(process, 'pid', {
        configurable: true, enumerable: true,
        get() {
            if (isCalledByApp()) tell('chance', 'process.pid: each run has another number');
            return REAL.pid;
        },
    });
}

// ---- errors that the app did not handle

/** Errors that the app did not handle and that do not end it, because a listener of the process goes on. Each is told once. */
class Unhandled {
    errors = new WeakSet();
    told = new Set();

    take() {
        const { emit } = process, unhandled = this;
        const words = `${process.execArgv.join(' ')} ${process.env.NODE_OPTIONS ?? ''}`;
        const goesOn = /--unhandled-rejections[= ](warn|none)/.test(words);
        process.emit = function emitted(event, ...args) {
            const isHeard = emit.call(this, event, ...args);
            const [error, origin] = args, isCaught = event === 'uncaughtExceptionMonitor' ? process.hasUncaughtExceptionCaptureCallback()
                : event === 'uncaughtException' && isHeard;
            if (isCaught) {
                APP.lastError = null;       // it ends nothing
                unhandled.tell(error, origin === 'unhandledRejection' ? 'task' : 'callback');
            } else if (event === 'unhandledRejection' && (isHeard || goesOn)) unhandled.tell(error, 'task');
            return isHeard;
        };
        likeNode([[process, 'emit', emit]]);
    }

    tell(error, of) {
        if (APP.makings.isHere()) return;
        if (error !== null && ['object', 'function'].includes(typeof error)) {
            if (this.errors.has(error)) return;
            this.errors.add(error);
        }
        const whole = Buffer.from(reasonOf(error)).subarray(0, 4_096), line = lineOfError(error);
        const text = new TextDecoder().decode(whole, { stream: true });     // without half a letter
        const key = JSON.stringify([text, of, line, APP.machine.whose()]);
        if (this.told.has(key) || this.told.size >= 1_000) return;
        this.told.add(key);
        APP.act('unhandled', { error: text, of, line });
        APP.pump.wake();
    }
}

/** Class and message of an error. */
function reasonOf(error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : `thrown: ${util.inspect(error, { breakLength: Infinity })}`;
}

// ---- the wire

/** Reads and writes lines; what the app prints goes to standard error. */
class Wire {
    rest = Buffer.alloc(0);
    buffer = Buffer.alloc(1 << 16);

    read() {
        for (;;) {
            const end = this.rest.indexOf(10);
            if (end >= 0) {
                const text = this.rest.subarray(0, end).toString('utf8');
                this.rest = this.rest.subarray(end + 1);
                return messageOf(text);
            }
            const count = this.rest.length > 2 * LINE_LIMIT ? 0 : retried(() => REAL.readSync(0, this.buffer));
            if (count === 0) endProcess(0);
            this.rest = Buffer.concat([this.rest, this.buffer.subarray(0, count)]);
        }
    }

    write(lines) {
        const text = lines.map((line) => {
            const one = JSON.stringify(line);
            return (Buffer.byteLength(one) <= LINE_LIMIT ? one : JSON.stringify({
                kind: 'failed', reason: `a line \`${line.kind}\` is longer than ${LINE_LIMIT} bytes`, line: line.line ?? 'unknown',
            })) + '\n';
        }).join('');
        const data = Buffer.from(text, 'utf8');
        for (let start = 0; start < data.length;) start += retried(() => REAL.writeSync(1, data, start));
    }
}

/** Does it again where the other side is not ready; a closed pipe is an end. */
function retried(work) {
    const cell = new Int32Array(new SharedArrayBuffer(4));
    for (;;) {
        try {
            return work();
        } catch (error) {
            if (error.code === 'EPIPE' || error.code === 'EOF') return endProcess(0);
            if (error.code !== 'EAGAIN') throw error;
            REAL.waitForCell(cell, 0, 0, 1);
        }
    }
}

/** Keeps secrets out of what the app prints, its errors too: it stands in the log of whoever runs the test. */
function hideWhatIsPrinted(stream) {
    const { write } = stream;
    stream.write = function written(text, ...others) {
        return write.call(this, typeof text === 'string' && APP.secrets ? APP.secrets.shown(text) : text, ...others);
    };
    likeNode([[stream, 'write', write]]);
}

/** Standard input and output belong to the protocol: what the app reads is empty, what it prints goes to standard error. */
function takeStandardStreams() {
    const empty = fs.openSync('/dev/null', 'r'), names = { '/dev/stdin': '/dev/null', '/dev/stdout': '/dev/stderr' };
    const moved = (file) => (file === 0 ? empty : file === 1 ? 2 : names[file] ?? file);
    for (const name of Object.keys(fs).filter((one) => /^(read|write|append|createRead|createWrite|open|f?stat)(?!dir|link)/.test(one))) {
        const plain = fs[name];
        if (typeof plain !== 'function') continue;
        fs[name] = Object.assign((file, ...args) => plain(moved(file), ...args), plain);
        const promised = Object.getOwnPropertyDescriptor(plain, util.promisify.custom);
        if (promised) Object.defineProperty(fs[name], util.promisify.custom, promised);
        for (const key of Object.getOwnPropertySymbols(plain)) Object.defineProperty(fs[name], key, Object.getOwnPropertyDescriptor(plain, key));
    }
    let input = null;
    const gives = (name, get) => Object.defineProperty(process, name, { configurable: true, enumerable: true, get });
    gives('stdin', () => (input ??= Object.assign(Readable.from([]), { fd: empty })));
    gives('stdout', () => process.stderr);
}

/** The same for a child, which inherits neither. */
function movedStdio(stdio) {
    if (stdio === 'inherit') return ['ignore', 2, 2];
    if (!Array.isArray(stdio)) return stdio;
    return stdio.map((one, index) => {
        if (one === 0 || (one === 'inherit' && index === 0)) return 'ignore';
        return one === 1 || (one === 'inherit' && index === 1) ? 2 : one;
    });
}

function messageOf(text) {
    try {
        const message = JSON.parse(text);
        const key = { go: 'until', hello: null, end: null }[message.kind];
        if (typeof message.kind !== 'string' || (key !== null && !Number.isInteger(message[key ?? 'at']))) throw new Error('not a message');
        return message;
    } catch {
        process.stderr.write('voicetest sent a line that cannot be used. Take the client of its release.\n');
        return endProcess(65);
    }
}

function endProcess(code) {
    APP.temporary.remove();
    APP.earlier.end();
    REAL.exit(code);
}

/**
 * What Linux says of a thread in `/proc`: the milliseconds that it ran, those that it was ready and had no processor, and whether
 * it sleeps now. One that waits for a disk, or was stopped, does neither.
 */
export function threadTime(stat, schedstat) {
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');        // the name may hold any character
    return { ran: 10 * (Number(fields[11]) + Number(fields[12])), ready: Number(schedstat.split(' ')[1]) / 1e6, isAsleep: fields[0] === 'S' };
}

/** Counts the time of one step of an app until it is over a limit. Pure: it is fed what the system says of the app's thread. */
export class StepTime {
    /** The limits of the time that the thread runs, and that it sleeps, in milliseconds, as all times here. */
    constructor(limit, sleepLimit = limit) {
        Object.assign(this, { limit, sleepLimit });
    }

    /**
     * Counts the time since the last look; gives what is over the limit, null for nothing. `step` is null where the app has not the turn.
     *
     * The time that the thread ran and the time that it slept have a limit each. Time in which it was ready to run and had
     * no processor counts for neither. Ten times the limit of real time ends every step.
     */
    look(step, { ran, ready, isAsleep }, now) {
        const { before } = this;
        this.before = { step, ran, ready, now };
        if (step === null || step !== before?.step) {
            Object.assign(this, { running: 0, sleeping: 0, start: now });
            return null;
        }
        const elapsed = now - before.now, part = Math.min(elapsed, Math.max(0, ran - before.ran));
        this.running += part;
        if (isAsleep) this.sleeping += Math.max(0, elapsed - part - (ready - before.ready));
        if (this.running >= this.limit) return `${this.limit / 1_000} s of processor time`;
        if (this.sleeping >= this.sleepLimit) return `${this.sleepLimit / 1_000} s of waiting`;
        return now - this.start >= 10 * this.limit ? `${this.limit / 100} s of real time` : null;
    }
}

/** Ends an app that neither gives up the turn nor ends. A thread watches, because the app's own has no time left. */
class Guard {
    cells = new Int32Array(new SharedArrayBuffer(12));      // steps, whether voicetest has the turn, and turns
    line = new Uint8Array(new SharedArrayBuffer(512));      // of the last act, or of a wait that blocks

    constructor() {
        const code = `const { workerData: d } = require('node:worker_threads'), fs = require('node:fs');
            ${threadTime}
            ${StepTime}
            const step = new StepTime(d.seconds * 1_000), turn = new StepTime(d.seconds * 1_250, Infinity), cell = new Int32Array(new SharedArrayBuffer(4));
            const sample = () => {
                const of = (name) => fs.readFileSync('/proc/self/task/' + process.pid + '/' + name, 'latin1');
                try {
                    return threadTime(of('stat'), of('schedstat'));
                } catch {       // a system without: time in which this process does not run counts as waiting
                    const { user, system } = process.cpuUsage();
                    return { ran: (user + system) / 1_000, ready: 0, isAsleep: true };
                }
            };
            let over = null, reason;
            const fail = (line, where) => fs.writeSync(1, JSON.stringify({ kind: 'failed', line, reason: reason + where }) + '\\n');
            while (over === null) {
                Atomics.wait(cell, 0, 0, 250);
                const now = performance.now(), found = sample(), isHere = Atomics.load(d.cells, 1) === 0;
                over = step.look(isHere ? Atomics.load(d.cells, 0) : null, found, now);
                reason = 'the app has done nothing else for ' + over + ' than what it does ';
                if (over !== null) break;
                over = turn.look(isHere ? Atomics.load(d.cells, 2) : null, found, now);
                reason = 'the app used ' + over + ' and did not give the turn back: it is now ';
            }
            const files = new Map(), end = () => {
                fail(new TextDecoder().decode(d.line.slice(0, d.line.indexOf(0))) || 'unknown', 'at this line or behind it');
                process.kill(process.pid, 'SIGKILL');
            };
            const late = setTimeout(end, over.endsWith('waiting') ? 1_000 : 5_000);        // where the debugger does not stop it
            try {
                const { Session } = require('node:inspector'), session = new Session();
                session.connectToMainThread();
                session.on('Debugger.scriptParsed', ({ params }) => files.set(params.scriptId, params.url));
                session.on('Debugger.paused', ({ params }) => {
                    const of = (one) => one.url || files.get(one.location.scriptId) || '';
                    const own = params.callFrames.find((one) => /^(file:|[/])/.test(of(one)) && !of(one).includes('/node_modules/')
                        && !d.own.includes(of(one)));
                    if (!own) return session.post('Debugger.stepInto');
                    const name = own.functionName ? ' ' + own.functionName : '';
                    clearTimeout(late);      // voicetest ends what goes on behind this
                    // With nothing to wait for, this worker and its session end before the app has left.
                    setTimeout(() => process.kill(process.pid, 'SIGKILL'), 30_000);
                    fail(of(own).split('/').pop() + ':' + (own.location.lineNumber + 1) + name, 'here');
                    // In the app's frame: those of Node know no globals.
                    session.post('Debugger.evaluateOnCallFrame', { callFrameId: own.callFrameId,
                        expression: 'globalThis[Symbol.for("' + d.key + '")].leave(70)' });
                });
                session.post('Debugger.enable');
                session.post('Debugger.pause');
            } catch {
                end();
            }`;
        this.worker = new REAL.Worker(code, {
            eval: true, execArgv: [], env: {}, stdout: true, stderr: true, workerData: { cells: this.cells, line: this.line, seconds: SECONDS, own: [...OWN], key: KEY },
        });
        this.worker.unref();
    }

    tick() { Atomics.add(this.cells, 0, 1); }

    wait(isWaiting) {
        Atomics.store(this.cells, 1, isWaiting ? 1 : 0);
        if (isWaiting) Atomics.add(this.cells, 2, 1);
    }

    saw(line) {
        if (!line) return;
        const { written } = new TextEncoder().encodeInto(line.slice(0, 160), this.line);
        this.line[written] = 0;
    }
}

// ---- the app

const KEY = 'voicetest-app';

/** The app under test: one per process. */
class App {
    machine = new Machine();
    pump = new Pump();
    children = new Children();
    workers = new Workers();
    makings = { context: new AsyncLocalStorage(), isAny: false, isHere() { return this.isAny && this.context.getStore() === true; } };
    wire = null;
    guard = null;
    hello = {};
    secrets = null;             // exchanged where voicetest asks for it
    notes = new Set();          // what was told on standard error
    hidden = new Set();         // the places of values that events have
    rate = 16_000;
    epoch = 0;
    reads = 0;
    readFrame = -1;
    readsAtFrame = [];          // by caller
    count = 0;
    calls = new Map();
    pendings = new Map();       // sounds and listening, by number
    lines = new Set();          // of WebSockets that are recorded
    stubs = new Map();          // functions that stand in for services, by target
    fileTimes = new FileTimes();
    temporary = new TemporaryFolders();
    loaded = new LoadedFiles();
    earlier = new EarlierFiles();
    unhandled = new Unhandled();
    unknownPeers = new Set();   // connections on which no HTTP was heard yet
    servers = new Set();        // of the app, by their handles
    served = new Set();         // their ports, which were told
    sockets = new Set();        // ends of their connections
    visits = new Map();         // connections of voicetest to them, by number
    connectionCount = 0;
    watchers = new Map();
    watcherCount = 0;
    isReadySent = false;
    isUnderVoicetest = false;
    declared = { name: 'app', version: '0', hears: null, kinds: {}, settings: {} };
    script = null;
    firstFields = {};
    callers = [];               // who call at once, with their fields; none where there is one
    alone = undefined;          // the number of one who is alone in this run and has others
    hasCalls = false;           // whether it has a number, or there are several
    lastError = null;
    askedLine = undefined;      // of the call whose answer the app got last, at this step
    own = OWN;

    number() { return ++this.count; }

    /** The fields that the scenario of this call sets. */
    get fields() { return this.callers[(CALLER.getStore() ?? 1) - 1] ?? this.firstFields; }

    act(kind, fields) {
        this.guard?.saw(fields.line);
        this.machine.act(kind, fields);
    }

    /** Ends the process at once; the guard calls it. Node would say on standard error that it waits for a debugger. */
    leave(code) {
        fs.closeSync(2);
        endProcess(code);
    }

    // Turns.

    exchange(next) {
        if (!this.isReadySent) this.sendReady();
        else {
            const lines = this.machine.turn(next), files = this.loaded.take();
            if (files) Object.assign(lines.at(-1), { files });
            this.wire.write(lines);
        }
        const inputs = [];
        this.guard?.tick();
        this.guard?.wait(true);
        for (;;) {
            const message = this.wire.read();
            if (message.kind === 'end') return endProcess(0);
            if (message.kind === 'go') {
                this.guard?.wait(false);
                return this.machine.go(message.until, inputs);
            }
            inputs.push(message);
        }
    }

    sendReady() {
        this.isReadySent = true;
        this.declared.hears ??= mayRecord() ? 'audio' : 'words';
        this.wire.write([toldLine({
            kind: 'ready', protocol: PROTOCOL, ...this.declared, digest: digestOf(this.script),
            client: `voicetest-app ${VERSION}, Node ${process.versions.node}`, ...(this.secrets && { exchangesSecrets: true }),
            ...(this.callers.length > 0 && { callers: this.callers.length }),
        })]);
    }

    /** Time goes by up to `frame` while the app blocks. Timers that are due meanwhile run when it gives way. */
    passTo(frame) {
        while (!this.machine.pass(frame)) this.exchange(frame);
    }

    /** Delivers an input, in the call of its caller. */
    deliver(message) {
        inCall(message.caller ?? this.alone, () => this.deliverOne(message));
    }

    deliverOne(message) {
        const { kind, id } = message;
        if (kind === 'answer') this.askedLine = this.calls.get(id)?.line;
        if (kind === 'answer') this.calls.get(id)?.answer(message);
        else if (kind === 'make') {
            if (this.calls.has(id)) this.make(id, this.calls.get(id));
        } else if (kind === 'playEnded' || (kind === 'words' && (message.final ?? true))) {
            const pending = this.pendings.get(id);
            this.pendings.delete(id);
            pending?.finish(kind === 'words' ? (message.rejected ? '' : message.text) : undefined);
        } else if (kind === 'field') this.fields[message.name] = message.value;
        else if (kind === 'open') new Visit(message);
        else if (kind === 'message' || kind === 'close') this.visits.get(message.connection)?.say(message);
        for (const callback of this.watchers.get(kind) ?? []) {
            if (callback.whose === undefined || callback.whose === CALLER.getStore()) queueMicrotask(() => callback(message));
        }
    }

    /** Makes an outside call for real while virtual time stands. */
    async make(id, call) {
        const start = REAL.now();
        this.pump.makings += 1;
        this.makings.isAny = true;
        try {
            const making = this.makings.context.run(true, async () => call.make());
            tellStrayed(call);
            const [head, chunks] = exchangedAnswer(await making, call.site, call.to);
            const timed = chunks.map(([seconds, body]) => ({ after: frameOf(seconds, this.rate), ...body }));
            this.machine.act('made', { id, ...head, chunks: timed });
        } catch (error) {
            if (error instanceof Unkept) this.fail(error.message, call.line);
            const after = frameOf((REAL.now() - start) / 1_000, this.rate);
            const [head] = exchangedAnswer([{ error: errorText(error) }, []], call.site, call.to);
            this.machine.act('made', { id, chunks: [{ after, body: '', encoding: 'text' }], ...head });
        } finally {
            this.pump.makings -= 1;
        }
    }

    /** The app goes no further. */
    fail(reason, line = 'unknown') {
        this.endAllCalls();
        this.machine.act('failed', { reason: reason.slice(0, 4_000), line });
        for (;;) this.exchange();
    }

    /** What comes is of no call, and nothing is due any more. */
    endAllCalls() {
        this.machine.whose = () => undefined;
        this.machine.timers.length = 0;
    }

    /** Node is about to end: tells how, and gives the turns that are left. */
    end(code) {
        for (const listener of process.listeners('exit')) {
            if (listener !== this.atExit) listener.call(process, code);
        }
        this.endAllCalls();
        const final = process.exitCode ?? code;
        if (Number(final) === 0) this.machine.act('ended');
        else if (this.lastError) {
            const { error } = this.lastError, known = lineOfError(error);
            const { line = known, text } = error instanceof SyntaxError && known === 'unknown' ? unreadable(this.script) : {};
            this.machine.act('failed', { reason: reasonOf(error).slice(0, 4_000), line });
            const said = `${text ?? error?.stack ?? util.inspect(error)}\n`;
            fs.writeSync(2, this.secrets?.told(said) ?? said);       // Node says it too late
        } else {
            const reason = final === 13 ? 'exit code 13: the app awaits what never comes' : `exit code ${final}`;
            this.machine.act('failed', { reason, line: this.exitLine ?? 'unknown' });
        }
        for (;;) this.exchange();
    }
}

/** The app's own files and their bytes: the script and what it imports by a relative path. */
function ownFiles(script) {
    const folder = path.dirname(script), files = new Map(), open = [script];
    for (let file = open.pop(); file !== undefined; file = open.pop()) {
        let content;
        try {
            content = fs.readFileSync(file);
        } catch {
            continue;
        }
        files.set(file, content);
        for (const [, name] of content.toString('utf8').matchAll(/(?:from|import|require)\s*\(?\s*['"](\.[^'"]+)['"]/g)) {
            const found = path.resolve(path.dirname(file), name);
            const names = [found, `${found}.js`, `${found}.cjs`, `${found}.json`, path.join(found, 'index.js')];
            const whole = names.find((one) => fs.statSync(one, { throwIfNoEntry: false })?.isFile());
            const isOwn = whole?.startsWith(folder + path.sep) && isOfApp(whole);
            if (isOwn && !files.has(whole) && files.size + open.length < 10_000) open.push(whole);
        }
    }
    return files;
}

/** SHA-256 of the app's own files, in the order of their names. */
function digestOf(script) {
    const folder = path.dirname(script), files = ownFiles(script), digest = crypto.createHash('sha256');
    for (const file of [...files.keys()].sort()) {
        digest.update(`${path.relative(folder, file)} ${files.get(file).length}\n`).update(files.get(file));
    }
    return digest.digest('hex');
}

/** Where Node cannot read a file of the app, and what it says of it: an error of an ES module does not name its place. */
function unreadable(script) {
    for (const file of ownFiles(script).keys()) {
        const { status, stderr } = REAL.spawnSync(process.execPath, ['--check', file], { encoding: 'utf8', timeout: 5_000 });
        const [, name, line] = /^(.+):(\d+)$/m.exec(stderr ?? '') ?? [];
        if (status === 1 && name) return { line: lineText(name, line), text: stderr };
    }
    return {};
}

// ---- what an app calls

/**
 * Says what the app is, before it waits for the first time.
 *
 * `hears` is "words" (detector, recognizer and voice are voicetest's) or "audio" (the app has its own). `kinds` has the
 * app's own events: `{ decided: { role: 'decision', fields: { state: 'text' } } }`. `settings` has what may change its
 * behaviour, by name; a change is named as a cause. An app that hears audio and has `keys` is told the keys that its
 * caller presses, in place of their tones. Gives the settings, as voicetest wants them for this run.
 */
export function declare({ name, version, hears, kinds, settings, keys } = {}) {
    if (APP.isReadySent) throw new Error('declare comes before the app waits for the first time');
    for (const [key, value] of Object.entries({ name, version, hears, kinds, settings, keys })) {
        if (value !== undefined) APP.declared[key] = value;
    }
    const own = APP.declared.settings, wanted = Object.entries(APP.hello.settings ?? {}).filter(([key]) => Object.hasOwn(own, key));
    APP.declared.settings = { ...own, ...Object.fromEntries(wanted) };
    return { ...APP.declared.settings };
}

/** Writes an event of the app into the trace. `why` has what a decision compared, by name. */
export function emit(event, fields, why) {
    const isEmpty = fields === undefined || Object.keys(fields).length === 0;
    APP.act('emit', { event, fields: isEmpty ? undefined : copied(fields), why: copied(why), line: place() });
}

/** The value as JSON has it now; TypeError, at the app's own line, where JSON has none. */
function copied(value) {
    if (value === undefined) return undefined;
    return JSON.parse(JSON.stringify(value, (key, one) => {
        if (typeof one === 'number' && !Number.isFinite(one)) throw new TypeError(`${key || 'the value'} is ${one}, which JSON has not`);
        return one;
    }));
}

/** Sets a field that scenarios and other parts can read. */
export function field(name, value) {
    APP.fields[name] = value;
    APP.act('field', { name, value: copied(value), line: place() });
}

/** A promise with `cancel()`: it ends early from the app's side, and is then rejected with an AbortError. */
function pending(number, signal, stop) {
    const settle = {};
    const promise = new Promise((resolve, reject) => Object.assign(settle, { finish: resolve, reject }));
    const end = (error) => {
        if (!APP.pendings.delete(number)) return;
        stop();
        settle.reject(error);
    };
    const abort = () => end(signal.reason);
    APP.pendings.set(number, {
        finish: (value) => {
            signal?.removeEventListener('abort', abort);
            settle.finish(value);
        },
    });
    signal?.addEventListener('abort', abort, { once: true });
    promise.cancel = () => end(new DOMException('The app has cancelled it', 'AbortError'));
    promise.catch(() => {});        // an app that cancels need not look
    APP.pump.wake();
    return promise;
}

/** What waits for voicetest would never come where it did not start this. */
function needVoicetest() {
    if (!APP.isUnderVoicetest) throw new Error('this app does not run under voicetest, whose command for it is `node --import ./voicetest-app.mjs APP.mjs`');
}

/** Plays parts one behind the other, under one number. */
function sound(parts, signal) {
    needVoicetest();
    signal?.throwIfAborted();
    const number = APP.number(), line = place();
    parts.forEach((part, index) => APP.act('play', { id: number, ...part, last: index === parts.length - 1, line }));
    return pending(number, signal, () => APP.act('stop', { id: number, line: place() }));
}

/** Says a text with voicetest's voice; settled when it was heard. Cancelled, it stops. */
export function say(text, { signal } = {}) {
    return sound([{ text }], signal);
}

/** Plays samples (16 bits, little-endian, one channel, the session's rate); settled when they were heard. */
export function play(pcm, { signal } = {}) {
    const bytes = Buffer.from(pcm.buffer ?? pcm, pcm.byteOffset ?? 0, pcm.byteLength), parts = [];
    for (let start = 0; start < bytes.length || start === 0; start += PIECE_BYTES) {
        parts.push({ pcm: bytes.subarray(start, start + PIECE_BYTES).toString('base64') });
    }
    return sound(parts, signal);
}

/** Plays a sound file of the project. */
export function playFile(file, { signal } = {}) {
    return sound([{ file }], signal);
}

/** Listens for one utterance; gives its text, "" for a rejection. A `signal` ends it; `limits` are the protocol's. */
export function listen(phrases, { signal, ...limits } = {}) {
    needVoicetest();
    signal?.throwIfAborted();
    const number = APP.number();
    APP.act('listen', {
        id: number, task: phrases?.length ? { phrases: [...phrases] } : {}, limits: Object.keys(limits).length ? limits : undefined, line: place(),
    });
    return pending(number, signal, () => APP.act('stop', { id: number, line: place() }));
}

/** Calls `callback(message)` for inputs of a kind: audio, speechStart, speechEnd, words, key, hangUp, send, playEnded, field. It gives what ends that. */
export function on(kind, callback) {
    needVoicetest();
    const entry = AsyncResource.bind((message) => callback(message));
    entry.whose = CALLER.getStore();
    if (!APP.watchers.has(kind)) APP.watchers.set(kind, new Set());
    APP.watchers.get(kind).add(entry);
    APP.watcherCount += 1;
    APP.pump.wake();
    return () => { if (APP.watchers.get(kind).delete(entry)) APP.watcherCount -= 1; };
}

/** Runs `await begin()` in the call of each caller, at once; of one caller it is `await begin()`. A call that fails leaves the others. */
export async function inEachCall(begin) {
    if (!APP.hasCalls) return begin();
    const run = async () => {
        try {
            await begin();
            APP.act('ended', {});
        } catch (error) {
            APP.act('failed', { reason: reasonOf(error).slice(0, 4_000), line: lineOfError(error) });
            fs.writeSync(2, `${APP.secrets?.told(error?.stack ?? '') ?? error?.stack ?? util.inspect(error)}\n`);
        }
    };
    const numbers = APP.callers.length > 0 ? APP.callers.map((_, index) => index + 1) : [APP.alone];
    await Promise.all(numbers.map((number) => inCall(number, run)));
    return undefined;
}

/** The blocks of the microphone, as Buffers; at most `limit` of them wait. */
export async function* microphone(limit = 3_000) {
    const blocks = [];
    let wake = null;
    if (!APP.isReadySent) APP.declared.hears ??= 'audio';
    else if (APP.declared.hears !== 'audio') {
        throw new Error('the app has waited already, and hears words since: call declare({ hears: \'audio\' }) at its start');
    }
    const remove = on('audio', ({ pcm }) => {
        if (blocks.length === limit) blocks.shift();
        blocks.push(Buffer.from(pcm, 'base64'));
        wake?.();
    });
    try {
        for (;;) {
            while (blocks.length > 0) yield blocks.shift();
            await new Promise((resolve) => { wake = resolve; });
        }
    } finally {
        remove();
    }
}

/**
 * Makes a function an outside call: recorded with its duration, answered from the session in a replay.
 *
 * Arguments are JSON. The result is of JSON, too, or what `kept` knows; another one ends the run. What the function throws is
 * thrown. Without voicetest it is called as it is.
 */
export function external(name, work) {
    const names = namesByPlace(work);
    return async (...args) => {
        if (!APP.isUnderVoicetest) return work(...args);
        const line = place();
        return new Promise((resolve, reject) => {
            let thrown = null;          // what comes before an error: what it is made of
            const make = async () => {
                const start = REAL.now(), seconds = () => (REAL.now() - start) / 1_000;
                let result, took;
                try {
                    result = await work(...realTexts(args, name));
                    took = seconds();
                } catch (error) {
                    took = seconds();
                    const packed = packedError(error), kind = error?.constructor?.name ?? typeof error;
                    if (!packed.body) tellOnce(line, `${name} threw a ${kind}, which no session keeps: the app gets an ExternalError`);
                    return [{ error: errorText(error) }, [[took, packed]]];
                }
                return [{}, [[took, packedResult(name, result)]]];
            };
            const answered = (message) => {
                if (message.last === false) {
                    thrown = message;
                    return;
                }
                try {
                    if (message.error) throw thrown ? unpackedResult(thrown) : new ExternalError(message.error);
                    resolve(unpackedResult(message));
                } catch (error) {
                    ASKED.set(error, line);
                    reject(error);
                }
            };
            const told = args.map((one, index) => APP.secrets?.toldValue(names[index] ?? '', one, name) ?? one);
            new OutsideCall(name, { body: { args: copied(told) }, encoding: 'json' }, answered, make, { line });
        });
    };
}

/**
 * Lets a function stand in for a service: it answers calls to `target` where one is made for real.
 *
 * `target` is the method and the address up to any part of its path: 'POST https://api.example/v1/'. `answer(to, body)` takes
 * the whole target and the bytes that are asked, and gives a text or bytes, which take no time, or an array of pairs of
 * seconds after the call and bytes. With `[status, contentType, answer]` it says those as well; an object of headers may
 * stand for the content type. A WebSocket, 'GET wss://…', asks with null when it opens and then with each message, a text
 * or bytes; the function gives pairs of seconds and a message, or nothing. Answers are recorded as those of a server are;
 * a replay asks nothing.
 */
export function stub(target, answer) {
    APP.stubs.set(target, answer);
}

/** The names of the parameters that a function takes by their place; of others none. */
function namesByPlace(work) {
    const [, list, one] = /^(?:async\b\s*)?(?:(?:function\b\s*\*?\s*)?[\w$]*\s*\(([^(){}]*)\)|([\w$]+)\s*=>)/.exec(String(work)) ?? [];
    return (list ?? one ?? '').split(',').map((name) => name.split('=')[0].trim());
}

const ERRORS = new Map([Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError].map((one) => [one.name, one]));

/** `body` and `encoding` of an error of an external: its class and what it has. Empty where another one would come back. */
function packedError(error) {
    try {
        return packed(Buffer.from(JSON.stringify(keptError(error))));
    } catch {
        return packed(Buffer.alloc(0));
    }
}

function keptError(error) {
    const kind = error.constructor;
    if (ERRORS.get(kind.name) !== kind || !util.types.isNativeError(error)) throw new Unkept();
    // Errors of Node say their code in their text.
    const saysCode = error.toString !== Error.prototype.toString && String(error.code).startsWith('ERR_');
    const keys = Reflect.ownKeys(error).filter((key) => key !== 'stack' && !(saysCode && (key === 'toString' || typeof key === 'symbol')));
    const parts = keys.map((key) => {
        const { enumerable, get, set, value } = Object.getOwnPropertyDescriptor(error, key);
        if (typeof key !== 'string' || get || set) throw new Unkept();
        return [key, util.types.isNativeError(value) ? keptError(value) : kept(value, key), enumerable];
    });
    return { $error: [kind.name, parts, saysCode] };
}

function restoredError([name, parts, saysCode]) {
    const message = parts.find(([key]) => key === 'message'), error = new (ERRORS.get(name))(message && restored(message[1]));
    const define = (key, value, enumerable) => Object.defineProperty(error, key, { value, enumerable, writable: true, configurable: true });
    delete error.message;           // its place among the members
    for (const [key, value, enumerable] of parts) define(key, restored(value), enumerable);
    return saysCode ? define('toString', () => `${error.name} [${error.code}]: ${error.message}`, false) : error;
}

/** `body` and `encoding` of what an external gives: JSON as a text, which keeps the order of keys and every digit. */
export function packedResult(name, value) {
    try {
        if (typeof value === 'string' && Buffer.from(value).toString() === value) return { body: value, encoding: 'json' };
        return { body: JSON.stringify(kept(value, 'result')), encoding: 'text' };
    } catch (error) {
        if (error instanceof RangeError) error.message = 'a result that holds itself or is nested too deep. Return a flat value.';
        else if (!(error instanceof Unkept)) throw error;
        throw new Unkept(`external '${name}' gave ${error.message}`);
    }
}

/** What was packed; of an old session it is JSON. */
function unpackedResult(message) {
    const value = JSON.parse(returned(message).toString('utf8') || 'null');
    return (message.encoding ?? 'text') === 'text' ? restored(value) : value;
}

const ARRAYS = new Map([Uint8Array, Int8Array, Uint16Array, Int16Array, Uint32Array, Int32Array, Float32Array, Float64Array, BigInt64Array,
    BigUint64Array, Uint8ClampedArray].map((one) => [one.name, one]));
const isMarked = (value) => Object.keys(value).length === 1 && Object.keys(value)[0].startsWith('$');

/** The value as JSON, with `{"$TYPE": …}` for what JSON has not. Unkept, with the path, where it would come back as another one. */
function kept(value, path) {
    if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
    if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0) ? value : { $number: Object.is(value, -0) ? '-0' : String(value) };
    if (value === undefined) return { $undefined: null };
    if (typeof value === 'bigint') return { $bigint: String(value) };
    const form = typeof value === 'object' ? Object.getPrototypeOf(value) : undefined, keys = form === undefined ? [] : Reflect.ownKeys(value);
    const pairs = () => keys.map((key) => [key, kept(value[key], `${path}[${JSON.stringify(key)}]`)]);
    const list = (values, place = path) => Array.from(values, (one, index) => kept(one, `${place}[${index}]`));
    if (ArrayBuffer.isView(value) && (Buffer.isBuffer(value) || ARRAYS.get(form.constructor.name)?.prototype === form)) {
        return { [`$${form.constructor.name}`]: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64') };
    }
    if (form === Array.prototype && keys.length === value.length + 1) return list(value);
    if (form === REAL.Date.prototype && keys.length === 0) return { $Date: kept(value.getTime(), path) };
    if (form === Map.prototype && keys.length === 0) return { $Map: list(value) };
    if (form === Set.prototype && keys.length === 0) return { $Set: list(value) };
    if ((form === Object.prototype || form === null) && keys.every((key) => typeof key === 'string' && propertyIsPlain(value, key))) {
        if (form === null) return { $bare: pairs() };
        return isMarked(value) ? { $object: pairs() } : Object.fromEntries(pairs());
    }
    throw new Unkept(`${form?.constructor?.name ? `an object of ${form.constructor.name}` : `a ${typeof value}`} at ${path}, which would come back as`
        + ' another value. Return texts, numbers, dates, bytes, arrays, maps, sets and plain objects of them.');
}

function propertyIsPlain(value, key) {
    const { enumerable, get, set } = Object.getOwnPropertyDescriptor(value, key);
    return enumerable && !get && !set;
}

/** What was kept. */
function restored(value) {
    if (Array.isArray(value)) return value.map(restored);
    if (value === null || typeof value !== 'object') return value;
    if (!isMarked(value)) return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, restored(one)]));
    const [[name, inner]] = Object.entries(value), pairs = () => inner.map(([key, one]) => [key, restored(one)]);
    const known = {
        $number: () => Number(inner), $undefined: () => undefined, $bigint: () => BigInt(inner), $Date: () => new REAL.Date(restored(inner)),
        $Map: () => new Map(restored(inner)), $Set: () => new Set(restored(inner)), $Buffer: () => Buffer.from(inner, 'base64'),
        $error: () => restoredError(inner), $object: () => Object.fromEntries(pairs()),
        $bare: () => Object.assign(Object.create(null), Object.fromEntries(pairs())),
    };
    if (Object.hasOwn(known, name)) return known[name]();
    const kind = ARRAYS.get(name.slice(1));
    if (kind) return new kind(new Uint8Array(Buffer.from(inner, 'base64')).buffer);
    throw new ExternalError(`the session has a value ${name}, which this client does not know. Ask anew with --calls live.`);
}

// ---- start

const REPLACED_IN = [globalThis, timers, timersPromises, fs, fs.promises, crypto, process, os, performance, dns, dns.promises, zlib, net, tls, http,
    https, childProcess, workerThreads, asyncHooks, perfHooks, vm, Math, Date, AbortSignal, Atomics, WebAssembly,
    Intl.DateTimeFormat.prototype, ...[globalThis.crypto, globalThis.crypto.subtle].map(Object.getPrototypeOf),
    AsyncResource.prototype, childProcess.ChildProcess.prototype, crypto.Sign.prototype, dgram.Socket.prototype,
    http.Agent.prototype, https.Agent.prototype, net.Server.prototype, net.Socket.prototype, MessagePort.prototype,
    workerThreads.Worker.prototype];

/** The functions of Node that may be replaced, as [object, name, function]. */
function functionsOfNode() {
    return REPLACED_IN.flatMap((object) => Object.entries(Object.getOwnPropertyDescriptors(object))
        .filter(([, { value }]) => typeof value === 'function').map(([name, { value }]) => [object, name, value]));
}

/** Gives each function that stands for one of Node what that one has: its name, its length, its other properties. */
function likeNode(functions) {
    for (const [object, name, real] of functions) {
        const virtual = object[name];
        if (virtual === real || typeof virtual !== 'function') continue;
        // As a text, a function of `os` is what it gives.
        if (real[Symbol.toPrimitive]) virtual[Symbol.toPrimitive] ??= () => virtual();
        for (const key of Reflect.ownKeys(real)) {
            if (key === 'name' || key === 'length' || !Object.hasOwn(virtual, key)) {
                Reflect.defineProperty(virtual, key, Object.getOwnPropertyDescriptor(real, key));
            }
        }
    }
}

function takeOver() {
    const functions = functionsOfNode();
    if (APP.hello.world) takeWorld(APP.hello.world);
    takeStandardStreams();
    takeTimers();
    takeClocks(clockNanoseconds);
    takeChance(APP.hello.seed ?? 0);
    takeJobs();
    takeMemory();
    APP.children.take();
    APP.workers.take();
    takeFetch();
    takeConnections();
    takeServers();
    takeWebSocket();
    watchForEscapes();
    likeNode(functions);
    syncBuiltinESMExports();
}

function start() {
    const script = process.argv[1];
    if (!script || tty.isatty(0)) {
        process.stderr.write('usage: node --import ./voicetest-app.mjs APP.mjs [ARGUMENTS]\n'
            + 'voicetest starts it; ProgramProtocol.md says how.\n');
        process.exit(64);
    }
    if (!fs.statSync(script, { throwIfNoEntry: false })?.isFile()) {
        process.stderr.write(`${script} is no file. Name the app's own file.\n`);
        process.exit(66);
    }
    APP.wire = new Wire();
    const hello = APP.hello = APP.wire.read();
    if (hello.kind !== 'hello' || hello.protocol !== PROTOCOL) {
        process.stderr.write(`voicetest speaks another protocol than ${PROTOCOL}. Take the client of its release.\n`);
        endProcess(65);
    }
    Object.assign(APP, {
        rate: hello.sampleRate, epoch: hello.epoch ?? 0, script: path.resolve(script), isUnderVoicetest: true,
        firstFields: { ...hello.fields }, callers: (hello.callers ?? []).map((one) => ({ ...one.fields })), alone: hello.world?.caller,
    });
    APP.hasCalls = APP.callers.length > 0 || APP.alone !== undefined;
    if (APP.callers.length > 0) APP.machine.whose = () => CALLER.getStore();
    APP.declared.name = path.basename(script, path.extname(script));
    if (hello.secrets) APP.secrets = new Secrets(hello.seed ?? 0, hello.secrets.keep ?? [], hello.mode === 'replay');
    process.env.VOICETEST_APP = '1';
    process.on('uncaughtExceptionMonitor', (error) => { APP.lastError = { error }; });
    APP.unhandled.take();
    APP.atExit = (code) => APP.end(code);
    process.on('exit', APP.atExit);
    const exit = process.exit;
    process.exit = (code) => { APP.exitLine = place(); APP.lastError = null; return exit(code); };
    likeNode([[process, 'exit', exit]]);
    APP.loaded.begin();
    if (!hello.fresh) APP.earlier.begin();
    takeOver();
    APP.guard = new Guard();
    hideWhatIsPrinted(process.stderr);
    // The streams of this process stay; files that Node still reads or closes here are work that ends.
    APP.pump.known = APP.pump.underWay().filter((one) => STREAMS.has(one)).length;
    APP.pump.wake();
}

/** The file of a package that is installed for the folder of the process; undefined for none. */
function fileOfPackage(name) {
    try {
        return createRequire(path.join(process.cwd(), 'app.js')).resolve(name);
    } catch {
        return undefined;
    }
}

/** Whether Node loads this file before the app, as `--import` has it. */
function isPreloaded() {
    const words = [...process.execArgv, ...(process.env.NODE_OPTIONS ?? '').split(/\s+/)];
    return words.some((word, index) => {
        const name = word === '--import' ? words[index + 1] : word.startsWith('--import=') ? word.slice(9) : null;
        if (!name) return false;
        // Node names a module by the file that a link, or the name of a package, leads to.
        const file = path.resolve(name), real = fs.existsSync(file) ? fs.realpathSync(file) : fileOfPackage(name) ?? file;
        return [name, pathToFileURL(file).href, pathToFileURL(real).href].includes(import.meta.url);
    });
}

const isFirst = globalThis[Symbol.for(KEY)] === undefined;
const APP = globalThis[Symbol.for(KEY)] ??= new App();
for (const name of OWN) APP.own.add(name);

if (isFirst && isPreloaded()) {
    if (!workerThreads.isMainThread) {
        const given = workerThreads.getEnvironmentData(KEY);
        if (given) startInWorker(given);
    } else if (!process.env.VOICETEST_APP) start();
    else if (process.env.VOICETEST_APP_WORLD) {         // in a child that Node forks
        takePlace(JSON.parse(process.env.VOICETEST_APP_WORLD));
        syncBuiltinESMExports();
    }
}
