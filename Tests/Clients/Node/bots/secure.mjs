// Calls by node:https: an agent that keeps connections, an answer without a body, a request that is given up.
import https from 'node:https';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

const agent = new https.Agent({ keepAlive: true });

function get(path, options = {}) {
    return new Promise((resolve, reject) => {
        https.get(`https://model.example${path}`, { agent, ...options }, (answer) => {
            let text = '';
            answer.setEncoding('utf8').on('data', (part) => { text += part; }).on('end', () => resolve(`${answer.statusCode} ${text}`));
        }).on('error', reject);
    });
}

const answers = await Promise.all([get('/a?x=1'), get('/b'), get('/a?x=1')]);
const late = await get('/slow', { signal: AbortSignal.timeout(50) }).catch((error) => error.name);
voice.emit('answers', { answers, late, at: Math.floor(performance.now()) });
