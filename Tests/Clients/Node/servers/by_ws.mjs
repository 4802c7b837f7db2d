// A phone bot on the package ws: with a server of node:http, with its own upgrades, or with a port.
import http from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { PORT, answer, talk } from './talk.mjs';

const [, , folder, form] = process.argv, { WebSocketServer } = createRequire(path.join(folder, 'here.js'))('ws');
if (form === 'port') new WebSocketServer({ port: PORT, path: '/media' }).on('connection', talk);
else {
    const server = http.createServer(answer);
    const sockets = form === 'server' ? new WebSocketServer({ server, path: '/media' })
        : new WebSocketServer({ noServer: true });
    sockets.on('connection', talk);
    if (form === 'noServer') {
        server.on('upgrade', (request, socket, head) => {
            if (request.url === '/refused') socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno');
            else sockets.handleUpgrade(request, socket, head, talk);
        });
    }
    server.listen({ port: PORT, host: '0.0.0.0' });
}
