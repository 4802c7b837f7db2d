import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

process.on('beforeExit', () => { if (performance.now() < 100) setTimeout(() => voice.emit('more'), 200); });
process.on('exit', (code) => voice.emit('exit', { code, at: Math.round(performance.now()) }));
