// Asks services for which functions stand in that throw: by fetch, and over WebSockets when they open and behind an answer.
import { createRequire } from 'node:module';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

const [, , packages, isReplay] = process.argv;

function menu(to, message) {
    if (message !== null) throw new RangeError(`no ${message}`);
    return [[0.1, 'hello']];
}

if (!isReplay) {
    voice.stub('GET wss://model.example/', menu);
    voice.stub('GET wss://late.example/', () => { throw 'closed'; });
    voice.stub('POST http://shop.example/', async () => 'a promise is no answer');
}
const failed = await fetch('http://shop.example/menu?key=1', { method: 'POST', body: 'x' }).catch((error) => error);
voice.emit('fetched', { failed: String(failed) });
if (packages !== 'none') {
    const Socket = createRequire(packages)('ws');
    for (const name of ['model', 'late']) {
        await new Promise((resolve) => {
            const socket = new Socket(`wss://${name}.example/talk`);
            socket.on('message', () => { socket.send('large'); socket.send('small'); });
            socket.on('error', (error) => voice.emit('error', { name, text: error.message }));
            socket.on('close', (code, reason) => { voice.emit('closed', { name, code, reason: String(reason) }); resolve(); });
        });
    }
}
