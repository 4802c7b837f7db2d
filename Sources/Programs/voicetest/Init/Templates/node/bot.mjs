// Takes a pizza order. voicetest is its ears, its voice and its clock.
//
//     node --import ./voicetest-app.mjs bot.mjs     is what voicetest starts; voicetest.json says so
import { setTimeout as sleep } from 'node:timers/promises';
import * as voice from './voicetest-app.mjs';

const settings = voice.declare({
    name: 'pizza', version: '1', settings: { patienceMs: 4_000 },
    kinds: {
        state: { role: 'state', fields: { state: 'text' }, states: ['size', 'confirm', 'done'] },
        decided: { role: 'decision', fields: { size: 'text' } },
        gaveUp: { role: 'decision', units: { limit: 'ms' } },
    },
});

// What the outside world answers: a session keeps it, and a test takes it from there.
const price = voice.external('kitchen', async (size) => {
    await sleep(300);
    return { large: 12, small: 8 }[size];
});

/** Asks twice at most; the caller may speak into the question. */
async function ask(question, phrases) {
    for (let attempt = 0; attempt < 2; attempt += 1) {
        const listening = voice.listen(phrases), talk = voice.say(question);
        const forget = voice.on('speechStart', () => talk.cancel());
        await talk.catch(() => {});
        forget();
        const patience = setTimeout(() => listening.cancel(), settings.patienceMs);
        try {
            const words = await listening;
            if (words) return words;
        } catch {
            voice.emit('gaveUp', {}, { limit: settings.patienceMs });
        } finally {
            clearTimeout(patience);
        }
    }
    return null;
}

async function takeOrder() {
    voice.emit('state', { state: 'size' });
    const choice = await ask('Which size?', ['large', 'small', 'a large pizza please', 'a small pizza please']);
    if (choice === null) return voice.say('Please call again.');
    const size = choice.includes('large') ? 'large' : 'small';
    voice.emit('decided', { size });
    const euros = await price(size);
    voice.emit('state', { state: 'confirm' });
    const answer = await ask(`A ${size} pizza is ${euros} euros. Shall I order it?`, ['yes', 'no', 'yes please', 'no thanks']);
    await voice.say(answer?.includes('yes') ? 'It is on its way.' : 'Then not.');
    return voice.emit('state', { state: 'done' });
}

await takeOrder();
