// One session's time axis: what is seen of it, what is picked, what is heard.

let timelines = 0;
// A session longer than this opens at its first difference, not at full width.
const LONG_SECONDS = 60;

function make(name, properties, ...children) {
  const node = Object.assign(document.createElement(name), properties);
  node.append(...children);
  return node;
}

// The text, to be broken after dots and slashes besides spaces, and nowhere else.
function breakable(text) {
  return text.split(/(?<=[./])(?=[^\s\d])/).flatMap((part, place) => (
    place ? [document.createElement("wbr"), part] : [part]));
}

class Timeline {
  constructor(host, detail, title) {
    this.detail = detail;
    this.lanes = new Lanes(detail);
    this.view = { from: 0, to: Math.max(1, detail.frames) };
    this.picked = -1;
    this.center = null;
    this.side = "golden";
    this.tracks = { microphone: true, prompts: true };
    this.head = null;
    this.isActive = false;
    this.build(host, title);
    this.listen();
    new ResizeObserver(() => this.draw()).observe(this.axis);
    if (detail.differences.length) this.pick(0, false);
    // A long session at full width is a blur: begin with what came first.
    if (detail.differences.length && detail.frames > LONG_SECONDS * detail.rate) {
      const first = this.frameOf(detail.differences[0]);
      this.show(first - 10 * detail.rate, first + 10 * detail.rate);
    }
  }

  get hasSound() { return (this.detail.sound || []).length > 0; }

  build(host, title) {
    timelines += 1;
    this.svg = shape("svg", { id: `axis-${timelines}`, "aria-hidden": "true" });
    this.axis = make("div", { className: "axis", tabIndex: 0 }, this.svg);
    this.axis.setAttribute("role", "group");
    this.axis.setAttribute("aria-label", `Time axis of ${title}, ${this.countText()}. n and p step through them, Space plays, plus and minus zoom, ? helps.`);
    this.text = make("div", { className: "picked-text" });
    this.text.setAttribute("role", "status");
    host.append(this.buildTools(), this.axis, this.text);
    this.text.hidden = !this.detail.differences.length;
  }

  countText() {
    const drawn = this.detail.differences.length;
    const left = this.detail.differencesLeftOut;
    if (drawn && this.detail.differences.every((one) => one.text)) {
      return drawn === 1 ? "1 fault" : `${drawn} faults`;
    }
    return left ? `${drawn} of ${drawn + left} differences drawn` : `${drawn} differences`;
  }

  button(text, label, act, style) {
    const button = make("button", { type: "button", textContent: text, className: style || "" });
    button.setAttribute("aria-label", label);
    button.title = label;
    button.addEventListener("click", act);
    return button;
  }

  group(label, ...buttons) {
    const set = make("fieldset", {}, make("legend", { className: "hidden", textContent: label }));
    set.append(...buttons);
    return set;
  }

  buildTools() {
    const tools = make("div", { className: "tools" });
    tools.append(this.group("Zoom",
      this.button("−", "Zoom out", () => this.zoom(2)),
      this.button("+", "Zoom in", () => this.zoom(0.5)),
      this.button("Whole session", "Show all of it", () => this.show(0, this.detail.frames))));
    this.seen = make("span", { className: "seen dim" });
    tools.append(this.seen);
    if (this.detail.differences.length) {
      tools.append(this.group("Differences",
        this.button("‹", "Previous difference", () => this.step(-1)),
        this.button("›", "Next difference", () => this.step(1))));
    }
    if (!this.hasSound) return tools;
    this.playButton = this.button(this.playText,
      this.isWhole ? "Hear the session from here on" : "Hear the two seconds around it",
      () => this.toggle(), "play");
    tools.append(this.playButton);
    if (this.lanes.sides.length > 1) {
      this.sideButtons = SIDES.map((side) => this.button(
        side === "golden" ? "Golden" : "Actual", `Hear the ${side} side`,
        () => this.choose(side), side));
      tools.append(this.group("Side", ...this.sideButtons));
    }
    this.trackButtons = [["microphone", "Microphone"], ["prompts", "Prompts"]].map(
      ([track, text]) => {
        const button = this.button(text, `${text} on or off`, () => this.toggleTrack(track));
        button.dataset.track = track;
        return button;
      });
    tools.append(this.group("Tracks", ...this.trackButtons));
    this.note = make("span", { className: "dim" });
    this.note.setAttribute("role", "status");
    tools.append(this.note);
    this.showChoice();
    return tools;
  }

  listen() {
    this.axis.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.axis.addEventListener("keydown", (event) => this.key(event));
    this.axis.addEventListener("blur", () => { this.isActive = false; });
    this.pointers = new Map();
    this.axis.addEventListener("pointerdown", (event) => {
      this.pointers.set(event.pointerId, event.clientX);
      this.drag = { from: this.view.from, to: this.view.to, x: event.clientX, moved: false };
    });
    this.axis.addEventListener("pointermove", (event) => this.move(event));
    for (const name of ["pointerup", "pointercancel", "pointerleave"]) {
      this.axis.addEventListener(name, (event) => {
        this.pointers.delete(event.pointerId);
        if (name !== "pointerup") this.drag = null;
      });
    }
    this.axis.addEventListener("click", (event) => this.click(event));
  }

  wheel(event) {
    if (!this.isActive && !event.ctrlKey && !event.metaKey) return;
    const isAll = this.view.from <= 0 && this.view.to >= this.detail.frames;
    const isAlong = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (isAll && (event.deltaY > 0 || isAlong)) return;
    event.preventDefault();
    const length = this.view.to - this.view.from;
    if (isAlong) {
      const way = ((event.deltaX || event.deltaY) / 600) * length;
      this.show(this.view.from + way, this.view.to + way);
    } else {
      this.zoom(Math.exp(event.deltaY / 400), this.frameAt(event.clientX));
    }
  }

  frameAt(clientX) {
    return this.lanes.frame(clientX - this.axis.getBoundingClientRect().left, this.view);
  }

  move(event) {
    if (!this.pointers.has(event.pointerId) || !this.drag) return;
    const width = this.lanes.room;
    if (this.pointers.size === 2) {
      const before = this.spread();
      this.pointers.set(event.pointerId, event.clientX);
      this.drag.moved = true;
      if (before > 8) this.zoom(before / Math.max(8, this.spread()), this.frameAt(this.middle()));
      return;
    }
    this.pointers.set(event.pointerId, event.clientX);
    const way = ((this.drag.x - event.clientX) / width) * (this.drag.to - this.drag.from);
    if (Math.abs(event.clientX - this.drag.x) > 4) this.drag.moved = true;
    if (this.drag.moved) this.show(this.drag.from + way, this.drag.to + way);
  }

  spread() {
    const [first, second] = [...this.pointers.values()];
    return Math.abs(first - second);
  }

  middle() {
    const [first, second] = [...this.pointers.values()];
    return (first + second) / 2;
  }

  click(event) {
    this.isActive = true;
    if (this.drag && this.drag.moved) return;
    const mark = event.target.closest("[data-index]");
    if (mark) {
      this.pick(Number(mark.dataset.index), false);
    } else {
      this.center = Math.min(this.detail.frames, Math.max(0, this.frameAt(event.clientX)));
      this.draw();
    }
    this.play();
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const way = (this.view.to - this.view.from) / 5;
    const acts = {
      "n": () => this.step(1), "p": () => this.step(-1), " ": () => this.toggle(),
      "g": () => this.choose("golden"), "a": () => this.choose("actual"),
      "m": () => this.toggleTrack("microphone"), "s": () => this.toggleTrack("prompts"),
      "+": () => this.zoom(0.5), "=": () => this.zoom(0.5), "-": () => this.zoom(2),
      "0": () => this.show(0, this.detail.frames),
      "ArrowLeft": () => this.show(this.view.from - way, this.view.to - way),
      "ArrowRight": () => this.show(this.view.from + way, this.view.to + way),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  // Shows a stretch: never shorter than 20 ms, never beyond the session.
  show(from, to) {
    const all = Math.max(1, this.detail.frames);
    const length = Math.min(all, Math.max(this.detail.rate / 50, to - from));
    const start = Math.min(Math.max(0, from), all - length);
    this.view = { from: start, to: start + length };
    this.draw();
  }

  zoom(factor, around) {
    const difference = this.detail.differences[this.picked];
    const middle = (this.view.from + this.view.to) / 2;
    const chosen = this.center === null && difference ? this.frameOf(difference) : this.center;
    const isSeen = chosen !== null && chosen >= this.view.from && chosen <= this.view.to;
    const still = around === undefined ? (isSeen ? chosen : middle) : around;
    this.show(still - (still - this.view.from) * factor, still + (this.view.to - still) * factor);
  }

  frameOf(difference, side = this.side) {
    const other = side === "golden" ? "actual" : "golden";
    return difference[side] === undefined ? difference[other] : difference[side];
  }

  step(way) {
    const count = this.detail.differences.length;
    if (!count) return;
    this.pick((this.picked + way + count) % count, true);
    this.reveal();
  }

  // Scrolls until what is said of the picked difference is seen below the axis.
  reveal() {
    const below = this.text.getBoundingClientRect().bottom - innerHeight + 6;
    const above = this.axis.getBoundingClientRect().top;
    if (below > 0) scrollBy({ top: below, behavior: "instant" });
    else if (above < 0) scrollBy({ top: Math.max(above, below), behavior: "instant" });
  }

  // Picks a difference; brings it into view where asked.
  pick(index, isShown) {
    const difference = this.detail.differences[index];
    if (!difference) return;
    this.picked = index;
    this.center = null;
    this.describe(difference);
    const frame = this.frameOf(difference);
    const second = this.detail.rate;
    if (isShown && this.view.to - this.view.from > 12 * second) {
      this.show(frame - 3 * second, frame + 3 * second);
    } else if (isShown && (frame < this.view.from || frame > this.view.to)) {
      const half = (this.view.to - this.view.from) / 2;
      this.show(frame - half, frame + half);
    } else {
      this.draw();
    }
    this.showChoice();
  }

  describe(difference) {
    const ms = (frame) => `${Math.round((frame / this.detail.rate) * 10000) / 10} ms`;
    const parts = difference.text
      ? [`${ms(this.frameOf(difference))} to ${ms(difference.to)}`, difference.text]
      : SIDES.filter((side) => difference[side] !== undefined)
        .map((side) => `${side} at ${ms(difference[side])}`);
    const shift = difference.golden !== undefined && difference.actual !== undefined
      ? difference.actual - difference.golden : 0;
    if (shift) parts.push(`${ms(Math.abs(shift))} ${shift > 0 ? "later" : "earlier"}`);
    if (difference.module) parts.push(`in module ${difference.module}`);
    const line = make("p", {},
      make("b", { textContent: `${difference.label} ${difference.kind}` }),
      ` · ${parts.join(" · ")} `,
      make("span", {
        className: "dim",
        textContent: `(number ${this.picked + 1}; ${this.countText()})`,
      }));
    this.text.replaceChildren(line);
    const rows = [...difference.fields, ...difference.why.filter(
      ([name]) => !difference.fields.some(([field]) => field === `why.${name}`))];
    if (!rows.length) return;
    const head = make("tr", {}, ...["", "golden", "actual", ""].map(
      (text) => make("th", { textContent: text })));
    const body = rows.map(([name, golden, actual, distance]) => make("tr", {
      className: golden === actual ? "same" : "",
    }, ...[name, golden, actual, distance].map((text, place) => make("td", {
      className: ["", "expected", "found", ""][place],
    }, ...breakable(text)))));
    this.text.append(make("div", { className: "scroll" }, make("table", {}, head, ...body)));
  }

  choose(side) {
    if (!this.hasSound || this.lanes.sides.length < 2) return;
    this.side = side;
    this.showChoice();
    this.draw();
    if (Sound.playing) this.play();
  }

  toggleTrack(track) {
    if (!this.hasSound) return;
    this.tracks[track] = !this.tracks[track];
    this.showChoice();
    if (Sound.playing) this.play();
  }

  showChoice() {
    if (!this.hasSound) return;
    for (const button of this.sideButtons || []) {
      button.setAttribute("aria-pressed", button.classList.contains(this.side));
    }
    for (const button of this.trackButtons) {
      button.setAttribute("aria-pressed", this.tracks[button.dataset.track]);
    }
  }

  // Whether nothing differs: then the session is heard from where the reader clicked.
  get isWhole() { return !this.detail.differences.length; }

  get playText() { return this.isWhole ? "▶ Play" : "▶ Play 2 s"; }

  // What is heard: two seconds, or of a session without differences all that the page holds.
  around() {
    if (this.isWhole) {
      const heard = this.heard();
      const end = heard.length ? heard[heard.length - 1][1] : this.detail.frames;
      return { from: Math.min(this.center === null ? 0 : this.center, end), to: end };
    }
    const difference = this.detail.differences[this.picked];
    const middle = this.center === null
      ? (difference ? this.frameOf(difference) : 0) : this.center;
    const second = this.detail.rate;
    // A fault is heard up to its end, as far as the page holds it.
    const rest = this.center === null && difference && difference.to
      ? Math.min(8 * second, Math.max(0, difference.to - middle)) : 0;
    return {
      from: Math.max(0, middle - second), to: Math.min(this.detail.frames, middle + rest + second),
    };
  }

  toggle() {
    if (Sound.playing) Sound.stop(); else this.play();
  }

  play() {
    if (!this.hasSound) return;
    const { from, to } = this.around();
    const tracks = this.chosenTracks();
    const where = this.isWhole ? `from ${timeText(from, this.detail.rate, 1)} on`
      : `around ${timeText((from + to) / 2, this.detail.rate, 2)}`;
    const run = {};
    this.run = run;
    if (!Sound.pieces(this.detail, tracks, from, to).length) {
      Sound.stop();
      this.rest(`no sound is kept ${where} on these tracks`);
      return;
    }
    this.note.textContent = `playing ${where}`;
    this.playButton.textContent = "■ Stop";
    // Another run may have taken this one's place by the time it is over.
    Sound.play(this.detail, tracks, from, to, (frame) => this.moveHead(frame), () => {
      if (this.run === run) this.rest(`played ${where}`);
    }).catch((error) => {
      if (this.run !== run) return;
      Sound.stop();
      this.rest(`cannot be played here: ${error.message}`);
    });
  }

  rest(note) {
    this.playButton.textContent = this.playText;
    this.note.textContent = note;
    this.moveHead(null);
  }

  chosenTracks() {
    return [this.tracks.microphone && "microphone", this.tracks.prompts && this.side];
  }

  // The stretches that the chosen tracks let the reader hear.
  heard() {
    return Sound.pieces(this.detail, this.chosenTracks(), 0, Infinity)
      .map((piece) => [piece.from, piece.from + piece.frames])
      .sort((one, other) => one[0] - other[0])
      .reduce((joined, next) => {
        const last = joined[joined.length - 1];
        if (last && next[0] <= last[1]) last[1] = Math.max(last[1], next[1]);
        else joined.push(next);
        return joined;
      }, []);
  }

  // Draws the sound in view from itself where the page's outline of it is too coarse.
  refine() {
    const { from, to } = this.view;
    if (!this.hasSound || (to - from) / this.lanes.room >= this.detail.waves.binFrames / 2) return;
    if (to - from > 40 * this.detail.rate) return;
    this.refined = this.refined || new Set();
    const pieces = Sound.pieces(this.detail, ["microphone", ...SIDES], from, to)
      .filter((piece) => !this.refined.has(piece));
    if (!pieces.length) return;
    for (const piece of pieces) this.refined.add(piece);
    // What cannot be decoded here stays as coarse as it is.
    Promise.all(pieces.map((piece) => Sound.outline(piece, this.detail.rate))).then((outlines) => {
      this.lanes.fine.push(...outlines);
      this.draw();
    }, () => {});
  }

  moveHead(frame) {
    if (!this.line) return;
    this.line.style.display = frame === null ? "none" : "";
    if (frame === null) return;
    const x = this.lanes.x(frame, this.view);
    this.line.setAttribute("x1", x);
    this.line.setAttribute("x2", x);
  }

  draw() {
    const width = this.axis.clientWidth;
    if (!width) return;
    this.lanes.heard = this.hasSound ? this.heard() : null;
    this.lanes.layout(width);
    const { from, to } = this.around();
    this.lanes.draw(this.svg, this.view, this.picked, this.hasSound && !this.isWhole ? [from, to] : null);
    const { rate, frames } = this.detail;
    const isAll = this.view.from <= 0 && this.view.to >= frames;
    this.seen.textContent = isAll ? `all ${timeText(frames, rate)}`
      : `${timeText(this.view.from, rate, 1)} to ${timeText(this.view.to, rate, 1)}`
        + ` of ${timeText(frames, rate)}`;
    this.line = shape("line", { class: "head", y1: 18, y2: this.lanes.height, x1: 0, x2: 0 });
    this.line.style.display = "none";
    this.svg.append(this.line);
    this.refine();
  }
}
