// Answers in bytes that no library sends, by the path that it is asked for.
import net from 'node:net';
import { once } from 'node:events';
import { setTimeout as rest } from 'node:timers/promises';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';
import { PORT } from './talk.mjs';

const text = Buffer.from('приём €'), latin = (bytes) => Buffer.from(bytes, 'latin1');
const answers = { letters: [text.subarray(0, 1), text.subarray(1, 3), text.subarray(3, -1), text.subarray(-1)],
    bytes: ['a\xd0', 'a\xff', 'b', '\xd0'].map(latin), half: [latin('a\xd0')] };
const closes = { low: '\0\x07low', high: '\xff\xffhigh', secret: `\x0f\xa1api_key=${process.env.BOT_TOKEN}` };

net.createServer(async (socket) => {
    const [first] = String((await once(socket, 'data'))[0]).split('\r\n'), name = first.split(' ')[1].slice(1);
    voice.emit('asked', { first });
    if (closes[name]) {
        socket.write(latin(`HTTP/1.1 101 Switching Protocols\r\n\r\n\x88${String.fromCharCode(closes[name].length)}${closes[name]}`));
        voice.emit('echo', { code: (await once(socket, 'data'))[0].readUInt16BE(6) });
    } else {
        socket.write(`HTTP/1.1 200 OK\r\n${name === 'half' ? 'content-length: 9\r\n' : ''}\r\n`);
        for (const part of answers[name] ?? []) {
            socket.write(part);
            await rest(100);
        }
    }
    socket.end();
}).listen(PORT);
