import net from 'node:net';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

await new Promise((resolve) => { new net.Socket().on('error', resolve).connect(9, '127.0.0.1'); });
voice.emit('refused');
