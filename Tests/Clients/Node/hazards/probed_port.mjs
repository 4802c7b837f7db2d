import tls from 'node:tls';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

const socket = tls.connect(9, '127.0.0.1');
await new Promise((resolve) => { socket.on('secureConnect', resolve); });
socket.destroy();
voice.emit('open');
