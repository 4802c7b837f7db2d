import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

const ask = voice.external('ask', () => console.log('asked'));

setInterval(ask, 50);
await voice.say('hello');
if (process.argv[2] === 'exit') {
    ask();
    process.exit();
}
