import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isMainThread, parentPort } from 'node:worker_threads';

export const named = (folder) => path.basename(folder);

export function place() {
    const { env } = process;
    return {
        host: [os.hostname(), `${os.hostname}`, env.HOSTNAME], user: [os.userInfo().username, env.USER, env.LOGNAME,
            env.USERNAME],
        processors: [os.cpus().length, os.availableParallelism(),
            globalThis.navigator?.hardwareConcurrency ?? os.cpus().length],
        home: os.userInfo().homedir === os.homedir() && os.userInfo().uid === process.getuid(),
        model: os.cpus()[0].model,
        locale: [env.LC_ALL, env.LANG, env.LANGUAGE ?? null, env.LC_TIME ?? null],
        zone: [env.TZ, Intl.DateTimeFormat().resolvedOptions().timeZone, new Date(0).getHours(),
            new Date(0).getTimezoneOffset()],
    };
}

if (!isMainThread) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'talk-'));
    parentPort.postMessage({ ...place(), folder: named(folder) });
} else if (process.send && process.argv[1].endsWith('world.part.mjs')) process.send(place());
