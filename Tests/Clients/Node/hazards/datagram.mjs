import dgram from 'node:dgram';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

const error = await new Promise((resolve) => { dgram.createSocket('udp4').on('error', resolve).bind(0); });
voice.emit('refused', { name: error.name });
process.exit();
