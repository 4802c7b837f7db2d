import fs from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

let size = 0;
await pipeline(fs.createReadStream(process.execPath, { end: 3e6 }), createGzip(), async function* counted(source) {
    for await (const chunk of source) {
        size += chunk.length;
        yield chunk;
    }
}, fs.createWriteStream('/dev/null'));
voice.emit('size', { size, at: performance.now() });
