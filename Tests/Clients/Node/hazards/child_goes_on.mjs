import { spawn } from 'node:child_process';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

const child = spawn('sleep', ['30']);
await new Promise((resolve) => { setTimeout(resolve, 100); });
child.kill();
voice.emit('killed');
process.exit();
