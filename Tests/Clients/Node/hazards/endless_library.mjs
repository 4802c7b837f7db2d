import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

voice.emit('begins');

// A function of Node's that never comes back.
[1].forEach(function again() { Promise.resolve().then(again); });
