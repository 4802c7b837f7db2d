// The page around the time axes: list, filter, search, theme, keys.

const sessions = [...document.querySelectorAll(".session")];
const find = document.getElementById("find");
const byHost = new Map();
// What is found of each session: name, path, why it fails, and the cause above it.
const texts = new Map(sessions.map((session) => {
  const group = session.closest(".group").querySelector(".group-title");
  const parts = [session.querySelector(".what"), group].map((node) => (node ? node.textContent : ""));
  return [session, [...parts, session.dataset.find || ""].join(" ").toLowerCase()];
}));
const opened = new Map();
// A session may open before the parts that the page brings, which stand behind this script.
const whole = new Promise((resolve) => {
  document.addEventListener("DOMContentLoaded", resolve, { once: true });
});
let show = "all";

// Gives the time axis of a session, once it is there; null of one that has none.
function open(session) {
  if (!opened.has(session)) {
    opened.set(session, build(session).catch((error) => {
      opened.delete(session);
      const note = make("p", { className: "note", textContent: error.message });
      session.append(make("div", { className: "body failed" }, note));
      return null;
    }));
  }
  return opened.get(session);
}

async function build(session) {
  const number = Number(session.id.slice(1));
  for (const note of session.querySelectorAll(".failed")) note.remove();
  const isHere = session.querySelector(".body");
  await whole;
  const part = isHere ? Parts.known.get(number) : await Parts.session(number);
  if (!isHere) session.insertAdjacentHTML("beforeend", part.body);
  const host = session.querySelector(".timeline");
  if (!host || !part) return null;
  // Without its sound a session is still seen.
  await Parts.sounds(number, part.detail.sound || []).catch(() => {});
  const timeline = new Timeline(host, part.detail, session.querySelector(".what b").textContent);
  byHost.set(host, timeline);
  return timeline;
}

function filter() {
  const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const session of sessions) {
    const isGreen = session.classList.contains("agrees");
    const fits = (show === "all" || (show === "green") === isGreen)
      && words.every((word) => texts.get(session).includes(word));
    session.hidden = !fits;
    count += fits ? 1 : 0;
  }
  const isAll = show === "all" && !words.length;
  for (const fold of document.querySelectorAll(".fold")) {
    const fits = fold.querySelector(".session:not([hidden])");
    fold.hidden = !fits;
    fold.open = isAll ? fold.open && fold.dataset.chosen === "yes" : Boolean(fits);
  }
  for (const group of document.querySelectorAll(".group")) {
    group.hidden = !group.querySelector(".session:not([hidden])");
  }
  document.getElementById("none").hidden = count > 0;
  document.getElementById("shown").textContent =
    count === sessions.length ? "" : `${count} of ${sessions.length} shown`;
}

function choose(kind) {
  show = kind;
  for (const button of document.querySelectorAll("[data-show]")) {
    button.setAttribute("aria-pressed", button.dataset.show === kind);
  }
  filter();
}

function step(way) {
  const shown = sessions.filter((session) => !session.hidden && session.checkVisibility());
  if (!shown.length) return;
  const here = document.activeElement && document.activeElement.closest(".session");
  const place = shown.indexOf(here);
  const next = place < 0 ? (way > 0 ? 0 : shown.length - 1)
    : Math.min(shown.length - 1, Math.max(0, place + way));
  shown[next].querySelector("summary").focus();
  shown[next].scrollIntoView({ block: "nearest" });
}

function isDark() {
  const theme = document.documentElement.dataset.theme;
  return theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

function changeTheme() { document.documentElement.dataset.theme = isDark() ? "light" : "dark"; }

function openLinked() {
  const id = decodeURIComponent(location.hash.slice(1));
  const session = sessions.find((one) => one.id === id);
  if (!session) return;
  const fold = session.closest(".fold");
  if (fold) unfold(fold);
  session.open = true;
  session.scrollIntoView();
}

// Opens a fold for good: a filter that goes does not close it.
function unfold(fold) {
  fold.dataset.chosen = "yes";
  fold.open = true;
}

for (const fold of document.querySelectorAll(".fold")) {
  fold.querySelector("summary").addEventListener("click", () => {
    fold.dataset.chosen = fold.open ? "" : "yes";
  });
}

// Copies without the clipboard where the browser gives none to a file.
function copyText(text) {
  const field = make("textarea", { value: text, className: "hidden" });
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  return isCopied;
}

async function copy(button) {
  let isCopied = true;
  try {
    await navigator.clipboard.writeText(button.dataset.copy);
  } catch {
    isCopied = copyText(button.dataset.copy);
  }
  button.textContent = isCopied ? "Copied" : "Not copied";
  setTimeout(() => { button.textContent = "Copy"; }, 2000);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest(".copy");
  if (button) copy(button);
});

// A button of a turn plays its sound, which no session need show.
async function hear(button) {
  const heard = JSON.parse(button.dataset.heard);
  const isOn = button.textContent.startsWith("◼");
  Sound.stop();
  if (isOn) return;
  try {
    await Parts.sounds(heard.number, heard.sound);
  } catch (error) {
    button.title = error.message;
    return;
  }
  button.textContent = "◼ Stop";
  const tracks = ["microphone", "golden", "actual"];
  Sound.play(heard, tracks, heard.from, heard.to, () => {}, () => { button.textContent = "▶ Play"; });
}

for (const button of document.querySelectorAll(".hear")) {
  button.addEventListener("click", () => hear(button));
}

for (const session of sessions) {
  session.addEventListener("toggle", () => { if (session.open) open(session); });
  session.addEventListener("click", async (event) => {
    const button = event.target.closest(".pick");
    const timeline = button && await open(session);
    if (!timeline) return;
    timeline.pick(Number(button.dataset.pick), true);
    timeline.axis.focus({ preventScroll: true });
    timeline.axis.parentElement.scrollIntoView({ block: "nearest", behavior: "instant" });
    timeline.reveal();
  });
}

if (find) {
  find.addEventListener("input", filter);
  for (const button of document.querySelectorAll("[data-show]")) {
    button.addEventListener("click", () => choose(button.dataset.show));
  }
  document.getElementById("reset").addEventListener("click", () => {
    find.value = "";
    choose("all");
  });
}
document.getElementById("theme").addEventListener("click", changeTheme);
const keys = document.getElementById("keys");
document.getElementById("help").addEventListener("click", () => keys.showModal());

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || keys.open) return;
  if (event.target.matches("input")) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  const acts = {
    "/": () => find && find.focus(), "?": () => keys.showModal(), "t": changeTheme,
    "j": () => step(1), "k": () => step(-1),
    "1": () => choose("all"), "2": () => choose("red"), "3": () => choose("green"),
  };
  const act = acts[event.key];
  if (!act || (!find && "123jk".includes(event.key))) return;
  event.preventDefault();
  act();
});

addEventListener("hashchange", openLinked);
const red = sessions.find((session) => !session.classList.contains("agrees"));
if (location.hash.length > 1) openLinked();
else if (red) red.open = true;
else if (sessions.length === 1) sessions[0].open = true;
