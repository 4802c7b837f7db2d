// What the app sees where servers cannot be reached: by fetch, node:http, node:https and the package `ws`.
import { createRequire } from 'node:module';
import http from 'node:http';
import https from 'node:https';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

const [, , packages, ...hosts] = process.argv;
const seen = ({ name, message, errno, code, syscall, address, hostname, port, errors, cause }) => (
    { name, message, errno, code, syscall, address, hostname, port, errors: errors?.map(seen), cause: cause && seen(cause) });
const got = (module, address) => new Promise((resolve) => { module.get(address).on('error', (error) => resolve(seen(error))); });
for (const host of hosts) {
    voice.emit('fetch', await fetch(`http://${host}/x`).catch(seen));
    voice.emit('http', await got(http, `http://${host}/x`));
    voice.emit('https', await got(https, `https://${host}/x`));
}
if (packages) {
    const { WebSocket } = createRequire(packages)('ws');
    voice.emit('ws', await new Promise((resolve) => { new WebSocket(`ws://${hosts[0]}/x`).on('error', (error) => resolve(seen(error))); }));
}
