import { AsyncLocalStorage } from 'node:async_hooks';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

const storage = new AsyncLocalStorage(), seen = [];
await Promise.all(['a', 'b'].map((name) => storage.run(name, async () => {
    await new Promise((resolve) => { setTimeout(resolve, 20); });
    seen.push(storage.getStore());
    await new Promise((resolve) => { setImmediate(resolve); });
    seen.push(storage.getStore());
})));
storage.run('heard', () => voice.on('field', () => {}))();
voice.emit('seen', { seen: seen.join() });
