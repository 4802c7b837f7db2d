// Tells where and when it runs, by all ways that Node has.
import childProcess, { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os, { hostname } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';
import { named, place } from './world.part.mjs';

const part = new URL('world.part.mjs', import.meta.url);

/** Names of temporary folders; the last ones stay behind. */
async function names() {
    const prefix = path.join(os.tmpdir(), 'talk-'), found = [
        fs.mkdtempSync(prefix), await fs.promises.mkdtemp(prefix), await promisify(fs.mkdtemp)(prefix),
        fs.mkdtempSync(prefix, 'buffer').toString(),
        fs.mkdtempSync(Buffer.from(prefix), { encoding: 'hex' }),
    ];
    found[4] = Buffer.from(found[4], 'hex').toString();
    for (const folder of found) fs.rmdirSync(folder);
    const error = await fs.promises.mkdtemp('/nowhere/talk-').catch(({ code, syscall }) => `${code} ${syscall}`);
    return [error, ...found.map(named), named(fs.mkdtempSync(prefix)), named(await fs.promises.mkdtemp(prefix))];
}

const moment = () => {
    const now = new Date(), format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeStyle: 'long' });
    return { now: String(now), hours: now.getHours(), offset: now.getTimezoneOffset(),
        local: now.toLocaleString('en-GB'), format: format.format(),
        iso: now.toISOString().slice(0, 19), seconds: Math.floor(Date.now() / 1_000),
        zone: Intl.DateTimeFormat().resolvedOptions().timeZone };
};

if (process.argv[2] === 'place') {
    const worker = new Worker(part);
    const [inWorker] = await once(worker, 'message');
    await once(worker, 'exit');
    const shell = execFileSync('sh', ['-c', 'echo $USER $HOSTNAME $LC_ALL; date -d @0 +%Z'],
        { encoding: 'utf8' }).split(/\s+/).slice(0, 4);
    voice.emit('place', { ...place(), text: `${hostname}`, inWorker, shell,
        info: os.userInfo({ encoding: 'buffer' }).username.toString() });
} else if (process.argv[2] === 'fork') {
    const [inChild] = await once(childProcess.fork(fileURLToPath(part)), 'message');
    voice.emit('place', inChild);
} else if (process.argv[2] === 'names') {
    voice.emit('names', { names: await names(), later: Math.random() });
} else {
    for (let round = 0; round < 2; round += 1) {
        voice.emit('moment', moment());
        await new Promise((resolve) => { setTimeout(resolve, 20_000); });
    }
}
