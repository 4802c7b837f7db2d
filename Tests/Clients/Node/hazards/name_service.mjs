import { lookup } from 'node:dns/promises';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

voice.emit('refused', { name: await lookup('model.example').catch((error) => error.name) });
