import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

const child = spawn('sed', ['-u', 's/^/heard /']), answers = [];
for (const line of ['one\n', 'two\n']) child.stdin.write(line);
child.stdin.end('three');
for await (const line of createInterface({ input: child.stdout })) answers.push(line);
if (child.exitCode === null) await once(child, 'exit');
voice.emit('answers', { answers, code: child.exitCode });
