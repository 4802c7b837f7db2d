import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

const order = [];
await Promise.all([1 << 22, 1].map(async (size) => { await promisify(gzip)(Buffer.alloc(size)); order.push(size); }));
voice.emit('order', { order });
