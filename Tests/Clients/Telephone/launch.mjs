// Starts a bot of others as it is, with a stand-in for its model: launch.mjs FILE [MODEL].
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { standIn } from './model.mjs';

const [file, model] = process.argv.slice(2);
for (const [key, value] of Object.entries({ OPENAI_API_KEY: 'none', OPENAI_MODEL: 'none', SERVER_URL: 'bot.example' })) {
    process.env[key] ??= value;
}
standIn(model);
await import(pathToFileURL(path.resolve(file)));
