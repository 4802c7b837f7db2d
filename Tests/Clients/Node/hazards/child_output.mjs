import { exec, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

const child = spawn('sh', ['-c', 'printf "one\\ntw"; sleep .02; printf "o\\nthree"; exit 3']), pieces = [], order = [];
child.stdout.on('data', (data) => pieces.push(String(data)));
child.on('exit', (code) => order.push(`exit ${code}`));
child.stdout.on('end', () => order.push('end'));
await once(child, 'close');
const { stdout } = await promisify(exec)('sleep .01; echo whole');
const other = await new Promise((resolve) => { execFile('echo', ['words'], (_, text) => resolve(text)); });
voice.emit('child', { pieces, order, stdout, other, sync: execFileSync('echo', ['now']).toString(), at: performance.now() });
