// What children of the sound card are asked by their words: `arecord`, `sox`, `ffmpeg` and others. `voicetest-children.cjs` does it.
'use strict';
const fs = require('node:fs');
const path = require('node:path');

const FORMS = {
    s16: 'int16', s16_le: 'int16', s16le: 'int16', s32_le: 'int32', s32le: 'int32', s24_3le: 'int24', s24le: 'int24',
    float_le: 'float32', f32le: 'float32', float32le: 'float32', s8: 'int8', u8: 'uint8',
};
const OF_SOX = {
    'signed 8': 'int8', 'signed 16': 'int16', 'signed 24': 'int24', 'signed 32': 'int32', 'unsigned 8': 'uint8', 'float 32': 'float32',
};
const DEVICES = new Set(['alsa', 'pulse', 'pulseaudio', 'coreaudio', 'avfoundation', 'dshow', 'oss']);

/** What a child does: `does` is record, play or say, of samples in a form, from or to a file, standard input or output. */
function task(name, does, values) {
    return { name, does, rate: 44_100, channels: 1, form: 'int16', file: null, isWave: false, seconds: null, text: null, ...values };
}

/** The task of a child; null for one that leaves the card alone, a text for one that nothing stands in for. */
function read(name, words) {
    try {
        return READERS[name](name, [...words]);
    } catch (error) {
        return `'${name}' opens the sound card with words that voicetest does not know: ${error.message}`;
    }
}

function formOf(name) {
    if (!Object.hasOwn(FORMS, name)) throw new Error(name);
    return FORMS[name];
}

/** A whole number: of hertz, channels or bits. */
function numberOf(text) {
    if (!/^[0-9]+$/.test(text)) throw new Error(text);
    return Number(text);
}

/** A rate as SoX takes it, also in thousands: 44.1k. */
function rateOf(text) {
    const found = /^([0-9]+(?:\.[0-9]+)?)k$/.exec(text);
    return found ? Math.round(Number(found[1]) * 1_000) : numberOf(text);
}

function secondsOf(text) {
    if (!/^[0-9]+(\.[0-9]+)?$/.test(text)) throw new Error(text);
    return Number(text);
}

const taken = (words, word) => {
    if (words.length === 0) throw new Error(`${word} without a value`);
    return words.shift();
};

/** The options of a command and what else stands there. An error for one that is not known. */
function optionsOf(words, valued, plain = []) {
    const found = {}, rest = [], left = [...words];
    while (left.length > 0) {
        const word = left.shift(), cut = word.startsWith('--') ? word.indexOf('=') : -1;
        const key = cut < 0 ? word : word.slice(0, cut);
        if (Object.hasOwn(valued, key)) found[valued[key]] = cut < 0 ? taken(left, word) : word.slice(cut + 1);
        else if (word.startsWith('-') && word.length > 1 && !plain.includes(word)) {
            const short = Object.keys(valued).find((one) => one.length === 2 && word.startsWith(one));
            if (short === undefined || word.startsWith('--')) throw new Error(word);
            found[valued[short]] = word.slice(2);
        } else if (!word.startsWith('-') || word === '-') rest.push(word);
    }
    return [found, rest];
}

const fileOf = (word) => (word === undefined || word === '-' ? null : word);

function ofAlsa(name, words) {
    const [options, files] = optionsOf(words, {
        '-f': 'form', '--format': 'form', '-r': 'rate', '--rate': 'rate', '-c': 'channels', '--channels': 'channels', '-t': 'type',
        '--file-type': 'type', '-d': 'seconds', '--duration': 'seconds', '-D': 'device', '--device': 'device', '-B': 'x', '-F': 'x',
        '--buffer-size': 'x', '--period-size': 'x', '--buffer-time': 'x', '--period-time': 'x',
    }, ['-q', '--quiet', '-M', '-N']);
    const named = (options.form ?? 'U8').toLowerCase();
    const [form, rate, channels] = { cd: ['s16_le', 44_100, 2], dat: ['s16_le', 48_000, 2] }[named] ?? [named, 8_000, 1];
    // A length of 0 is none.
    return task(name, name === 'arecord' ? 'record' : 'play', {
        rate: numberOf(options.rate ?? rate), channels: numberOf(options.channels ?? channels), form: formOf(form), file: fileOf(files[0]),
        isWave: options.type !== 'raw', seconds: secondsOf(options.seconds ?? '0') || null,
    });
}

function ofPulse(name, words) {
    const [options, files] = optionsOf(words, {
        '--format': 'form', '--rate': 'rate', '--channels': 'channels', '--device': 'device', '-d': 'device', '-n': 'x',
        '--client-name': 'x', '--stream-name': 'x', '--latency-msec': 'x', '--process-time-msec': 'x', '--volume': 'x',
    }, ['--raw', '-r', '-p', '--record', '--playback', '-v', '--verbose']);
    return task(name, name === 'paplay' ? 'play' : 'record', {
        rate: numberOf(options.rate ?? 44_100), channels: numberOf(options.channels ?? 2), form: formOf((options.form ?? 's16le').toLowerCase()),
        file: fileOf(files[0]), isWave: name !== 'parec' && !words.includes('--raw'),
    });
}

/** The ends of a command of SoX, each with its form, and the words behind them. */
function endsOfSox(name, words) {
    const valued = {
        '-t': 'type', '-r': 'rate', '--rate': 'rate', '-b': 'bits', '--bits': 'bits', '-c': 'channels', '--channels': 'channels',
        '-e': 'encoding', '--encoding': 'encoding', '-v': 'volume', '--buffer': 'x',
    };
    const ends = { '-': '-', '-d': 'card', '--default-device': 'card' }, parts = [];
    const quiet = ['-q', '-S', '-V', '-V0', '-V1', '-V2', '--no-show-progress', '-L'];
    const left = words.filter((one) => !quiet.includes(one));
    let form = {};
    while (left.length > 0 && parts.length < (name === 'sox' ? 2 : 1)) {
        const word = left.shift();
        if (Object.hasOwn(valued, word)) form[valued[word]] = taken(left, word);
        else if (Object.hasOwn(ends, word) || !word.startsWith('-')) {
            parts.push([DEVICES.has(form.type) ? 'card' : ends[word] ?? word, form]);
            form = {};
        } else if (Object.hasOwn(valued, word.slice(0, 2)) && word.length > 2) form[valued[word.slice(0, 2)]] = word.slice(2);
        else throw new Error(word);
    }
    if (name === 'rec') parts.unshift(['card', {}]);
    else if (name !== 'sox') parts.push(['card', {}]);
    return [parts, left];
}

function ofSox(name, words) {
    const [parts, left] = endsOfSox(name, words);
    if (!parts.some(([end]) => end === 'card')) return null;
    const isTrimmed = left.length === 3 && left[0] === 'trim' && left[1] === '0';
    if (left.length > 0 && !isTrimmed) throw new Error(left[0]);
    const does = parts[0][0] === 'card' ? 'record' : 'play';
    if (parts.length < 2) throw new Error('no file');
    const [end, own] = parts[does === 'record' ? 1 : 0], form = { ...(does === 'record' ? parts[0][1] : {}), ...own };
    const encoding = (form.encoding ?? 'signed').replace('-integer', '').replace('floating-point', 'float');
    const kind = OF_SOX[`${encoding} ${numberOf(form.bits ?? (encoding === 'float' ? 32 : 16))}`];
    if (kind === undefined) throw new Error(encoding);
    return task(name, does, {
        rate: rateOf(form.rate ?? '48000'), channels: numberOf(form.channels ?? 1), form: kind, file: fileOf(end),
        isWave: !['raw', 's16', 'sw'].includes(form.type ?? (path.extname(end).slice(1) || 'wav')), seconds: isTrimmed ? secondsOf(left[2]) : null,
    });
}

function ofFfmpeg(name, words) {
    if (name === 'ffmpeg' && !words.some((one) => DEVICES.has(one))) return null;
    const valued = {
        '-f': 'type', '-i': 'input', '-ar': 'rate', '-ac': 'channels', '-t': 'seconds', '-loglevel': 'x', '-v': 'x', '-acodec': 'x',
        '-c:a': 'x', '-codec:a': 'x', '-ch_layout': 'layout', '-sample_rate': 'rate', '-probesize': 'x', '-fflags': 'x', '-flags': 'x',
        '-analyzeduration': 'x', '-volume': 'x', '-window_title': 'x', '-bufsize': 'x', '-thread_queue_size': 'x', '-blocksize': 'x',
        '-sample_fmt': 'x', '-channels': 'channels',
    };
    const before = words.includes('-i') ? words.slice(0, words.indexOf('-i')) : words;
    const [options, rest] = optionsOf(words, valued,
        ['-hide_banner', '-nostdin', '-nodisp', '-autoexit', '-nostats', '-vn', '-y', '-sync', '-infbuf']);
    const values = {
        channels: options.layout === 'stereo' ? 2 : numberOf(options.channels ?? 1),
        seconds: options.seconds === undefined ? null : secondsOf(options.seconds),
    };
    const isPipe = (end, number) => ['-', `pipe:${number}`, 'pipe:'].includes(end);
    if (name === 'ffplay') {
        const end = options.input ?? rest.at(-1) ?? '-';
        return task(name, 'play', {
            ...values, rate: numberOf(options.rate ?? 44_100), form: FORMS[options.type ?? 's16le'] ?? 'int16', file: isPipe(end, 0) ? null : end,
            isWave: options.type === undefined || options.type === 'wav', seconds: null,
        });
    }
    if (!before.some((one) => DEVICES.has(one))) throw new Error('a card as its output');
    const end = rest.at(-1);
    if (end === undefined) throw new Error('no output');
    const kind = DEVICES.has(options.type) ? path.extname(end).slice(1) || 'wav' : options.type;
    return task(name, 'record', {
        ...values, rate: numberOf(options.rate ?? 48_000), form: FORMS[kind] ?? 'int16', file: isPipe(end, 1) ? null : end, isWave: kind === 'wav',
    });
}

function ofEspeak(name, words) {
    const silent = ['--stdout', '-q', '--version', '--help', '-h', '-x', '-X', '--compile'];
    if (words.some((one) => silent.includes(one) || ['-w', '--voices', '--ipa', '--pho'].some((start) => one.startsWith(start)))) return null;
    const names = ['-f', '-a', '-g', '-k', '-l', '-p', '-P', '-s', '-v', '-b', '-d', '-D', '--path', '--punct', '--split'];
    const [options, found] = optionsOf(words, Object.fromEntries(names.map((one) => [one, one])), ['-m', '-z', '--stdin']);
    const rest = '-f' in options ? [fs.readFileSync(options['-f'], 'utf8')] : found;
    return task(name, 'say', { text: rest.length > 0 ? rest.join(' ') : null });
}

const READERS = {
    arecord: ofAlsa, aplay: ofAlsa, parec: ofPulse, parecord: ofPulse, paplay: ofPulse, rec: ofSox, play: ofSox, sox: ofSox,
    ffmpeg: ofFfmpeg, ffplay: ofFfmpeg, espeak: ofEspeak, 'espeak-ng': ofEspeak,
};

module.exports = { read };
