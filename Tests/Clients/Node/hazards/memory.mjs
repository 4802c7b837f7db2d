import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

voice.emit('memory', { isMuch: process.memoryUsage().rss > 0 });
