import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

let rounds = 0;
const end = Date.now() + 200;
while (Date.now() < end) {
    rounds += 1;
    await new Promise((resolve) => { setImmediate(resolve); });
}
voice.emit('waited', { rounds, at: Math.round(performance.now()) });
