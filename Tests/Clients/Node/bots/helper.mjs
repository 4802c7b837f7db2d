// A bot whose prompts are said by one helper.
import { setTimeout as sleep } from 'node:timers/promises';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

async function ask(text) {
    await sleep(10);
    await voice.say(text);
}

async function main() {
    await ask('Which size?');
    await ask('Shall I order it?');
}

await main();
