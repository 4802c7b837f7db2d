// Takes a pizza order: voicetest hears and speaks, a model behind HTTP understands.
import * as voice from '../../Sources/Clients/Node/voicetest-app.mjs';

const MODEL = 'http://127.0.0.1:8765/understand';
const settings = voice.declare({
    name: 'pizza', version: '1', settings: { patienceMs: 4_000, modelMs: 1_500 },
    kinds: {
        state: { role: 'state', fields: { state: 'text' }, states: ['size', 'confirm', 'done'] },
        decided: { role: 'decision', fields: { choice: 'text' } },
        gaveUp: { role: 'decision', fields: { waiting: 'text' }, units: { limit: 'ms' } },
    },
});

async function understand(state, words, signal) {
    const question = {
        model: 'small-1',
        messages: [{ role: 'system', content: `The caller is asked for: ${state}.` }, { role: 'user', content: words }],
    };
    const answer = await fetch(MODEL, { method: 'POST', body: JSON.stringify(question), headers: { authorization: 'Bearer none' }, signal });
    return (await answer.json()).choice;
}

/** Asks until something is understood; the caller may speak into the question. */
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
            voice.emit('gaveUp', { waiting: 'caller' }, { limit: settings.patienceMs });
        } finally {
            clearTimeout(patience);
        }
    }
    return null;
}

async function choose(state, question, phrases) {
    voice.emit('state', { state });
    const words = await ask(question, phrases);
    if (words === null) return null;
    try {
        const choice = await understand(state, words, AbortSignal.timeout(settings.modelMs));
        voice.emit('decided', { choice }, { words: words.split(' ').length });
        return choice;
    } catch (error) {
        if (error.name !== 'TimeoutError') throw error;
        voice.emit('gaveUp', { waiting: 'model' }, { limit: settings.modelMs });
        return null;
    }
}

const size = await choose('size', 'Which size?', ['a large pizza', 'a small pizza', 'something strange']);
if (size) {
    voice.field('Size', size);
    const answer = await choose('confirm', `A ${size} pizza. Shall I order it?`, ['yes please', 'no thanks']);
    await voice.say(answer === 'yes' ? 'It is on its way.' : 'Then not.');
} else {
    await voice.say('Please call again.');
}
voice.emit('state', { state: 'done' });
