import { sign } from 'node:crypto';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgyWFUFOMYQ9IU491T
uzB5GBkB4PWBcVUojzQYqj6LAv+hRANCAAQKVP1M6XOxuqVD7fli5nNS1rW75J4E
IqSVJLWggXCqZMpoPNP20Frq/pHlamQzqFFvMblXum3Pyla/h0Ki7wTI
-----END PRIVATE KEY-----`;
voice.emit('signed', { bytes: sign('sha256', Buffer.from('words'), key).toString('hex') });
