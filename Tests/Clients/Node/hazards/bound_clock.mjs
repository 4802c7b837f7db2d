import { performance, PerformanceObserver } from 'node:perf_hooks';
import { hrtime } from 'node:process';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

const stamp = hrtime.bigint, { now } = Date, DateThen = Date, format = new Intl.DateTimeFormat('en', { timeStyle: 'medium', timeZone: 'UTC' });
await new Promise((resolve) => { setTimeout(resolve, 300); });
performance.mark('here');
voice.emit('clocks', {
    performance: performance.now(), date: now(), stamp: String(stamp()), pair: hrtime().join(), text: DateThen(), made: new DateThen().toISOString(),
    format: format.format(), parts: format.formatToParts().length, uptime: process.uptime(), event: new Event('x').timeStamp,
    mark: performance.getEntriesByName('here')[0].startTime, same: new Date() instanceof Date && new Date().constructor === Date,
    observer: typeof PerformanceObserver,
});
