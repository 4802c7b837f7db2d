import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';
import { endWork } from './work_at_start.part.mjs';

endWork();
await once(spawn(process.execPath, ['-e', ''], { stdio: 'inherit' }), 'close');
voice.emit('closed');
