// Draws one session as lanes over a time axis. Knows nothing of pointers, keys or sound.

const LANES = [
  "prompts", "clips", "sent", "heard", "listening", "level", "speech", "words", "modules", "actions",
];
const TITLES = {
  microphone: "Microphone", prompts: "Prompts", clips: "Clips", sent: "Sent", heard: "Heard",
  listening: "Listening", level: "Level", speech: "Speech", words: "Words", modules: "Modules", actions: "Actions",
};
const SIDES = ["golden", "actual"];
const NARROW = 640;
// Pixels behind the last frame, so that what happens there is not cut.
const MARGIN = 24;

function bytesOf(base64) {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

// Frames as a reader takes them in: 950 ms, 12.4 s, 3:05.
function timeText(frames, rate, digits) {
  const seconds = frames / rate;
  if (digits === undefined && Math.abs(seconds) < 1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds >= 60) {
    const rest = (seconds % 60).toFixed(digits || 0).padStart(digits ? digits + 3 : 2, "0");
    return `${Math.floor(seconds / 60)}:${rest}`;
  }
  return `${seconds.toFixed(digits === undefined ? 1 : digits)} s`;
}

class Lanes {
  constructor(detail) {
    this.detail = detail;
    this.sides = detail.lanes.actual ? SIDES : ["golden"];
    this.waves = {};
    for (const track of ["microphone", ...SIDES]) {
      const outline = detail.waves && detail.waves[track];
      if (outline) this.waves[track] = bytesOf(outline);
    }
    // What can be heard, and finer outlines of it once it is decoded: [from, to] and
    // {track, from, frames, bytes, binFrames}.
    this.heard = null;
    this.fine = [];
  }

  get undrawn() { return this.detail.undrawn || []; }

  // A report of an older program has no spans of some lanes.
  spans(lane, side) { return this.detail.lanes[side][lane] || []; }

  get room() { return this.width - this.left - MARGIN; }

  // Where every lane stands: {top, rows: {side: {y, height}}}, for a picture so wide.
  layout(width) {
    const isNarrow = width < NARROW;
    this.left = isNarrow ? 0 : 132;
    let y = 26;
    this.places = {};
    this.bands = {};
    const names = [this.heard && "heard", this.undrawn.length && "undrawn"].filter(Boolean);
    for (const name of names) {
      if (isNarrow) y += 12;
      this.bands[name] = { y, label: isNarrow ? y - 2 : y + 8 };
      y += isNarrow ? 10 : 14;
    }
    const open = (lane) => {
      if (isNarrow) y += 14;
      this.places[lane] = { label: isNarrow ? y - 3 : y + 13, rows: {}, sides: {} };
    };
    if (this.waves.microphone) {
      open("microphone");
      this.places.microphone.rows.golden = { y, height: 56 };
      y += 56 + 12;
    }
    for (const lane of LANES) {
      if (!this.sides.some((side) => this.spans(lane, side).length)) continue;
      open(lane);
      const height = lane === "prompts" && (this.waves.golden || this.waves.actual) ? 32 : 19;
      for (const side of this.sides) {
        this.places[lane].rows[side] = { y, height };
        this.places[lane].sides[side] = isNarrow ? y - 3 : y + 13;
        y += height + 13;
      }
      y += isNarrow ? 0 : 3;
    }
    this.width = width;
    this.height = y;
  }

  x(frame, view) {
    return this.left + ((frame - view.from) / (view.to - view.from)) * this.room;
  }

  frame(x, view) {
    return view.from + ((x - this.left) / this.room) * (view.to - view.from);
  }

  // Where a difference stands: its lane, or that of the last one that is drawn.
  place(difference) {
    return this.places[difference.lane] || this.places.actions || Object.values(this.places).pop();
  }

  // `around` is the stretch that would be heard now, [from, to] or null.
  draw(svg, view, picked, around) {
    svg.setAttribute("viewBox", `0 0 ${this.width} ${this.height}`);
    svg.setAttribute("height", this.height);
    const clip = `clip-${svg.id}`;
    const inside = shape("g", { "clip-path": `url(#${clip})` });
    const frame = shape("clipPath", { id: clip });
    frame.append(shape("rect", {
      x: this.left, y: 0, width: this.width - this.left, height: this.height,
    }));
    this.drawRows(inside);
    if (around) inside.append(this.stretch("around", view, around[0], around[1], 20, this.height));
    const ruler = this.drawRuler(inside, view);
    this.drawBands(inside, view);
    this.drawWaves(inside, view);
    for (const side of this.sides) {
      for (const lane of LANES) if (this.places[lane]) this.drawLane(inside, view, lane, side);
    }
    if (this.sides.length > 1 || this.detail.differences.length) {
      this.drawDifferences(inside, view, picked);
    }
    svg.replaceChildren(frame, inside, ruler, this.drawTitles());
  }

  drawTitles() {
    const group = shape("g", {});
    for (const lane in this.places) {
      const x = this.left ? 10 : 8;
      group.append(shape("text", { class: "lane", x, y: this.places[lane].label }, TITLES[lane]));
      if (this.sides.length > 1) this.drawSides(group, lane);
    }
    const left = this.detail.differencesLeftOut;
    const names = { heard: "Can be heard", undrawn: `${left} undrawn` };
    for (const band in this.bands) {
      const { label } = this.bands[band];
      group.append(shape("text", { class: `lane ${band}`, x: this.left ? 10 : 8, y: label },
        names[band]));
    }
    return group;
  }

  // Names the rows of a lane: before them where there is room, else above them.
  drawSides(group, lane) {
    const { sides } = this.places[lane];
    for (const side in sides) {
      const above = side === "golden" ? 16 + TITLES[lane].length * 7 : 8;
      group.append(shape("text", {
        class: `side ${side}`, x: this.left ? this.left - 8 : above, y: sides[side],
        "text-anchor": this.left ? "end" : "start",
      }, side));
    }
  }

  stretch(style, view, from, to, y, height) {
    const x = Math.max(this.left, this.x(from, view));
    const end = Math.min(this.width, this.x(to, view));
    return shape("rect", { class: style, x, y, height, width: Math.max(from < to ? 1 : 0, end - x) });
  }

  // Thin stripes below the ruler: where there is sound, and where differences stand that are not
  // drawn one by one.
  drawBands(inside, view) {
    const isSeen = ([from, to]) => to > view.from && this.x(from, view) < this.width;
    if (this.bands.heard) {
      for (const one of this.heard.filter(isSeen)) {
        inside.append(this.stretch("heard", view, one[0], one[1], this.bands.heard.y + 2, 5));
      }
    }
    if (!this.bands.undrawn) return;
    const { y } = this.bands.undrawn;
    for (const [from, to, count] of this.undrawn.filter(isSeen)) {
      const box = this.stretch("undrawn", view, from, to, y, 9);
      box.append(shape("title", {}, `${count} differences begin here that are not drawn`));
      inside.append(this.stretch("shade", view, from, to, y, this.height - y), box);
    }
  }

  drawRows(inside) {
    for (const lane in this.places) {
      for (const side in this.places[lane].rows) {
        const row = this.places[lane].rows[side];
        inside.append(shape("rect", {
          class: "row", x: this.left, y: row.y, width: this.width - this.left, height: row.height,
        }));
      }
    }
  }

  drawRuler(inside, view) {
    const rate = this.detail.rate;
    const seconds = (view.to - view.from) / rate;
    const wanted = seconds / Math.max(2, (this.width - this.left) / 90);
    const steps = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 300,
      600, 1800, 3600, 7200];
    const step = steps.find((one) => one >= wanted) || 14400;
    const digits = step >= 1 ? 0 : step >= 0.1 ? 1 : step >= 0.01 ? 2 : 3;
    const texts = shape("g", {});
    for (let at = Math.ceil(view.from / rate / step) * step; at * rate <= view.to; at += step) {
      const x = this.x(at * rate, view);
      inside.append(shape("line", { class: "grid", x1: x, x2: x, y1: 20, y2: this.height }));
      if (x > this.width - 34) continue;
      texts.append(shape("text", {
        class: "tick", x: Math.max(this.left + 2, x + 3), y: 14,
      }, timeText(at * rate, rate, digits)));
    }
    return texts;
  }

  drawWaves(inside, view) {
    if (this.places.microphone) {
      this.drawWave(inside, view, "microphone", "microphone", this.places.microphone.rows.golden);
    }
    const prompts = this.places.prompts;
    if (!prompts) return;
    for (const side of this.sides) {
      if (this.waves[side]) this.drawWave(inside, view, side, `wave ${side}`, prompts.rows[side]);
    }
  }

  drawWave(inside, view, track, style, row) {
    const bytes = this.waves[track];
    const bin = this.detail.waves.binFrames;
    const middle = row.y + row.height / 2;
    const width = this.width - this.left;
    const step = (view.to - view.from) / this.room;
    const fine = this.fine.filter((one) => one.track === track && step < bin);
    let top = "";
    let bottom = "";
    for (let pixel = 0; pixel <= width; pixel += 1) {
      const frame = view.from + pixel * step;
      const piece = fine.find((one) => frame >= one.from && frame < one.from + one.frames);
      const peak = piece
        ? this.peak(piece.bytes, (frame - piece.from) / piece.binFrames, step / piece.binFrames)
        : this.peak(bytes, frame / bin, step / bin);
      const size = Math.max(0.4, (peak / 255) * (row.height / 2 - 1));
      top += `${pixel ? "L" : "M"}${this.left + pixel} ${(middle - size).toFixed(1)}`;
      bottom = `L${this.left + pixel} ${(middle + size).toFixed(1)}${bottom}`;
    }
    inside.append(shape("path", { class: style, d: `${top}${bottom}Z` }));
  }

  // The largest of the bins from `from` on, the last of them begun at `from + length`.
  peak(bytes, from, length) {
    let peak = 0;
    for (let at = Math.max(0, Math.floor(from)); at <= from + length && at < bytes.length; at += 1) {
      if (bytes[at] > peak) peak = bytes[at];
    }
    return peak;
  }

  drawLane(inside, view, lane, side) {
    const row = this.places[lane].rows[side];
    const isWave = lane === "prompts" && this.waves[side];
    let lastLabel = -Infinity;
    const spans = this.spans(lane, side);
    spans.forEach(([from, to, label, decided, level], index) => {
      if (Math.max(to, decided || 0) < view.from || this.x(from, view) > this.width) return;
      const x = this.x(from, view);
      const next = spans[index + 1] ? this.x(spans[index + 1][0], view) : this.width;
      const width = Math.max(3, this.x(to, view) - x);
      const box = level === undefined
        ? shape("rect", {
          class: `span ${side}`, x, width, y: row.y + 0.5, height: row.height - 1, rx: 3,
          "fill-opacity": isWave ? 0.35 : 1,
        })
        : this.step(row, side, x, this.x(to, view) - x, level);
      box.append(shape("title", {}, this.spanText(from, to, label, decided)));
      inside.append(box);
      if (level !== undefined) return;
      if (decided) this.drawDecision(inside, view, side, row, to, decided);
      const start = Math.max(x, this.left) + 4;
      const end = to > from ? x + width : next;
      const room = Math.min(end, this.width) - start;
      const before = label.length * 6;
      const free = Math.max(lastLabel, index ? this.x(spans[index - 1][1], view) : this.left);
      if (to === from && this.width - start < before && x - before - 8 > free) {
        inside.append(shape("text", {
          x: x - 4, y: row.y + row.height / 2 + 4, "text-anchor": "end", "pointer-events": "none",
        }, label));
        lastLabel = x;
        return;
      }
      if (room < 22 || start < lastLabel + 6) return;
      const shown = Math.floor((to > from ? room : Math.min(room, 150)) / 6);
      const text = label.length > shown ? `${label.slice(0, Math.max(1, shown - 1))}…` : label;
      const offset = to > from ? 0 : 3;
      inside.append(shape("text", {
        class: isWave ? `over ${side}` : "", x: start + offset,
        y: row.y + (isWave ? 12 : row.height / 2 + 4), "pointer-events": "none",
      }, text));
      lastLabel = start + text.length * 6;
    });
  }

  // A level: as high as it is loud, a line where it is nothing.
  step(row, side, x, width, level) {
    const height = 1 + (level / 1000) * (row.height - 2);
    return shape("rect", {
      class: `span ${side}`, x, width: Math.max(0.5, width),
      y: row.y + row.height - 0.5 - height, height,
    });
  }

  // A line from where something ended to where that was decided.
  drawDecision(inside, view, side, row, to, decided) {
    const x = this.x(decided, view);
    const y = row.y + row.height / 2;
    inside.append(shape("line", {
      class: `late ${side}`, x1: this.x(to, view), x2: x, y1: y, y2: y,
    }), shape("line", {
      class: `decided ${side}`, x1: x, x2: x, y1: row.y + 1, y2: row.y + row.height - 1,
    }));
  }

  spanText(from, to, label, decided) {
    const rate = this.detail.rate;
    const ms = (frame) => `${Math.round((frame / rate) * 10000) / 10} ms`;
    return `${label}\n${to > from ? `${ms(from)} to ${ms(to)}` : `at ${ms(from)}`}`
      + (decided ? `, decided at ${ms(decided)}` : "");
  }

  drawDifferences(inside, view, picked) {
    this.detail.differences.forEach((difference, index) => {
      const group = shape("g", {
        class: index === picked ? "difference picked" : "difference", "data-index": index,
      });
      const rows = this.place(difference).rows;
      const ends = SIDES.map((side) => this.drawEnd(group, view, difference, side, rows));
      const [golden, actual] = ends;
      if (golden && actual) {
        const d = `M${golden.x} ${golden.y}L${actual.x} ${actual.y}`;
        group.append(shape("path", { class: "join", d }), shape("path", {
          class: "hit", d, "stroke-width": 14,
        }));
      } else if (this.sides.length > 1 && (golden || actual)) {
        const { x } = golden || actual;
        const y = golden ? golden.y + 6 : actual.y - 6;
        group.append(shape("circle", { class: "lost", cx: x, cy: y, r: 4 }));
      }
      if (group.childNodes.length) inside.append(group);
    });
  }

  // The mark of one side; gives where a line joins it.
  drawEnd(group, view, difference, side, rows) {
    const frame = difference[side];
    const row = rows[side];
    if (frame === undefined || !row) return null;
    const x = Math.round(this.x(frame, view) * 10) / 10;
    if (difference.to > frame && this.x(difference.to, view) > this.left && x < this.width) {
      group.append(this.stretch("fault", view, frame, difference.to, row.y, row.height));
    }
    if (x < -4000 || x > this.width + 4000) return null;
    group.append(
      shape("line", { class: "at", x1: x, x2: x, y1: row.y, y2: row.y + row.height }),
      shape("rect", { class: "hit", x: x - 7, width: 14, y: row.y, height: row.height }));
    return { x, y: side === "golden" ? row.y + row.height : row.y };
  }
}
