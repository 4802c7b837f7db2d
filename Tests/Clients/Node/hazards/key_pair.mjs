import { generateKeyPairSync } from 'node:crypto';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

voice.emit('key', { kind: generateKeyPairSync('ed25519').publicKey.type });
