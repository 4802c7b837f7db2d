import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

voice.emit('number', { isNumber: Number.isInteger(process.pid) });
