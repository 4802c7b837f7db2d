import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

let seen = 0;
const registry = new FinalizationRegistry(() => { seen += 1; });
const weak = [];
for (let round = 0; round < 50; round += 1) {
    const one = { data: new Array(1e5).fill(round) };
    registry.register(one, round);
    if (round < 3) weak.push(new WeakRef(one));
    await new Promise((resolve) => { setTimeout(resolve, 10); });
}
voice.emit('garbage', { seen, alive: weak.filter((one) => one.deref()).length });
