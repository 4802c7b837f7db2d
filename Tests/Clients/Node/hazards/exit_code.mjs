import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

await voice.say('hello');
process.exit(3);
