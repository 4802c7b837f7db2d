import { exec } from 'node:child_process';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

voice.emit('over', await new Promise((resolve) => { exec('sleep 5', { timeout: 50 }, (error) => resolve({ killed: error.killed })); }));
