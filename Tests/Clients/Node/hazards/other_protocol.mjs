import net from 'node:net';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

const error = await new Promise((resolve) => {
    const socket = net.connect(6379, 'cache.example', () => socket.write('*1\r\n$4\r\nPING\r\n')).on('error', resolve);
});
voice.emit('refused', { code: error.code });
