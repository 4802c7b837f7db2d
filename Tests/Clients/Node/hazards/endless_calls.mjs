import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

const ask = voice.external('ask', () => console.log('asked'));

async function again() {
    for (;;) await ask();
}
again();
