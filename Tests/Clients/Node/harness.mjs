// Plays voicetest's part of protocol 1 against a program: callers, sounds, answers, in steps of any size.
//
// It sends only what is certain, as voicetest does: up to `steps` blocks of sound, and never behind the
// next thing that the caller may react to.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
export const CLIENT = path.join(ROOT, 'Sources/Clients/Node/voicetest-app.mjs');
export const HERE = path.join(ROOT, 'Tests/Clients/Node');
export const RATE = 16_000;
export const BLOCK = 320;
export const STEPS = [1, 7, 50, 400];
const FRAMES_A_LETTER = 960;
const ORDER = { answer: 0, make: 0, field: 1, playEnded: 2, audio: 3, speechStart: 4, words: 5, speechEnd: 6, key: 7, open: 8, message: 8, close: 8, hangUp: 8 };

let fifos = [];

/** The ends of a program's standard input and output, which are pipes. The FIFOs of many runs are made at once. */
function pipes() {
    if (fifos.length === 0) {
        const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'voicetest-node-'));
        const names = Array.from({ length: 64 }, (_, index) => path.join(folder, `${index}`));
        execFileSync('mkfifo', names);
        fifos = names;
        process.on('exit', () => fs.rmSync(folder, { recursive: true }));
    }
    const names = fifos.splice(-2);
    const [childInput, childOutput] = names.map((name) => fs.openSync(name, 'r+'));
    const input = fs.openSync(names[0], 'w'), output = fs.openSync(names[1], 'r');
    for (const name of names) fs.rmSync(name);
    return { child: [childInput, childOutput], input, output };
}

/** One run of a program. After `play`, it has trace, escapes, calls and what was printed. */
export class Run {
    trace = [];
    escapes = [];
    made = [];
    lines = [];
    unmatched = [];
    end = null;
    queue = [];
    count = 0;
    at = 0;
    next = null;
    turns = 0;
    listening = null;
    open = new Map();
    sockets = new Map();        // WebSockets that are recorded or were
    rest = Buffer.alloc(0);

    constructor(script, { steps = 50, callers = [], calls = null, limit = 20, hello = {}, environment = {}, sounds = new Map(), args = [], answers = null,
        command = null, seconds = 40, keys = [], phone = null } = {}) {
        Object.assign(this, { steps: steps * BLOCK, limit: limit * RATE, callers: [...callers], sounds, answers, phone });
        this.tape = calls?.map((one) => ({ ...one, isUsed: false })) ?? null;
        this.hello = { kind: 'hello', protocol: 1, sampleRate: RATE, seed: 7, epoch: 1_700_000_000, mode: 'simulate', fields: {}, settings: {},
            durations: {}, ...hello };
        for (const [at, key] of keys) this.later(at, 'key', { key });
        this.pipes = pipes();
        this.messages = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'voicetest-node-')), 'messages');
        const errors = fs.openSync(this.messages, 'a');
        const words = command ?? [process.execPath, '--import', CLIENT, script, ...args];
        const variables = { ...process.env, VOICETEST_APP_SECONDS: String(seconds), XDG_CACHE_HOME: os.devNull, ...environment };
        for (const name of ['NODE_OPTIONS', 'NODE_TEST_CONTEXT']) delete variables[name];
        this.child = spawn(words[0], words.slice(1), { stdio: [...this.pipes.child, errors], env: variables, detached: true });
        this.ended = once(this.child, 'exit');
        for (const one of [...this.pipes.child, errors]) fs.closeSync(one);
    }

    kill() {
        try {
            process.kill(-this.child.pid, 'SIGKILL');
        } catch {
            // It is over.
        }
    }

    // Lines.

    send(message) {
        this.lines.push(message);
        try {
            fs.writeSync(this.pipes.input, `${JSON.stringify(message)}\n`);
        } catch (error) {
            if (error.code !== 'EPIPE') throw error;
        }
    }

    read() {
        const buffer = Buffer.alloc(1 << 16);
        for (;;) {
            const end = this.rest.indexOf(10);
            if (end >= 0) {
                const message = JSON.parse(this.rest.subarray(0, end).toString('utf8'));
                this.rest = this.rest.subarray(end + 1);
                this.lines.push(message);
                return message;
            }
            const count = fs.readSync(this.pipes.output, buffer);
            if (count === 0) throw new Error(`the program ended: ${fs.readFileSync(this.messages, 'utf8').slice(-2_000)}`);
            this.rest = Buffer.concat([this.rest, buffer.subarray(0, count)]);
        }
    }

    later(at, kind, fields = {}) {
        this.queue.push({ key: [at, ORDER[kind], fields.id ?? 0, this.count++], message: { kind, at, ...fields } });
    }

    // The run.

    async play() {
        try {
            this.send(this.hello);
            do this.ready = this.read(); while (this.ready.kind === 'escape' && this.escapes.push(this.ready));
            if (this.ready.kind === 'failed') this.end = this.ready;
            while (this.end === null && this.at < this.limit) {
                this.turn();
                // The exit of the program and servers of a test come between turns.
                await new Promise((resolve) => { setImmediate(resolve); });
            }
            this.send({ kind: 'end' });
            const [code, signal] = await this.ended;
            this.code = code ?? signal;
        } finally {
            this.kill();
            this.behind = this.rest.toString('utf8') + fs.readFileSync(this.pipes.output, 'utf8');        // what it wrote behind `end`
            this.printed = fs.readFileSync(this.messages, 'utf8');
            fs.rmSync(path.dirname(this.messages), { recursive: true });
            fs.closeSync(this.pipes.input);
            fs.closeSync(this.pipes.output);
        }
        return this;
    }

    turn() {
        this.turns += 1;
        // The caller reacts to the end of a sound, so nothing behind it is certain.
        const stops = this.queue.filter((one) => ['playEnded', 'make'].includes(one.message.kind)).map((one) => one.key[0]);
        // While a WebSocket is recorded, the program comes back where it says, as with voicetest in all runs.
        if (this.tape === null && this.sockets.size > 0 && this.next !== null) stops.push(this.next);
        const until = Math.min(this.at + this.steps, this.limit, ...stops);
        const sent = this.queue.filter((one) => one.key[0] <= until), blocks = [];
        if (this.ready.hears === 'audio') {
            for (let at = (Math.floor(this.at / BLOCK) + 1) * BLOCK; at <= until; at += BLOCK) {
                blocks.push({ key: [at, 3, 0, -1], message: { kind: 'audio', at, pcm: (this.sounds.get(at) ?? Buffer.alloc(2 * BLOCK)).toString('base64') } });
            }
        }
        const sorted = [...sent, ...blocks].sort((a, b) => a.key.reduce((found, one, index) => found || one - b.key[index], 0));
        for (const one of sorted) this.send(one.message);
        this.send({ kind: 'go', at: this.at, until });
        const acts = [], told = this.escapes.length;
        let message = this.read();
        for (; message.kind !== 'idle'; message = this.read()) {
            (message.kind === 'escape' ? this.escapes : acts).push(message);
            if (message.kind === 'failed') this.end = message;
            if (message.kind === 'failed' && /^the app (has done nothing else|used)/.test(message.reason)) break;
        }
        if (message.kind === 'idle') {
            if (message.t < this.at || message.t > until || (acts.length === 0 && this.escapes.length === told && message.t !== until)) throw new Error(JSON.stringify(message));
            // Before the frame that it has named, voicetest comes back only with an input.
            const due = Math.min(this.next ?? Infinity, ...sorted.map((one) => one.message.at));
            if (this.turns > 1 && acts.length > 0 && message.t < due && this.escapes.length === 0 && acts.some((act) => act.kind !== 'came')) throw new Error(`it acts at the frame ${message.t}, where nothing is due`);
            if (message.next !== null && message.next <= message.t - (acts.length > 0)) throw new Error(`it goes on at the frame ${message.next}, which is over`);
            this.next = message.next;
            this.at = message.t;
        }
        for (const one of sent.filter((each) => each.key[0] <= this.at)) {
            this.queue.splice(this.queue.indexOf(one), 1);
            this.took(one.message);
        }
        for (const act of acts) this.act(act);
    }

    took(message) {
        if (message.kind !== 'playEnded') return;
        this.trace.push([message.at, 'playEnded', { id: message.id }]);
        this.speak();
    }

    /** The caller says the next thing half a second after a sound has ended. */
    speak() {
        if (this.callers.length === 0 || this.listening === null) return;
        const words = this.callers.shift(), start = this.at + RATE / 2;
        if (words === null) return;
        const id = this.listening;
        this.listening = null;
        this.later(start, 'speechStart');
        this.later(start + 6_400, 'words', { id, text: words.split(' ')[0], final: false });
        this.later(start + 12_800, 'words', { id, text: words, final: true });
        this.later(start + 12_800, 'speechEnd');
    }

    act(act) {
        const { line, kind, ...plain } = act;
        if (kind === 'failed' || kind === 'ended') this.end = act;
        if (['serve', 'open', 'message', 'close'].includes(kind)) this.phone?.(this, act);
        if (kind === 'play') {
            const frames = (act.text ?? '').length * FRAMES_A_LETTER + Buffer.from(act.pcm ?? '', 'base64').length / 2;
            this.open.set(act.id, (this.open.get(act.id) ?? 0) + frames);
            if (act.last) this.later(this.at + this.open.get(act.id), 'playEnded', { id: act.id });
            delete plain.pcm;
        } else if (kind === 'stop') {
            this.queue = this.queue.filter((one) => one.message.id !== act.id);
            if (this.listening === act.id) this.listening = null;
        } else if (kind === 'listen') {
            this.listening = act.id;
            if (!this.queue.some((one) => one.message.kind === 'playEnded')) this.speak();
        } else if (kind === 'call') this.call(act);
        else if (kind === 'came') {
            const { row, sent, at } = this.sockets.get(act.id), { body, encoding, last } = act;
            row.chunks.push({ after: this.at + 1 - at, behind: sent, body, encoding });
            row.isClosed = last;
            return this.later(this.at + 1, 'answer', { id: act.id, body, encoding, last });
        } else if (kind === 'more') {
            const socket = this.sockets.get(act.id);
            if (socket) Object.assign(socket, { sent: socket.sent + 1, at: this.at });
            if (socket && this.tape !== null) this.release(act.id, this.at);
            for (const [after, answer] of this.answers?.(act) ?? []) this.later(this.at + after, 'answer', { id: act.id, ...answer });
        } else if (kind === 'cancel') {
            this.queue = this.queue.filter((one) => one.message.id !== act.id || one.message.kind !== 'answer');
        } else if (kind === 'made') return this.keep(act);
        this.trace.push([this.at, kind, plain]);
        return undefined;
    }

    // Outside calls.

    call(act) {
        if (this.tape === null) {
            this.open.set(act.id, { act, at: this.at });
            return this.later(this.at, 'make', { id: act.id });
        }
        const found = this.tape.find((one) => !one.isUsed && one.to === act.to && JSON.stringify(one.body) === JSON.stringify(act.body));
        if (found) {
            found.isUsed = true;
            if (act.open && !found.error) return this.connect(act.id, this.at, found);
            return this.answer(act.id, this.at, found);
        }
        this.unmatched.push(act);
        this.end = { kind: 'unrecorded', line: act.line };
        return undefined;
    }

    /** Opens a WebSocket; what was recorded behind a message of the app comes as long after it. */
    connect(id, at, row) {
        this.sockets.set(id, { row, sent: 0, at });
        this.later(at, 'answer', { id, status: row.status, body: '', encoding: 'text', last: false });
        this.release(id, at);
    }

    /** Schedules what was recorded behind as many messages as the app has sent. */
    release(id, at) {
        const { row, sent } = this.sockets.get(id);
        for (const chunk of row.chunks.filter(({ behind = 0 }) => behind === sent)) {
            const { after, body, encoding } = chunk;
            this.later(at + after, 'answer', { id, body, encoding, last: Boolean(row.isClosed) && chunk === row.chunks.at(-1) });
        }
    }

    answer(id, at, { status, statusLine, headers, trailers, error, chunks }) {
        const all = chunks.length > 0 || error ? chunks : [{ after: 0, body: '', encoding: 'text' }];
        all.forEach(({ after, body, encoding }, index) => this.later(at + after, 'answer', {
            id, body, encoding, last: index === all.length - 1 && !error, ...(index === 0 ? { status, statusLine, headers } : {}), ...(index === all.length - 1 ? { trailers } : {}),
        }));
        if (error) this.later(at + (all.at(-1)?.after ?? 0), 'answer', { id, error, last: true });
    }

    keep({ id, kind, ...made }) {
        const { act, at } = this.open.get(id), { error } = made, row = { to: act.to, body: act.body, ...made };
        this.open.delete(id);
        this.made.push(row);
        if (act.open && !error) return this.connect(id, at, row);
        return this.answer(id, at, row);
    }
}

export function run(script, options) {
    return new Run(script, options).play();
}

/** The first of the runs, after a look that all traces are one and nothing escaped. */
export function oneOf(runs) {
    const traces = new Set(runs.map((one) => JSON.stringify(one.trace)));
    const escapes = runs.flatMap((one) => one.escapes);
    if (traces.size !== 1 || escapes.length > 0 || runs.some((one) => one.code !== 0)) {
        throw new Error(`${traces.size} traces, exits ${runs.map((one) => one.code)}, escapes ${JSON.stringify(escapes)}\n`
            + `${[...traces].join('\n')}\n${runs[0].printed}`);
    }
    return runs[0];
}

/** Runs a program once for each size of steps. */
export async function allSteps(script, options = {}, steps = STEPS) {
    const runs = [];
    for (const size of steps) runs.push(await run(script, { ...options, steps: size }));
    return oneOf(runs);
}

/** The events of the app, as [name, fields]. */
export function emitted(one) {
    return one.trace.filter(([, kind]) => kind === 'emit').map(([, , act]) => [act.event, act.fields ?? {}]);
}
