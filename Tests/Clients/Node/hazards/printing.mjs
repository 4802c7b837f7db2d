import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

console.log('printed');
process.stdout.write('written\n');
fs.writeSync(1, 'by number\n');
await once(spawn('echo', ['inherited'], { stdio: 'inherit' }), 'close');
execFileSync('echo', ['inherited, too'], { stdio: 'inherit' });
let read = '';
for await (const chunk of process.stdin) read += chunk;
voice.emit('read', { read, all: fs.readFileSync(0, 'utf8'), child: execFileSync('cat', { stdio: ['inherit', 'pipe', 'inherit'] }).toString() });
