import vm from 'node:vm';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

voice.emit('clock', { isLate: vm.runInNewContext('Date.now()') > 0 });
