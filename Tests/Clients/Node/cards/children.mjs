// Children of the sound card: each case emits what it has seen, with the virtual time.
import { exec, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

voice.declare({ hears: 'audio', kinds: { seen: { role: 'note', fields: { what: 'text' } } } });
const RAW = ['-f', 'S16_LE', '-r', '16000', '-c', '1', '-t', 'raw'], [, , name, folder] = process.argv;
const LOUD = Buffer.from(new Int16Array(16_000).fill(8_192).buffer);

const seen = (...what) => voice.emit('seen', { what: `${what.join(' ')} at ${(performance.now() / 1_000).toFixed(3)}` });

async function records() {
    const child = spawn('arecord', RAW);
    child.once('spawn', () => seen('spawn', child.pid > 1 << 21));
    for (let count = 0; count < 3; count += 1) seen((await once(child.stdout, 'data'))[0].length);
    child.kill();
    seen(...(await once(child, 'exit')), child.killed);
    const wave = spawn('sox', ['-d', '-t', 'wav', '-r', '48000', '-c', '2', '-b', '16', '-e', 'signed-integer', '-', 'trim', '0', '0.1']);
    let size = 0;
    for await (const data of wave.stdout) size += data.length;
    seen(size, wave.exitCode);
    const pulse = spawn('parec', ['--raw', '--rate=8000', '--channels=1'], { stdio: ['ignore', 'pipe', 'ignore'] });
    await once(pulse.stdout, 'data');
    pulse.kill('SIGSTOP');
    setTimeout(() => pulse.kill('SIGCONT'), 500);
    seen((await once(pulse.stdout, 'data'))[0].length);
    process.kill(-pulse.pid, 'SIGKILL');
    seen(...(await once(pulse, 'close')));
    try {
        process.kill(pulse.pid, 0);
    } catch (error) {
        seen(error.code);
    }
}

async function plays() {
    const child = spawn('aplay', [...RAW, '-']);
    child.stdin.end(LOUD);
    seen(...(await once(child, 'close')));
    const speaker = spawn('ffplay', ['-f', 's16le', '-ar', '16000', '-ac', '1', '-nodisp', '-autoexit', '-i', '-']);
    for (let count = 0; count < 4; count += 1) {
        await new Promise((resolve) => { speaker.stdin.write(LOUD, resolve); });
        seen('wrote');
    }
    speaker.kill();
    seen(...(await once(speaker, 'exit')));
    speaker.stdin.on('error', (error) => seen(error.code));
    const voiced = spawn('espeak-ng', ['one two three']);
    setTimeout(() => voiced.kill('SIGKILL'), 200);
    seen(...(await once(voiced, 'exit')));
    const piped = spawn('espeak', []);
    piped.stdin.end('from a pipe');
    seen(...(await once(piped, 'exit')));
}

async function files() {
    const file = path.join(folder, 'heard.wav');
    await once(spawn('rec', ['-q', '-r', '16000', '-c', '1', '-b', '16', 'heard.wav', 'trim', '0', '1'], { cwd: folder }), 'close');
    seen(fs.statSync(file).size, fs.readFileSync(file, 'latin1').slice(0, 4));
    execFile('aplay', [file], (error, out) => seen('played', error, out.length));
    await new Promise((resolve) => { exec(`play -q "${file}"`, resolve); });
    execFile('aplay', [path.join(folder, 'none.wav')], (error, out, said) => seen(error.code, said.trim().replace(folder, '.')));
    await once(spawn('arecord', [...RAW, '-d', '1'], { stdio: ['ignore', fs.openSync(path.join(folder, 'raw'), 'w'), 'ignore'] }), 'exit');
    seen(fs.statSync(path.join(folder, 'raw')).size);
}

async function told() {
    for (const words of [['mpg123', 'x.mp3'], ['sh', '-c', 'arecord | cat'], ['rec', 'x.wav', 'silence', '1', '0.1'], ['sox', 'a.wav', 'b.wav'],
        ['ffmpeg', '-i', 'a.wav', 'b.wav'], ['espeak-ng', '--stdout', 'hello']]) {
        await new Promise((resolve) => { spawn(words[0], words.slice(1), { stdio: 'ignore' }).on('error', resolve).on('exit', resolve); });
    }
    spawnSync('aplay', ['x.wav']);
    await new Promise((resolve) => { execFile('arecord', RAW, { timeout: 50 }, resolve); });
}

await { records, plays, files, told }[name]();
