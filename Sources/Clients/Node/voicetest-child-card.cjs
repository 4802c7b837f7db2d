// The sound card of children in Node under voicetest: samples in any form and rate, and the loudspeaker. `voicetest-children.cjs` loads it.
'use strict';

const SAMPLE_BYTES = { int16: 2, int32: 4, float32: 4, int24: 3, int8: 1, uint8: 1 };
const PAUSE_SECONDS = 0.2;      // of silence, behind which a sound is over
const HALF = 16;                // samples of the slower rate on each side of the filter

/** 16-bit samples of one channel as bytes of a form, the same on each channel. */
function coded(samples, form, channels) {
    const size = SAMPLE_BYTES[form], found = Buffer.alloc(samples.length * size * channels);
    let at = 0;
    for (const one of samples) {
        for (let channel = 0; channel < channels; channel += 1, at += size) {
            if (form === 'int16') found.writeInt16LE(one, at);
            else if (form === 'int24') found.writeIntLE(one * 256, at, 3);
            else if (form === 'int32') found.writeInt32LE(one * 65_536, at);
            else if (form === 'float32') found.writeFloatLE(one / 32_768, at);
            else if (form === 'int8') found.writeInt8(one >> 8, at);
            else found.writeUInt8((one >> 8) + 128, at);
        }
    }
    return found;
}

/** Half to even, as Python rounds. */
function rounded(value) {
    const floor = Math.floor(value);
    return value - floor === 0.5 ? floor + (floor % 2 === 0 ? 0 : 1) : Math.round(value);
}

function sampleOf(data, at, form) {
    if (form === 'int16') return data.readInt16LE(at);
    if (form === 'int24') return data.readIntLE(at, 3) >> 8;
    if (form === 'int32') return data.readInt32LE(at) >> 16;
    if (form === 'int8') return data.readInt8(at) * 256;
    if (form === 'uint8') return (data.readUInt8(at) - 128) * 256;
    const value = data.readFloatLE(at);
    return Number.isNaN(value) ? 0 : Math.min(32_767, rounded(Math.max(-1, Math.min(1, value)) * 32_768));
}

/** Bytes of a form as 16-bit samples of one channel, the mean of all; what is no whole frame is left out. */
function decoded(data, form, channels) {
    const size = SAMPLE_BYTES[form], count = Math.floor(data.length / size / channels), found = new Int16Array(count);
    for (let index = 0; index < count; index += 1) {
        let sum = 0;
        for (let channel = 0; channel < channels; channel += 1) sum += sampleOf(data, (index * channels + channel) * size, form);
        found[index] = Math.floor(sum / channels);
    }
    return found;
}

/** Converts samples between rates as the client for Python does, to the last bit, in pieces that last as long as what it takes. */
class Converter {
    constructor(rate, target) {
        const divisor = ((a, b) => { while (b) [a, b] = [b, a % b]; return a; })(rate, target);
        this.up = target / divisor;
        this.down = rate / divisor;
        this.isPlain = rate === target;
        this.width = Math.ceil(Math.ceil(HALF * Math.max(this.up, this.down)) / this.up);
        this.rows = this.isPlain ? [] : Array.from({ length: this.up }, (_, phase) => this.row(phase));
        this.samples = new Array(this.width - 1).fill(0);
        this.first = 1 - this.width;
        this.taken = 0;
        this.given = 0;
        if (!this.isPlain) this.take(new Int16Array(this.width));
    }

    row(phase) {
        const cutoff = 0.94 * Math.min(1, this.up / this.down), row = [];
        for (let tap = 1 - this.width; tap <= this.width; tap += 1) {
            const distance = tap - phase / this.up, angle = Math.PI * distance * cutoff;
            const window = 0.5 + 0.5 * Math.cos(Math.PI * Math.max(-1, Math.min(1, distance / this.width)));
            row.push(window * (angle ? Math.sin(angle) / angle : 1));
        }
        const sum = row.reduce((total, one) => total + one, 0);
        return row.map((one) => rounded(32_768 * one / sum));
    }

    take(samples, isLast = false) {
        if (this.isPlain) return samples;
        this.taken += samples.length;
        for (const one of samples) this.samples.push(one);
        for (let count = 0; isLast && count < this.width; count += 1) this.samples.push(0);
        const ends = isLast ? Math.ceil(this.taken * this.up / this.down)
            : Math.max(this.given, Math.ceil((this.taken - this.width) * this.up / this.down));
        const found = new Int16Array(ends - this.given);
        for (let index = this.given; index < ends; index += 1) {
            const start = Math.floor(index * this.down / this.up) - (this.width - 1) - this.first, row = this.rows[index * this.down % this.up];
            let value = 0;
            for (let tap = 0; tap < row.length; tap += 1) value += row[tap] * this.samples[start + tap];
            found[index - this.given] = Math.max(-32_768, Math.min(32_767, Math.floor((value + 16_384) / 32_768)));
        }
        this.given = ends;
        const kept = Math.max(0, Math.floor(ends * this.down / this.up) - (this.width - 1) - this.first);
        this.samples.splice(0, kept);
        this.first += kept;
        return found;
    }
}

/** The loudspeaker: takes bytes of a form, and makes sounds of them, which are over behind `PAUSE_SECONDS` of silence. */
class SoundOut {
    constructor(client, { rate, channels, form }) {
        Object.assign(this, { client, rate, channels, form, number: null, last: null, timer: null, ends: 0, quiet: 0, line: client.place() });
    }

    write(data) {
        const { APP } = this.client, pcm = decoded(data, this.form, this.channels), now = APP.machine.frame, isQuiet = pcm.every((one) => one === 0);
        this.line = this.client.place() ?? this.line;
        if (this.number === null) {
            const start = Math.max(this.ends, now);
            if (isQuiet) {
                this.ends = start + Math.floor(pcm.length * APP.rate / this.rate);
                return;
            }
            this.number = this.last = APP.number();
            this.heard = new Promise((resolve) => { APP.pendings.set(this.number, { finish: resolve }); });
            this.converter = new Converter(this.rate, APP.rate);
            this.quiet = 0;
            this.ends = now;
            this.take(new Int16Array(start - now));
        }
        this.ends = Math.max(this.ends, now);
        const before = this.ends;
        this.take(this.converter.take(pcm));
        this.quiet = isQuiet ? this.quiet + this.ends - before : 0;
        if (this.quiet >= PAUSE_SECONDS * APP.rate) this.finish();
    }

    take(pcm) {
        const { APP, PIECE_BYTES } = this.client;
        for (let start = 0; start < pcm.length; start += PIECE_BYTES / 2) this.act(pcm.subarray(start, start + PIECE_BYTES / 2), false);
        this.ends += pcm.length;
        if (this.timer) this.timer.isCancelled = true;
        this.timer = APP.machine.setTimer(this.ends + Math.round(PAUSE_SECONDS * APP.rate), () => this.finish());
    }

    act(pcm, last) {
        this.client.APP.act('play', { id: this.number, pcm: coded(pcm, 'int16', 1).toString('base64'), last, line: this.line });
    }

    /** No more comes of the sound. */
    finish() {
        if (this.number === null) return;
        const { APP } = this.client, rest = this.converter.isPlain ? new Int16Array(0)
            : this.converter.take(new Int16Array(0), true).subarray(0, Math.floor(APP.rate / 100));
        this.ends = Math.max(this.ends, APP.machine.frame) + rest.length;
        this.act(rest, true);
        this.timer.isCancelled = true;
        this.number = null;
    }

    /** What was not heard yet is not heard. */
    drop() {
        const { APP, place } = this.client;
        if (this.timer) this.timer.isCancelled = true;
        if (this.last !== null && APP.pendings.delete(this.last)) APP.act('stop', { id: this.last, line: place() });
        this.number = null;
        this.ends = APP.machine.frame;
    }
}

module.exports = { SAMPLE_BYTES, Converter, SoundOut, coded };
