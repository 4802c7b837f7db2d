// A menu for keys: a key decides at once, digits are collected until `#`.
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

voice.declare({ name: 'menu', kinds: { decided: { role: 'decision', fields: { state: 'text' } } } });
const number = [];
let forget;
const pressed = new Promise((done) => {
    forget = voice.on('key', ({ key }) => { if (key === '#') done(); else number.push(key); });
});
await voice.say('Enter your number.');
await pressed;
forget();
voice.emit('decided', { state: number.join('') });
await voice.say('Thank you.');
