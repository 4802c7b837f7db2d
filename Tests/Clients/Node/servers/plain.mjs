// A webhook on node:http, or on node:https, whose certificate the app would need outside.
import http from 'node:http';
import https from 'node:https';
import { PORT, answer } from './talk.mjs';

const server = process.argv[2] === 'https' ? https.createServer({}, answer) : http.createServer(answer);
server.listen(PORT, () => process.stderr.write(`listens at ${JSON.stringify(server.address())}\n`));
