// Children of the sound card in Node under voicetest: what records hears the caller, what plays is the bot's voice, in virtual time.
//
// The client loads this file when a bot starts one of `arecord`, `rec`, `sox`, `ffmpeg`, `parec`, `aplay`, `play`, `ffplay`,
// `paplay`, `espeak-ng` with the sound card. No process is started.
'use strict';
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { Readable, Writable } = require('node:stream');
const { read } = require('./voicetest-child-commands.cjs');
const { SAMPLE_BYTES, Converter, SoundOut, coded } = require('./voicetest-child-card.cjs');

const PIPE_BYTES = 65_536, BUFFER_SECONDS = 0.5;
const FIRST_NUMBER = 1 << 22;           // of children: above the numbers that Linux gives
const CODES = { arecord: 1, aplay: 1, ffmpeg: 255, ffplay: 123 };       // of a child that is terminated
const CHILDREN = new Map();             // by number

/** The head of WAV: of a pipe, whose length is not known, or of so many bytes. */
function waveHead({ rate, channels, form }, length = 0x7FFFFFFF - 36) {
    const head = Buffer.alloc(44), size = SAMPLE_BYTES[form] * channels;
    head.write('RIFF', 0);
    head.writeUInt32LE(length + 36, 4);
    head.write('WAVEfmt ', 8);
    head.writeUInt32LE(16, 16);
    head.writeUInt16LE(form === 'float32' ? 3 : 1, 20);
    head.writeUInt16LE(channels, 22);
    head.writeUInt32LE(rate, 24);
    head.writeUInt32LE(rate * size, 28);
    head.writeUInt16LE(size, 32);
    head.writeUInt16LE(8 * SAMPLE_BYTES[form], 34);
    head.write('data', 36);
    head.writeUInt32LE(length, 40);
    return head;
}

/** What a child of a task does in the place of a process. */
class CardChild {
    constructor(client, child, task, options) {
        Object.assign(this, { client, child, task, folder: options.cwd ?? '.', isOver: false, isPaused: false, line: client.place() });
        this.stdio = (index) => (Array.isArray(options.stdio) ? options.stdio[index] : options.stdio) ?? 'pipe';
        const streams = [
            this.stdio(0) === 'pipe' ? this.input() : null,
            ...[1, 2].map((index) => (this.stdio(index) === 'pipe' ? new Readable({ read() {}, highWaterMark: PIPE_BYTES }) : null)),
        ];
        const number = FIRST_NUMBER + CHILDREN.size;
        CHILDREN.set(number, this);
        Object.assign(child, {
            pid: number, spawnfile: options.file, spawnargs: options.args ?? [], stdin: streams[0], stdout: streams[1], stderr: streams[2],
            stdio: streams, kill: (signal) => this.kill(signal), ref() {}, unref() {},
        });
        client.APP.watcherCount += 1;       // Node goes on while a child lives
        process.nextTick(() => child.emit('spawn'));
        if (task.does === 'record') this.record();
        else this.soon(() => this.play());
    }

    soon(work, frame = this.client.APP.machine.frame) {
        this.client.APP.machine.setTimer(frame, work);
        this.client.APP.pump.wake();
    }

    // Recording.

    record() {
        const { APP, on } = this.client, { task } = this, converter = new Converter(APP.rate, task.rate);
        const kept = [], target = this.stdio(1), number = typeof target === 'number' ? target : target?.fd;
        let left = task.seconds === null ? Infinity : Math.round(task.seconds * task.rate);
        const give = (data) => {
            if (task.file !== null) kept.push(data);
            else if (typeof number === 'number') fs.writeSync(number, data);
            // What a full pipe does not take is lost.
            else if (this.child.stdout && this.child.stdout.readableLength < PIPE_BYTES) this.child.stdout.push(data);
        };
        this.finish = () => {
            if (task.file === null) return;
            const data = Buffer.concat(kept);
            fs.writeFileSync(path.resolve(this.folder, task.file), task.isWave ? Buffer.concat([waveHead(task, data.length), data]) : data);
        };
        this.silence = on('audio', ({ pcm }) => {
            const bytes = Buffer.from(pcm, 'base64');
            const block = converter.take(new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)));
            if (this.isOver || this.isPaused) return;
            const part = block.subarray(0, Math.min(block.length, left));
            left -= part.length;
            if (part.length > 0) give(coded(part, task.form, task.channels));
            if (left === 0) this.end(0, null);
        });
        if (task.isWave && task.file === null) give(waveHead(task));
    }

    // Playing.

    /** The standard input of a child that plays or says. */
    input() {
        return new Writable({
            write: (data, _, done) => {
                if (this.isOver) return done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE', errno: -32, syscall: 'write' }));
                const seconds = this.take(Buffer.from(data));
                const frame = this.client.APP.machine.frame + Math.ceil(Math.max(0, seconds) * this.client.APP.rate);
                return seconds > 0 ? this.soon(() => done(), frame) : done();
            },
            destroy: (error, done) => { this.close(); done(error); },
            final: (done) => { this.close(); done(); },
            decodeStrings: true,
        });
    }

    /** Seconds of sound that a pipe and the card hold. */
    room() { return PIPE_BYTES / (this.task.rate * this.task.channels * SAMPLE_BYTES[this.task.form]) + BUFFER_SECONDS; }

    /** Takes samples; gives the seconds until there is room for more. */
    take(data) {
        if (this.task.does === 'record') return 0;
        if (this.target) this.target.write(data);
        else {
            this.head = Buffer.concat([this.head ?? Buffer.alloc(0), data]);
            if (this.task.does === 'say' || (this.task.isWave && this.head.length < 44)) return 0;
            this.begin();
        }
        return (this.target.ends - this.client.APP.machine.frame) / this.client.APP.rate - this.room();
    }

    /** Reads the head of WAV, where there is one. */
    begin() {
        let { head, task } = this;
        const start = task.isWave && head.toString('latin1', 0, 4) === 'RIFF' ? head.indexOf('data', 12) : -1;
        if (start >= 0) {
            const code = head.readUInt16LE(20), bits = head.readUInt16LE(34);
            const form = { 8: 'uint8', 16: 'int16', 24: 'int24', 32: code === 3 ? 'float32' : 'int32' }[bits];
            task = this.task = { ...task, form, channels: head.readUInt16LE(22), rate: head.readUInt32LE(24) };
            head = head.subarray(start + 8);
        }
        this.target = new SoundOut(this.client, task);
        this.target.write(head);
    }

    /** The standard input is over: it plays the rest, and ends when that was heard. */
    close() {
        if (this.isClosed || this.isOver || this.task.does === 'record' || this.task.file !== null || this.task.text !== null) return;
        this.isClosed = true;
        this.soon(() => this.drain());
    }

    drain() {
        const { APP } = this.client;
        if (this.task.does === 'say') return this.say(this.head?.toString('utf8') ?? '');
        if (this.head && !this.target) this.begin();
        if (!this.target) return this.end(0, null);
        this.target.finish();
        const over = () => this.soon(() => this.end(0, null), Math.max(this.target.ends, APP.machine.frame));
        return this.target.last !== null && APP.pendings.has(this.target.last) ? this.target.heard.then(over) : over();
    }

    say(text) {
        if (!text.trim()) return this.end(0, null);
        this.spoken = this.client.say(text.trim());
        return this.spoken.then(() => this.end(0, null), () => {});
    }

    play() {
        const { task } = this, given = this.stdio(0), number = typeof given === 'number' ? given : given?.fd;
        if (this.isOver) return undefined;
        if (task.text !== null) return this.say(task.text);
        if (task.file === null && typeof number !== 'number') return given === 'pipe' ? undefined : this.drain();
        const file = task.file === null ? number : path.resolve(this.folder, task.file);
        let data;
        try {
            data = fs.readFileSync(file);
        } catch (error) {
            const words = { ENOENT: 'No such file or directory', EACCES: 'Permission denied', EISDIR: 'Is a directory' }[error.code] ?? error.message;
            return this.fail(`${task.name}: ${task.file}: ${words}`);
        }
        if (task.isWave && data.toString('latin1', 0, 4) !== 'RIFF') {
            const { status, stdout } = this.client.spawnSync('ffmpeg', ['-v', 'error', '-i', String(file), '-f', 'wav', '-'], { maxBuffer: 1 << 28 });
            if (status !== 0) return this.fail(`${task.name}: ${task.file} is no WAV, and voicetest needs ffmpeg to play it`);
            data = stdout;
        }
        this.take(data);
        return this.drain();
    }

    fail(text) {
        if (this.child.stderr) this.child.stderr.push(`${text}\n`);
        else this.client.tellOnce(null, text);
        this.end(1, null);
    }

    // The end.

    kill(signal = 'SIGTERM') {
        const name = typeof signal === 'number' ? Object.entries(os.constants.signals).find(([, one]) => one === signal)?.[0] : signal;
        if (this.isOver || signal === 0) return !this.isOver;
        if (!(name in os.constants.signals)) throw Object.assign(new TypeError(`Unknown signal: ${signal}`), { code: 'ERR_UNKNOWN_SIGNAL' });
        if (this.client.isCalledByNode() && this.client.place() === undefined) {
            this.client.APP.machine.escape('child', 'a child\'s time limit, which is real time, ran out', this.line);
        }
        this.child.killed = true;
        if (name === 'SIGSTOP' || name === 'SIGCONT') this.isPaused = name === 'SIGSTOP';
        else {
            this.target?.drop();
            this.spoken?.cancel();
            const code = name === 'SIGKILL' ? null : CODES[this.task.name] ?? null;
            this.end(code, code === null ? name : null);
        }
        return true;
    }

    end(code, signal) {
        if (this.isOver) return;
        this.isOver = true;
        this.silence?.();
        if (signal !== 'SIGKILL') this.finish?.();
        const { child } = this, streams = [child.stdout, child.stderr].filter(Boolean);
        let open = streams.length + 1;
        const closed = () => { if (--open === 0) this.soon(() => child.emit('close', code, signal)); };
        for (const one of streams) {
            one.push(null);
            one.once('close', closed);
        }
        this.soon(() => {
            this.client.APP.watcherCount -= 1;
            Object.assign(child, { exitCode: code, signalCode: signal });
            child.stdin?.destroy();
            child.emit('exit', code, signal);
            for (const one of streams) if (one.readableFlowing === null) one.resume();
            closed();
        });
    }
}

/** Makes a `ChildProcess` that is being started the child of a task. Signals to its number reach it. */
function takeProcess(client, child, task, options) {
    if (CHILDREN.size === 0) {
        const plain = process.kill;
        process.kill = function kill(number, signal) {
            const one = CHILDREN.get(Math.abs(number));
            if (one === undefined) return plain.call(process, number, signal);
            if (one.isOver) throw Object.assign(new Error('kill ESRCH'), { errno: -os.constants.errno.ESRCH, code: 'ESRCH', syscall: 'kill' });
            return one.kill(signal);
        };
    }
    return new CardChild(client, child, task, options);
}

module.exports = { read, takeProcess };
