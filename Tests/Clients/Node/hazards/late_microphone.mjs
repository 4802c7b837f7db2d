import { setTimeout } from 'node:timers/promises';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

await setTimeout(500);
for await (const _ of voice.microphone()) voice.emit('heard');
