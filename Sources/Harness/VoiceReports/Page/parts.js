// What is known of sessions beyond their lines: the page brings it, or scripts beside it do when a
// session is opened. A browser reads no data from file://, but it runs scripts from there.

const Parts = {
  // {number, body?, detail} by number, and the scripts that were asked for, by name.
  known: new Map(),
  asked: new Map(),

  load(name) {
    if (!this.asked.has(name)) {
      this.asked.set(name, new Promise((resolve, reject) => {
        const onerror = () => {
          this.asked.delete(name);
          reject(new Error(`${name} cannot be loaded. Keep the folder of the report together.`));
        };
        document.head.append(make("script", { src: name, onload: resolve, onerror }));
      }));
    }
    return this.asked.get(name);
  },

  name(folder, number) { return `${folder}/${String(number).padStart(4, "0")}.js`; },

  async session(number) {
    if (!this.known.has(number)) await this.load(this.name("sessions", number));
    return this.known.get(number);
  },

  // Brings the sound of `pieces` of a session, where it is not here already.
  async sounds(number, pieces) {
    if (pieces.some((piece) => !Sound.files.has(piece.file))) {
      await this.load(this.name("sounds", number));
    }
  },
};

// What the scripts call.
function bring(part) {
  if (part.detail) Parts.known.set(part.number, part);
  for (const [name, text] of Object.entries(part.sounds || {})) Sound.files.set(name, text);
}
