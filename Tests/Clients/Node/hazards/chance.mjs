import crypto, { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

voice.emit('chance', {
    random: Math.random(), uuid: randomUUID(), bytes: randomBytes(40).toString('hex'), later: (await promisify(randomBytes)(4)).toString('hex'),
    number: randomInt(1_000), web: globalThis.crypto.randomUUID(), values: crypto.getRandomValues(new Uint32Array(2)).join(),
});
