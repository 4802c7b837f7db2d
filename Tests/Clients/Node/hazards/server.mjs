import http from 'node:http';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

const error = await new Promise((resolve) => { http.createServer().on('error', resolve).listen(0); });
voice.emit('refused', { name: error.name });
