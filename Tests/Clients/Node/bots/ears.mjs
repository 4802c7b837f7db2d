// A bot with a detector of its own, work in a thread of Node and a timer, at the level of sound.
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

async function loudness(pcm) {
    await promisify(deflate)(pcm);
    let sum = 0;
    for (let index = 0; index < pcm.length; index += 2) sum += pcm.readInt16LE(index) ** 2;
    return sum / Math.max(1, pcm.length / 2);
}

const turns = [];
let wake = null;
async function hear() {
    let voiced = 0, silent = 0;
    for await (const pcm of voice.microphone()) {
        if (await loudness(pcm) > 90_000) {
            voiced += 20;
            silent = 0;
        } else if (voiced > 0) {
            silent += 20;
            if (silent === 400) {
                voice.emit('turn', { voiced }, { silent, limit: 400 });
                turns.push(voiced);
                wake?.();
                voiced = silent = 0;
            }
        }
    }
}
hear();
await voice.play(Buffer.alloc(3_200 * 5));
for (let round = 0; round < 2; round += 1) {
    if (turns.length === 0) {
        await new Promise((resolve) => {
            wake = resolve;
            setTimeout(resolve, 3_000);
        });
    }
    if (turns.length > 0) {
        voice.emit('heard', { milliseconds: turns.shift() });
        continue;
    }
    voice.emit('timeout', { draw: Math.random() });
    const talk = voice.say('Are you there?');
    setTimeout(() => talk.cancel(), 100);
    await talk.catch(() => {});
}
process.exit();
