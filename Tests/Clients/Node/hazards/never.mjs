import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

await voice.say('hello');
await new Promise(() => {});
