import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

voice.emit('number', { value: 0 / 0 });
