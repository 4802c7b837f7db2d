import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

process.on('uncaughtException', (error) => voice.emit('caught', { message: error.message }));
setTimeout(() => { throw new Error('first'); }, 10);
setTimeout(() => voice.emit('on', { at: Math.round(performance.now()) }), 10);
