import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 250);
voice.emit('slept', { at: Math.round(performance.now()) });
