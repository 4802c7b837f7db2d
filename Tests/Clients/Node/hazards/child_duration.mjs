import { exec, execFile, execFileSync, execSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

const child = spawn('/bin/true');
child.on('exit', () => voice.emit('over', { what: 'exit' }));
child.on('close', () => voice.emit('over', { what: 'close' }));
await once(child, 'close');
await new Promise((resolve) => { execFile('printf', ['words'], resolve); });
voice.emit('over', { what: 'callback' });
execFileSync('true');
voice.emit('over', { what: 'sync' });
await new Promise((resolve) => { exec('printf words; true', resolve); });
execSync('echo now');
voice.emit('over', { what: 'shell' });
