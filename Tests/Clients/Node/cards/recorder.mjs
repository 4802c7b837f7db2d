// A bot without an adapter: a child records for as long as its server wants to hear, which is after the bot has waited.
// A file of settings that it looks for is not there.
import { spawn } from 'node:child_process';
import fs from 'node:fs';

try {
    fs.readFileSync(new URL('settings.local.js', import.meta.url));
} catch {}

setTimeout(() => {
    const child = spawn('arecord', ['-f', 'S16_LE', '-r', '8000', '-c', '1', '-t', 'raw', '-q']);
    let loud = 0;
    child.stdout.on('data', (data) => {
        for (let at = 0; at < data.length; at += 2) loud += Math.abs(data.readInt16LE(at)) > 1_000 ? 1 : 0;
        if (loud < 4_000) return;
        const voice = spawn('aplay', ['-f', 'S16_LE', '-r', '24000', '-c', '1', '-t', 'raw', '-']);
        voice.stdin.end(Buffer.from(new Int16Array(12_000).fill(4_000).buffer));
        voice.on('exit', () => child.kill());
        loud = -Infinity;
    });
}, 100);
