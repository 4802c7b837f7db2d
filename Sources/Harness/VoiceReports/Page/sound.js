// Plays what is here of a session's sound: stretches of tracks, decoded when first heard.

const Sound = {
  context: null,
  decoded: new Map(),
  playing: null,
  // MP3 in Base64, by the name of its file.
  files: new Map(),
  // What the MP3 encoder and every decoder put before the sound, in seconds: 1105 samples of 16 kHz.
  delay: 1105 / 16000,

  // The pieces of `detail` that sound on these tracks between two frames.
  pieces(detail, tracks, from, to) {
    return (detail.sound || []).filter((piece) => tracks.includes(piece.track)
      && this.files.has(piece.file) && piece.from < to && piece.from + piece.frames > from);
  },

  decode(name) {
    if (!this.decoded.has(name)) {
      // Decoding needs no device, and no leave of the reader.
      this.decoder = this.decoder || new OfflineAudioContext(1, 1, 16000);
      this.decoded.set(name, this.decoder.decodeAudioData(bytesOf(this.files.get(name)).buffer));
    }
    return this.decoded.get(name);
  },

  // The outline of a piece in steps of 2 ms, as the page's own outlines: 255 at full scale, by the
  // square root.
  async outline(piece, rate) {
    const buffer = await this.decode(piece.file);
    const samples = buffer.getChannelData(0);
    const start = Math.round(this.delay * buffer.sampleRate);
    const step = buffer.sampleRate / 500;
    const bytes = new Uint8Array(Math.ceil((piece.frames / rate) * 500));
    for (let bin = 0; bin < bytes.length; bin += 1) {
      let peak = 0;
      const end = Math.min(samples.length, start + (bin + 1) * step);
      for (let at = start + bin * step; at < end; at += 1) {
        peak = Math.max(peak, Math.abs(samples[Math.floor(at)]));
      }
      bytes[bin] = Math.min(255, 255 * Math.sqrt(peak));
    }
    return { track: piece.track, from: piece.from, frames: piece.frames, binFrames: rate / 500, bytes };
  },

  // Plays from frame to frame and calls `tick(frame)` while it does; `done()` at the end.
  async play(detail, tracks, from, to, tick, done) {
    this.stop();
    this.context = this.context || new AudioContext();
    const run = { sources: [], done, isOver: false };
    this.playing = run;
    await this.context.resume();
    const pieces = this.pieces(detail, tracks, from, to);
    const buffers = await Promise.all(pieces.map((piece) => this.decode(piece.file)));
    if (run.isOver) return;
    const start = this.context.currentTime + 0.06;
    const length = (to - from) / detail.rate;
    pieces.forEach((piece, index) => {
      const source = this.context.createBufferSource();
      source.buffer = buffers[index];
      source.connect(this.context.destination);
      const skip = Math.max(0, from - piece.from) / detail.rate;
      const wait = Math.max(0, piece.from - from) / detail.rate;
      const rest = Math.min(piece.frames / detail.rate - skip, length - wait);
      source.start(start + wait, skip + this.delay, rest);
      run.sources.push(source);
    });
    const step = () => {
      if (run.isOver) return;
      const at = this.context.currentTime - start;
      if (at >= length) {
        this.stop();
        return;
      }
      tick(from + Math.max(0, at) * detail.rate);
      requestAnimationFrame(step);
    };
    step();
  },

  stop() {
    const run = this.playing;
    this.playing = null;
    if (!run || run.isOver) return;
    run.isOver = true;
    for (const source of run.sources) source.stop();
    run.done();
  },
};
