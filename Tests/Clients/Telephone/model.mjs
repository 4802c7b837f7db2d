// A stand-in for the Realtime API of OpenAI, for bots of others: model.py in Node.
import { stub } from './voicetest-app.mjs';

const LINES = ['hello, this is the pizza place', 'which size may it be', 'thank you, it is on its way'];
const QUIET_MS = 500;               // behind which a turn is over

/** Answers for the model: `openai` hears and speaks mu-law, `older` 16 bits at 24,000 samples, by the names of its beta. */
export function standIn(kind = 'openai') {
    const model = new Model(kind === 'older');
    stub('GET wss://api.openai.com/v1/realtime', (to, message) => model.answer(message));
}

class Model {
    constructor(isOlder) {
        this.isOlder = isOlder;
        this.msBytes = isOlder ? 48 : 8;
    }

    /** Gives the events behind a message of the bot, each with its seconds; `MODEL=off` ends the process. */
    answer(message) {
        if (process.env.MODEL === 'off') process.exit(70);
        if (message === null) {
            Object.assign(this, { turns: 0, heard: 0, loud: 0, quiet: 0, rest: Buffer.alloc(0), given: new Map() });
        }
        const said = message === null ? [{ type: 'session.created' }] : this.told(JSON.parse(message));
        return said.map((one) => [0.01, JSON.stringify(one)]);
    }

    told(event) {
        if (event.type === 'session.update') return [{ type: 'session.updated', session: event.session }];
        if (event.type === 'input_audio_buffer.append') return this.hear(Buffer.from(event.audio, 'base64'));
        if (event.type === 'response.create') return this.begin();
        return event.type === 'conversation.item.truncate' ? this.cut(event) : [];
    }

    isLoud(sound) {
        if (!this.isOlder) return sound.some((byte) => (~byte & 0x7f) > 0x40);
        return sound.some((_, place) => place % 2 === 0 && Math.abs(sound.readInt16LE(place)) > 1_000);
    }

    hear(sound) {
        const isLoud = this.isLoud(sound), ms = sound.length / this.msBytes;
        this.heard += ms;
        [this.loud, this.quiet] = isLoud ? [this.loud + ms, 0] : [this.loud, this.quiet + ms];
        if (isLoud && this.loud >= 60 && this.loud - ms < 60) {
            this.rest = Buffer.alloc(0);
            return [{ type: 'input_audio_buffer.speech_started', audio_start_ms: Math.round(this.heard - this.loud) }];
        }
        const wasLoud = this.loud >= 60;
        if (this.quiet < QUIET_MS) return this.speak();
        this.loud = 0;
        return wasLoud ? [{ type: 'input_audio_buffer.speech_stopped' }, ...this.begin()] : this.speak();
    }

    begin() {
        this.turns += 1;
        this.rest = voiceOf(LINES[Math.min(this.turns, LINES.length) - 1], this.isOlder);
        const item = { id: `item_${this.turns}`, type: 'message', role: 'assistant' };
        const made = this.isOlder ? [{ type: 'conversation.item.created', item }] : [];
        return [{ type: 'response.created' }, ...made, ...this.speak()];
    }

    speak() {
        const count = 80 * this.msBytes, part = this.rest.subarray(0, count), item = `item_${this.turns}`;
        if (part.length === 0) return [];
        this.rest = this.rest.subarray(count);
        this.given.set(item, (this.given.get(item) ?? 0) + part.length / this.msBytes);
        const type = this.isOlder ? 'response.audio.delta' : 'response.output_audio.delta';
        const delta = { type, item_id: item, delta: part.toString('base64') };
        return this.rest.length > 0 ? [delta] : [delta, { type: 'response.done' }];
    }

    cut({ item_id: item, audio_end_ms: end }) {
        const has = this.given.get(item) ?? 0;
        if (end <= has) return [{ type: 'conversation.item.truncated', item_id: item, audio_end_ms: end }];
        return [{ type: 'error', error: { message: `Audio content of ${has}ms is already shorter than ${end}ms` } }];
    }
}

/** A tone of 60 ms for each letter: 16 bits at 24,000 samples a second, else mu-law at 8,000 (ITU-T G.711). */
function voiceOf(text, isWide) {
    const sound = [], rate = isWide ? 24_000 : 8_000;
    for (const letter of text) {
        const hertz = /[a-z]/.test(letter) ? 150 + 20 * (letter.charCodeAt(0) % 32) : 0;
        for (let index = 0; index < 0.06 * rate; index += 1) {
            const sample = Math.round(6_000 * Math.sin(2 * Math.PI * hertz * index / rate)), size = Math.abs(sample) + 132;
            const exponent = 24 - Math.clz32(size);
            if (isWide) sound.push(sample & 255, sample >> 8 & 255);
            else sound.push(~((sample < 0 ? 128 : 0) | exponent << 4 | (size >> exponent + 3 & 15)) & 255);
        }
    }
    return Buffer.from(sound);
}
