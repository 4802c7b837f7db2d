import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

const listening = await voice.listen(['yes'], { signal: AbortSignal.timeout(300) }).catch((error) => error.name);
const any = AbortSignal.any([AbortSignal.timeout(200), new AbortController().signal]);
const speaking = await voice.say('a long sentence that is cut', { signal: any }).catch((error) => error.name);
voice.emit('limits', { listening, speaking, at: performance.now() });
