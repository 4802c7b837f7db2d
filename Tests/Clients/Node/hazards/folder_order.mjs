import fs from 'node:fs';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

const folder = fs.opendirSync(import.meta.dirname ?? '.');
voice.emit('first', { name: folder.readSync().name });
folder.closeSync();
