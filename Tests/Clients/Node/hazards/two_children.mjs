import { execFile } from 'node:child_process';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

const order = [];
await Promise.all(['.02', '.01', '.03'].map((time) => new Promise((resolve) => { execFile('sleep', [time], () => { order.push(time); resolve(); }); })));
voice.emit('order', { order });
