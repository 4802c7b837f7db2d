import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

function choose() {
    throw new RangeError('no size');
}
setTimeout(choose, 100);
