// Takes calls of Twilio: the caller talks with a realtime model of OpenAI.
//
// voicetest is Twilio: it asks the webhook, opens the media stream and plays what comes over it.
import http from 'node:http';
import { WebSocket, WebSocketServer } from 'ws';
import { standIn } from './services.mjs';

standIn();
const MODEL = 'wss://api.openai.com/v1/realtime?model=gpt-realtime';
const KEY = process.env.OPENAI_API_KEY ?? 'none';
const SOUND = { format: { type: 'audio/pcmu' } };
const SESSION = {
    type: 'realtime', instructions: 'You take pizza orders. Ask for the size, then for the name.',
    audio: { input: { ...SOUND, turn_detection: { type: 'server_vad' } }, output: SOUND },
};

/** A call: sound goes both ways between telephone and model. Times are milliseconds of the media stream. */
class Call {
    stream = null;
    now = 0;                // where the caller hears us
    end = 0;                // where what was sent ends
    item = null;            // of the model, that is being heard
    start = 0;              // where it begins

    constructor(phone) {
        this.phone = phone;
        this.model = new WebSocket(MODEL, { headers: { Authorization: `Bearer ${KEY}` } });
        this.model.on('open', () => this.begin());
        this.model.on('message', (data) => this.speak(JSON.parse(data)));
        this.model.on('error', (error) => console.error(error.message));
        phone.on('message', (data) => this.listen(JSON.parse(data)));
        phone.on('close', () => this.model.close());
    }

    /** Lets the bot speak first, once both the telephone and the model are there. */
    begin() {
        if (this.stream === null || this.model.readyState !== WebSocket.OPEN) return;
        this.tell('session.update', { session: SESSION });
        this.tell('response.create');
    }

    /** Takes the caller's sound to the model. */
    listen({ event, streamSid, media }) {
        if (event === 'start') {
            this.stream = streamSid;
            this.begin();
        } else if (event === 'media') {
            this.now = Number(media.timestamp) + 20;
            this.tell('input_audio_buffer.append', { audio: media.payload });
        } else if (event === 'stop') this.model.close();
    }

    /** Takes the model's sound to the caller, who may interrupt it. */
    speak({ type, item_id: item, delta }) {
        if (type === 'response.output_audio.delta') {
            const begin = Math.max(this.now, this.end);
            this.end = begin + Buffer.from(delta, 'base64').length / 8;
            if (item !== this.item) Object.assign(this, { item, start: begin });
            this.send('media', { media: { payload: delta } });
        } else if (type === 'input_audio_buffer.speech_started' && this.now < this.end) {
            this.send('clear');
            if (this.now > this.start) {
                this.tell('conversation.item.truncate', { item_id: this.item, content_index: 0, audio_end_ms: this.now - this.start });
            }
            this.end = this.now;
        }
    }

    tell(type, fields) {
        if (this.model.readyState === WebSocket.OPEN) this.model.send(JSON.stringify({ type, ...fields }));
    }

    send(event, fields) {
        this.phone.send(JSON.stringify({ event, streamSid: this.stream, ...fields }));
    }
}

const server = http.createServer((request, response) => {
    const stream = `wss://${request.headers.host}/media-stream`;
    response.writeHead(200, { 'Content-Type': 'text/xml' });
    response.end(`<Response><Connect><Stream url="${stream}"/></Connect></Response>`);
});
new WebSocketServer({ server, path: '/media-stream' }).on('connection', (phone) => new Call(phone));
server.listen(5050);
