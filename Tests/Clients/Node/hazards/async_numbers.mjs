import { executionAsyncId } from 'node:async_hooks';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

voice.emit('number', { id: executionAsyncId() });
