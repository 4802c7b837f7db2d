import { setTimeout } from 'node:timers/promises';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

voice.emit('begins');
for (;;) {
    await setTimeout(1);
    for (let n = 0; n < 4_000_000; n += 1);
}
