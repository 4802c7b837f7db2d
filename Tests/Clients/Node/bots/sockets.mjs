// A WebSocket: Node's own where the version has one, or the package `ws`.
import { createRequire } from 'node:module';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

const found = process.argv[2] === 'own' ? globalThis : createRequire(process.argv[2])('ws');
const { WebSocket = found } = found;        // older versions of the package are the class itself
const socket = new WebSocket(process.argv[3] ?? 'wss://model.example/ask'), answers = [];
socket.onopen = () => socket.send('large');
socket.onmessage = ({ data }) => {
    if (answers.push(String(data)) !== 2) return;
    voice.emit('answer', { answers, at: Math.floor(performance.now()) });
    socket.close();
};
socket.onclose = ({ code, reason }) => voice.emit('closed', { code, reason: reason || undefined });
