// Asks the odd server with node:http and fetch, and writes what each saw into the file TRANSCRIPT.
//
//     node bot.mjs ORIGIN LIBRARIES PATHS    both are lists with commas
import fs from 'node:fs';
import http from 'node:http';

const [origin, libraries, paths] = [process.argv[2], process.argv[3].split(','), process.argv[4].split(',')];
const OF_CONNECTION = new Set(['connection', 'keep-alive']);
const lines = [];

function note(library, path, seen) {
    const headers = seen.headers?.filter(([name]) => !OF_CONNECTION.has(name.toLowerCase()));
    lines.push(JSON.stringify({ library, path, ...seen, ...(headers && { headers }) }));
}

function tell(library, path, error) {
    const causes = [];
    for (let one = error; one && causes.length < 4; one = one.cause) causes.push(`${one.name} ${one.code ?? ''}: ${one.message}`);
    note(library, path, { error: causes });
}

function ways(path) {
    const found = [{ method: 'GET' }];
    if (['plain', 'chunks', 'gzip', 'no-type'].includes(path)) found.push({ method: 'HEAD' });
    if (['echo', 'moved', 'moved-kept', 'moved-with-cookie'].includes(path)) {
        found.push({ method: 'POST', body: '{"a":  1, "b": "x"}', headers: { 'Content-Type': 'application/json', 'X-Odd': 'a' } });
    }
    return found;
}

function withHTTP(path, { body, ...options }) {
    return new Promise((resolve) => {
        const fail = (error) => resolve(tell('http', path, error));
        const request = http.request(`${origin}/${path}`, { ...options, agent: false }, (response) => {
            const parts = [], pairs = response.rawHeaders.flatMap((name, index) => (index % 2 ? [] : [[name, response.rawHeaders[index + 1]]]));
            response.on('data', (part) => parts.push(part)).on('error', fail).on('end', () => resolve(note('http', path, {
                status: response.statusCode, reason: response.statusMessage, version: response.httpVersion, headers: pairs,
                trailers: response.rawTrailers, body: Buffer.concat(parts).toString('latin1'),
            })));
        });
        request.on('error', fail);
        request.end(body);
    });
}

async function withFetch(path, options) {
    try {
        const answer = await fetch(`${origin}/${path}`, options), { status, statusText, url, redirected, type, ok } = answer;
        const body = Buffer.from(await answer.arrayBuffer()).toString('latin1');
        note('fetch', path, { status, statusText, url, redirected, type, ok, headers: [...answer.headers], cookies: answer.headers.getSetCookie(), body });
    } catch (error) {
        tell('fetch', path, error);
    }
}

/** Takes what a server gives, sends it back, and brings a key of its own. */
async function withSecrets() {
    const seen = {}, cookies = [];
    for (const path of ['secret-json', 'secret-cookie', 'secret-jwt', 'secret-gzip']) {
        const answer = await fetch(`${origin}/${path}`), body = await answer.text();
        Object.assign(seen, JSON.parse(body || '{}'));
        cookies.push(...answer.headers.getSetCookie().map((one) => one.split(';')[0]));
        note('secrets', path, { headers: path.includes('gzip') ? [] : [...answer.headers], body });
    }
    const own = process.env.OWN_KEY, headers = { authorization: `Bearer ${seen.id_token}`, cookie: cookies.join('; '), 'x-api-key': own };
    const body = JSON.stringify({ password: seen.password, apiKey: own });
    const answer = await fetch(`${origin}/checks?token=${seen.access_token}`, { method: 'POST', headers, body });
    note('secrets', 'checks', { body: await answer.text() });
    const echoed = await (await fetch(`${origin}/echo`, { method: 'POST', body: `key=${own}` })).text();
    note('secrets', 'echo-own', { isOwn: echoed.includes(own) });
    if (process.env.VOICETEST_APP) {
        const { emit } = await import('./voicetest-app.mjs');
        emit('told', { text: `${own} ${seen.access_token} ${seen.id_token}` });
    }
}

for (const library of libraries) {
    if (library === 'secrets') await withSecrets();
    if (library === 'secrets') continue;
    // Node's two parsers have words of their own for what is no HTTP.
    for (const path of paths.filter((one) => library === 'http' || one !== 'no-http')) {
        for (const way of ways(path)) await (library === 'http' ? withHTTP : withFetch)(path, way);
    }
}
fs.writeFileSync(process.env.TRANSCRIPT, lines.join('\n') + '\n');
if (process.env.VOICETEST_APP) {
    const { emit } = await import('./voicetest-app.mjs');
    emit('asked', { text: `${lines.length} answers` });
}
