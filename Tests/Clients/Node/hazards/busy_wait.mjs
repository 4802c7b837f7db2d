import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

const end = Date.now() + 200;
setTimeout(() => voice.emit('timer', { at: Math.round(performance.now()) }), 100);
while (Date.now() < end);
voice.emit('waited', { at: Math.round(performance.now()) });
voice.say('hello');
const later = Date.now() + 1_000;
while (Date.now() < later);
voice.emit('again', { at: Math.round(performance.now()) });
