import { setInterval as every, setTimeout as sleep, scheduler } from 'node:timers/promises';
import { promisify } from 'node:util';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

const order = [];
for (const name of ['a', 'b', 'c']) setTimeout(() => order.push(name), 50);
const never = setTimeout(() => order.push('never'), 50);
clearTimeout(Number(never));
const again = setTimeout(() => order.push('again'), 20);
setTimeout(() => again.refresh(), 10);
setTimeout(() => order.push('hours'), 3_600_000).unref();
let rounds = 0;
for await (const value of every(100, 'x')) {
    order.push(value);
    if (++rounds === 3) break;
}
await promisify(setTimeout)(5);
await scheduler.wait(5);
order.push(await sleep(5, 'slept'), await sleep(5_000, null, { signal: AbortSignal.timeout(7) }).catch((error) => error.name));
voice.emit('order', { order: order.join(), at: performance.now() });
