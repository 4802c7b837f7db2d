import { pbkdf2, subtle } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzipSync, gzip } from 'node:zlib';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

const order = [];
const job = (name, promise) => promise.then((value) => { order.push(name); return value; });
const derive = promisify(pbkdf2);
await Promise.all([
    job('slow', derive('a', 'b', 200_000, 32, 'sha256')), job('quick', derive('a', 'b', 1, 32, 'sha256')),
    job('digest', globalThis.crypto.subtle.digest('SHA-256', Buffer.alloc(1 << 20))),
    job('wasm', WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))),
]);
const packed = await job('gzip', promisify(gzip)(Buffer.alloc(1 << 20)));
voice.emit('order', { order: order.join(), size: gunzipSync(packed).length, at: performance.now(), subtle: subtle === globalThis.crypto.subtle });
