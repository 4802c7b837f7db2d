import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

voice.emit('begins');
for (let n = 0; n < 1; n *= 2);
