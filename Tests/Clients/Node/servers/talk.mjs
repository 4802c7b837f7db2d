// What the bots of this folder say, whichever server they stand on.
import { setTimeout as rest } from 'node:timers/promises';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

export const PORT = Number(process.env.PORT ?? 5050);
const PARTS = ['one ', 'two ', 'drei €'];

/** Answers a webhook: what it was asked with, chunks, an error, or nothing. */
export async function answer(request, response) {
    const { pathname } = new URL(request.url, 'http://bot.example');
    let body = '';
    for await (const part of request) body += part;
    if (pathname === '/fails') {
        response.writeHead(500).end('failed');
    } else if (pathname === '/silent') {
        request.socket.destroy();
    } else if (pathname === '/streams') {
        for (const part of PARTS) {
            response.write(part);
            await rest(100);
        }
        response.end();
    } else {
        voice.emit('called', { body, from: request.socket.remoteAddress, secure: Boolean(request.socket.encrypted) });
        const said = body === 'key' ? `api_key=${process.env.BOT_TOKEN}` : body;
        response.writeHead(200, { 'Content-Type': 'text/xml' }).end(`<Response><Say>${said}</Say></Response>`);
    }
}

/** What it says to a message of a WebSocket: a text, bytes, or how it ends. */
export function reply(data, isBinary) {
    if (isBinary) return Buffer.from(data).reverse();
    const text = String(data);
    if (text === 'big') return Array.from({ length: 1_000_000 }, (_, number) => `${String(number).padStart(8, '0')}€`).join('');
    return ['cut', 'bye'].includes(text) ? { end: text } : `heard ${text}`;
}

/** Talks over a WebSocket of the package ws. */
export function talk(socket) {
    socket.on('message', (data, isBinary) => {
        const said = reply(data, isBinary);
        if (said.end === 'cut') socket.terminate();
        else if (said.end === 'bye') socket.close(4001, 'enough');
        else socket.send(said);
    });
    socket.on('close', (code) => voice.emit('over', { code }));
}
