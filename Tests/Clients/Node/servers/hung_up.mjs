// A bot that serves until the caller hangs up.
import http from 'node:http';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

const server = http.createServer().listen(5050);
const end = voice.on('hangUp', ({ caller }) => {
    voice.emit('hungUp', { caller });
    end();
    server.close();
});
