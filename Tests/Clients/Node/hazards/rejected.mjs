import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

async function choose() {
    await voice.say('hello');
    throw new Error('no size');
}
choose();
