import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

voice.emit('began', { loopStart: performance.nodeTiming.loopStart });
