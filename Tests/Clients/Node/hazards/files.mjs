import fs from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

const order = [], names = [process.execPath, '/etc/passwd', '/etc/hosts', '/etc/group'];
await Promise.all([
    ...names.map(async (name, index) => { await readFile(name); order.push(index); }),
    ...names.map((name, index) => new Promise((resolve) => { fs.readFile(name, () => { order.push(`callback ${index}`); resolve(); }); })),
    stat('/').then(() => order.push('stat')),
]);
const handle = await open(names[0]), parts = [];
await Promise.all([1 << 22, 1, 2].map(async (size) => { await handle.read(Buffer.alloc(size), 0, size, 0); parts.push(size); }));
await handle.close();
const lines = [];
for await (const chunk of fs.createReadStream('/etc/passwd', { highWaterMark: 100 })) lines.push(chunk.length);
voice.emit('order', { order: order.join(), parts: parts.join(), chunks: lines.length > 0 });
