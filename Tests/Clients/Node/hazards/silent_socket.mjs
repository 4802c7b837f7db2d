import net from 'node:net';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

const socket = net.connect(9, '127.0.0.1').on('data', (data) => voice.emit('heard', { data: String(data) }));
const error = await new Promise((resolve) => { socket.on('error', resolve); });
voice.emit('refused', { code: error.code });
