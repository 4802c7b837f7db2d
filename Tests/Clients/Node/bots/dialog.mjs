// A bot at the level of words: what the client's own names make of thirty lines.
import { setTimeout as sleep } from 'node:timers/promises';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

const settings = voice.declare({
    name: 'pizza', version: '2', settings: { patienceMs: 5_000 }, kinds: { decided: { role: 'decision', fields: { state: 'text' } } },
});

let state = 'size';
console.log('a bot may print');
while (state !== 'done') {
    const talk = voice.say(state === 'size' ? 'Which size?' : 'Shall I order it?');
    const forget = voice.on('speechStart', () => talk.cancel());
    await talk.catch(() => {});
    forget();
    let words;
    try {
        words = await voice.listen(['large', 'yes'], { signal: AbortSignal.timeout(settings.patienceMs) });
    } catch {
        voice.emit('timeout');
        continue;
    }
    await sleep(300);
    state = { large: 'confirm', yes: 'done' }[words] ?? state;
    voice.emit('decided', { state }, { words });
}
await voice.say('Goodbye.');
