import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliCompress, createDeflate, createGunzip, createGzip, gunzip, gzip } from 'node:zlib';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

const order = [];
await Promise.all([...[1 << 22, 1].map(async (size) => { await promisify(gzip)(Buffer.alloc(size)); order.push(size); }),
    promisify(brotliCompress)('words').then(() => order.push('brotli'))]);

let piped = 0;
async function* pieces() {
    for (let index = 0; index < 30; index += 1) {
        await new Promise((resolve) => { setTimeout(resolve, 10); });
        yield Buffer.from(Array.from({ length: 10_000 }, (_, at) => (at * at * (index + 1)) >> 5));     // hard to compress
    }
}
await pipeline(pieces, createGzip(), createGunzip(), async (source) => { for await (const piece of source) piped += piece.length; });

const error = await promisify(gunzip)('no gzip').catch(({ code }) => code);
const dropped = createDeflate();
dropped.write(Buffer.alloc(1 << 20));
dropped.destroy();
voice.emit('order', { order, piped, error, dropped: dropped.destroyed });
