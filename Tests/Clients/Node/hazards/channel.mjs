import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

if (process.send) {
    process.send('hello');
    process.disconnect();
} else {
    const child = fork(fileURLToPath(import.meta.url));
    const [text] = await once(child, 'message');
    voice.emit('heard', { text });
}
