// The plots of latencies: each is drawn into the element whose data-plot has its data. Times are
// microseconds.

function shape(name, attributes, text) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const key in attributes) node.setAttribute(key, attributes[key]);
  if (text !== undefined) node.textContent = text;
  return node;
}

function picture(width, height, label, shapes) {
  const svg = shape("svg", {
    viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": label,
  });
  svg.append(...shapes);
  return svg;
}

function stroke(style, width, x1, y1, x2, y2) {
  return shape("line", { class: style, "stroke-width": width, x1, y1, x2, y2 });
}

function caption(text, style, anchor, x, y, size = 12) {
  return shape("text", { class: style, "text-anchor": anchor, "font-size": size, x, y }, text);
}

// The marks of the one scale of all figures of a page, in milliseconds: steps of 1, 2 and 5, evenly
// apart, so that short times stay apart where some are long.
function marksTo(most) {
  const marks = [0, 100];
  while (marks.at(-1) * 1000 < most) {
    marks.push(marks.at(-1) * (String(marks.at(-1)).startsWith("2") ? 2.5 : 2));
  }
  return marks;
}

// Where a time stands from 0 to 1; between two marks the scale is linear.
function placeOn(marks, time) {
  const next = marks.findIndex((mark) => mark * 1000 > time);
  if (next < 1) return time <= 0 ? 0 : 1;
  const from = marks[next - 1] * 1000;
  return (next - 1 + (time - from) / (marks[next] * 1000 - from)) / (marks.length - 1);
}

const Plots = {
  // The values of one figure: each as a dot, hollow where it is only the least; percentiles as
  // lines, the golden median below.
  strip({ label, values, atLeast, percentiles, golden, most }) {
    const marks = marksTo(most);
    const x = (time) => 16 + 348 * placeOn(marks, time);
    const shapes = [stroke("muted", 1, 16, 22, 364, 22)];
    for (const mark of marks) {
      const place = x(mark * 1000);
      shapes.push(stroke("muted", 1, place, 18, place, 26),
        caption(mark ? `${mark / 1000} s` : "0", "muted", "middle", place, 56, 11));
    }
    if (golden !== undefined) shapes.push(stroke("golden", 4, x(golden), 28, x(golden), 42));
    percentiles.forEach((time, place) => {
      shapes.push(stroke("accent", place ? 1.5 : 3, x(time), 6, x(time), 34));
    });
    for (const [style, times] of [["dot", values], ["dot open", atLeast]]) {
      for (const time of times) {
        shapes.push(shape("circle", { class: style, cx: x(time), cy: 22, r: 3.5 }));
      }
    }
    return picture(380, 62, label, shapes);
  },

  // One figure over many runs: the median and the 90th percentile on a scale of their own, dates,
  // the runs that stepped away from those before, and where the sessions changed.
  trend({ label, runs, steps }) {
    const [left, right, top, bottom] = [62, 548, 22, 156];
    const measured = runs.flatMap((run) => (run.p50 === undefined ? [] : [run.p50, run.p90]));
    const [low, high] = [Math.min(...measured), Math.max(...measured)];
    const pad = Math.max(500, (high - low) / 8);
    // From nothing only where the values come near it.
    const [least, most] = [low < high / 2 ? 0 : Math.max(0, low - pad), high + pad];
    const last = runs.length - 1;
    const x = (run) => left + (right - left) * (last ? run / last : 0.5);
    const y = (time) => bottom - ((bottom - top) * (time - least)) / Math.max(1, most - least);
    const shapes = [];
    const step = 1000 * ([1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000]
      .find((one) => most - least < one * 6000) || 60000);
    for (let time = Math.ceil(least / step) * step; time <= most; time += step) {
      shapes.push(stroke("grid", 1, left, y(time), right, y(time)),
        caption(`${time / 1000} ms`, "muted", "end", left - 6, y(time) + 4));
    }
    for (const run of new Set([0, last >> 1, last])) {
      const anchor = last === 0 ? "middle" : run === 0 ? "start" : run === last ? "end" : "middle";
      const name = runs[run].label;
      shapes.push(
        caption(name.length > 16 ? `${name.slice(0, 15)}…` : name, "ink", anchor, x(run), 176),
        caption(runs[run].day, "muted", anchor, x(run), 192));
    }
    runs.forEach((run, place) => {
      if (!run.change) return;
      const line = stroke("ink dashed", 1.5, x(place), top, x(place), bottom);
      line.append(shape("title", {}, run.change));
      shapes.push(line);
    });
    for (const [name, width] of [["p90", 1.2], ["p50", 2.2]]) {
      const style = `curve ${name === "p50" ? "accent" : "muted"}`;
      const points = runs.flatMap((run, place) => (
        run[name] === undefined ? [] : [[x(place), y(run[name])]]));
      shapes.push(points.length > 1
        ? shape("polyline", { class: style, "stroke-width": width, points: points.join(" ") })
        : shape("circle", { class: style, "stroke-width": width, cx: points[0][0], cy: points[0][1], r: 3 }));
    }
    // Several marks of one run stand below each other.
    const marked = {};
    for (const { run, text, state } of steps) {
      const down = marked[run] || 0;
      marked[run] = down + 1;
      const isRight = x(run) > right - 138;
      shapes.push(stroke(state, 1.5, x(run), top - 6, x(run), bottom),
        caption(text, state, isRight ? "end" : "start", x(run) + (isRight ? -4 : 4),
          top - 8 + 14 * down));
    }
    runs.forEach((run, place) => {
      const width = (right - left) / runs.length;
      const hit = shape("rect", {
        x: left + width * place, y: top, width, height: bottom - top, fill: "transparent",
      });
      hit.append(shape("title", {}, run.told));
      shapes.push(hit);
    });
    return picture(560, 200, label, shapes);
  },
};

for (const host of document.querySelectorAll("[data-plot]")) {
  const data = JSON.parse(host.dataset.plot);
  host.prepend(Plots[data.kind](data));
}
