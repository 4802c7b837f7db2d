// A bot whose own clients ask its own servers, and what ports and addresses it has.
import http from 'node:http';
import net from 'node:net';
import { once } from 'node:events';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

const found = {};
const server = http.createServer((request, response) => response.end(String(request.socket.remotePort)));
await once(server.listen(0, 'localhost'), 'listening');
found.address = server.address();
const { port } = found.address;
const [error] = await once(net.createServer().listen(port, '127.0.0.1'), 'error');
found.twice = [error.code, error.syscall, error.message];
found.thrown = [];
for (const again of [() => server.listen(1), () => net.createServer().listen(70_000)]) {
    try {
        again();
    } catch ({ code }) {
        found.thrown.push(code);
    }
}
found.fetched = await (await fetch(`http://127.0.0.1:${port}/`)).text();
const agent = new http.Agent({ keepAlive: true });
found.kept = [];
for (let count = 0; count < 2; count += 1) {
    const [response] = await once(http.get({ port, agent }), 'response');
    found.kept.push(String(Buffer.concat(await response.toArray())));
}
agent.destroy();
const echo = net.createServer((socket) => socket.pipe(socket)).listen(7, () => {
    const client = net.connect(7, 'localhost', () => client.end('hello'));
    client.on('data', (data) => { found.echo = String(data); }).on('close', () => echo.close());
});
await once(echo, 'close');
server.close();
await once(server, 'close');
found.isOver = [server.listening, server.address()];
voice.emit('found', found);
