import { exec, execFile, execFileSync, execSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

const child = spawn('printf', ['one\\ntwo']);
child.stdout.on('data', (data) => voice.emit('over', { what: String(data) }));
child.stdout.on('end', () => voice.emit('over', { what: 'end' }));
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
spawnSync('printf words', { shell: true });
voice.emit('over', { what: 'sync shell' });
