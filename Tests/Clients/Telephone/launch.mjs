// Starts a bot of others as it is, with a stand-in for its model: launch.mjs FILE.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { standIn } from './model.mjs';

process.env.OPENAI_API_KEY ??= 'none';
standIn();
await import(pathToFileURL(path.resolve(process.argv[2])));
