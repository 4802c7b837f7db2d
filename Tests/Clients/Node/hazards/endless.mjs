import { setTimeout } from 'node:timers/promises';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

voice.emit('begins');

await setTimeout(100);

function never() {
    for (let n = 0; n < 1; n *= 2);
}
never();
