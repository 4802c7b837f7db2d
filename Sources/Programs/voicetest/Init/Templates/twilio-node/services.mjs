// A stand-in for the realtime model, so that the first run needs no key and no network.
//
// Take the call of `standIn` out of bot.mjs, set OPENAI_API_KEY and run `voicetest test --calls live` once to put the real one
// in: nothing else of the bot changes.
import { stub } from './voicetest-app.mjs';

const LINES = ['Hello, this is the pizzeria. Which size?', 'And your name, please?', 'Thank you. It is on its way.'];
const QUIET_MESSAGES = 25;          // of 20 ms each, behind which a turn is over

export function standIn() {
    const model = new Model();
    stub('GET wss://api.openai.com/v1/realtime', (to, message) => model.answer(message));
}

/** Says a line in each turn of its own, four times as fast as it is heard, and stops where the caller speaks. */
class Model {
    /** Gives the events behind a message of the bot, each with its seconds. */
    answer(message) {
        if (message === null) {
            Object.assign(this, { turns: 0, loud: 0, quiet: 0, rest: Buffer.alloc(0), given: new Map() });
            return [[0.1, JSON.stringify({ type: 'session.created' })]];
        }
        const event = JSON.parse(message);
        const deeds = { 'input_audio_buffer.append': this.hear, 'response.create': this.begin, 'conversation.item.truncate': this.cut };
        return (deeds[event.type]?.call(this, event) ?? []).map((one) => [0.01, JSON.stringify(one)]);
    }

    hear({ audio }) {
        const isLoud = Buffer.from(audio, 'base64').some((byte) => (~byte & 0x7f) > 0x40);      // of mu-law
        this.quiet = isLoud ? 0 : this.quiet + 1;
        this.loud += Number(isLoud);
        if (isLoud && this.loud === 3) {
            this.rest = Buffer.alloc(0);
            return [{ type: 'input_audio_buffer.speech_started' }];
        }
        const isOver = this.quiet === QUIET_MESSAGES && this.loud >= 3;
        if (this.quiet === QUIET_MESSAGES) this.loud = 0;
        return isOver ? [{ type: 'input_audio_buffer.speech_stopped' }, ...this.begin()] : this.speak();
    }

    begin() {
        this.turns += 1;
        this.rest = voiceOf(LINES[Math.min(this.turns, LINES.length) - 1]);
        return [{ type: 'response.created' }, ...this.speak()];
    }

    speak() {
        const part = this.rest.subarray(0, 640), item = `item_${this.turns}`;
        if (part.length === 0) return [];
        this.rest = this.rest.subarray(640);
        this.given.set(item, (this.given.get(item) ?? 0) + part.length / 8);
        const delta = { type: 'response.output_audio.delta', item_id: item, delta: part.toString('base64') };
        return this.rest.length > 0 ? [delta] : [delta, { type: 'response.done' }];
    }

    cut({ item_id: item, audio_end_ms: end }) {
        const has = this.given.get(item) ?? 0;
        if (end <= has) return [{ type: 'conversation.item.truncated', item_id: item, audio_end_ms: end }];
        return [{ type: 'error', error: { message: `Audio content of ${has}ms is already shorter than ${end}ms` } }];
    }
}

/** A tone of 60 ms for each letter, in mu-law at 8,000 samples a second (ITU-T G.711). */
function voiceOf(text) {
    const sound = [];
    for (const letter of text.toLowerCase()) {
        const hertz = /[a-z]/.test(letter) ? 150 + 20 * (letter.charCodeAt(0) % 32) : 0;
        for (let index = 0; index < 480; index += 1) {
            const sample = Math.round(6_000 * Math.sin(2 * Math.PI * hertz * index / 8_000)), size = Math.abs(sample) + 132;
            const exponent = 24 - Math.clz32(size);
            sound.push(~((sample < 0 ? 128 : 0) | exponent << 4 | (size >> exponent + 3 & 15)) & 255);
        }
    }
    return Buffer.from(sound);
}
