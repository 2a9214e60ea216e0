// The live page: listens to the table, swaps in what changed, sends what people say.
"use strict";

const live = document.getElementById("live");
const dialog = document.getElementById("dialog");
const csrf = document.querySelector('meta[name="csrf-token"]').content;
const shown = (name) => document.getElementById(name);

// What the table tells

function swap({ number, html }) {
  live.dataset.number = number;
  const fresh = document.createElement("div");
  fresh.innerHTML = html;
  children(live, fresh);
  live.dispatchEvent(new Event("swapped"));
}

// Only what differs is touched: pictures stay drawn, and what has the focus keeps it.
function become(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  if (old.nodeName !== fresh.nodeName || old.id !== fresh.id || !old.attributes) return void old.replaceWith(fresh);
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) {
    const goesOnByItself = name === "src" && "live" in old.dataset;
    if (old.getAttribute(name) !== value && !goesOnByItself) old.setAttribute(name, value);
  }
  children(old, fresh);
}

function children(old, fresh) {
  const before = [...old.childNodes], after = [...fresh.childNodes];
  while (before.length && after.length && before[0].isEqualNode(after[0])) { before.shift(); after.shift(); }
  let next = null;
  while (before.length && after.length && before.at(-1).isEqualNode(after.at(-1))) { next = before.pop(); after.pop(); }
  if (before.length === after.length) return before.forEach((node, place) => become(node, after[place]));
  before.forEach((node) => node.remove());
  after.forEach((node) => old.insertBefore(node, next));
}

const SILENCE_MS = 2.5 * 1000 * live.dataset.ping, AGAIN_MS = 5000;
let source = null, heard = Date.now();
function listen() {
  source?.close();
  heard = Date.now();
  source = new EventSource("/events?parts");
  for (const [name, does] of Object.entries(messages)) source.addEventListener(name, does);
}
const messages = {
  table: (event) => { if (JSON.parse(event.data).begun !== live.dataset.begun) location.reload(); },  // the program began anew
  parts: (event) => { line(true); swap(JSON.parse(event.data)); },
  change: (event) => { line(true); announce(JSON.parse(event.data)); },
  still: () => line(true),
  open: () => line(true),
  error: () => { line(false); if (source.readyState === EventSource.CLOSED) setTimeout(knock, AGAIN_MS); },
};
function line(there) {
  if (there) heard = Date.now();
  shown("line").hidden = there;
}
// Refused for good, as where a PIN is asked for anew: the page says so itself, once it can be had.
function knock() {
  fetch("/snapshot.json", { cache: "no-store" }).then(() => location.reload(), () => setTimeout(knock, AGAIN_MS));
}
// A phone that left the house hears nothing at all, not even that the line is gone.
setInterval(() => { if (Date.now() - heard > SILENCE_MS) { line(false); listen(); } }, 1000);
addEventListener("pagehide", () => source.close());
addEventListener("pageshow", (event) => { if (event.persisted) listen(); });
listen();

// The camera's picture, as often as it is there to be seen

async function picture() {
  const images = document.hidden ? [] : [...live.querySelectorAll("img[data-live]")];
  await Promise.all(images.map(async (image) => {
    const next = new Image();
    next.src = `${image.dataset.live}?${Date.now()}`;
    try { await next.decode(); image.src = next.src; image.hidden = false; } catch { image.hidden = true; }
  }));
  setTimeout(picture, images.length ? 250 : 1000);
}
picture();

// What people say

// The last event that this page knows of: who corrects a round has to have seen what others said of it.
let written = 0;
const seen = () => Math.max(written, live.querySelector("[data-event]").dataset.event);

async function send(command) {
  const answer = await got("/do", {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": csrf, Accept: "application/json" },
    body: JSON.stringify({ seen: dialog.open ? Math.max(written, dialog.dataset.seen) : seen(), ...command }),
  });
  if (!answer) return false;
  written = (await answer.json()).number;
  fault("");
  return true;
}

// The answer; nothing where there is none or it says no, which is then told.
async function got(address, options) {
  const answer = await fetch(address, options).catch(() => null);
  if (answer?.ok) return answer;
  fault(answer ? await why(answer) : shown("line").textContent);
  return null;
}

async function why(answer) {
  const told = await answer.json().catch(() => ({}));
  return told.error || answer.statusText;
}

let faultTimer = 0;
function fault(says) {
  // What lies under an open dialog cannot be read: the fault is told inside of it.
  const place = shown("fault");
  (dialog.open ? dialog : document.body).append(place);
  place.textContent = says;
  place.hidden = !says;
  clearTimeout(faultTimer);
  if (says) faultTimer = setTimeout(() => { place.hidden = true; }, 9000);
}

let asked = 0;
dialog.addEventListener("close", () => { asked += 1; });

async function ask(address) {
  const mine = asked += 1;
  const shows = seen();
  const answer = await got(address, { headers: { Accept: "application/json, text/html;q=0.5" } });
  if (!answer) return;
  const html = await answer.text();
  if (mine !== asked) return;  // something else was asked for meanwhile, or it was closed
  document.body.append(shown("fault"));
  dialog.innerHTML = html;
  Object.assign(dialog.dataset, { address, seen: shows });
  if (!dialog.open) dialog.showModal();
  const auto = dialog.querySelector("[data-auto]");
  if (auto && await send(JSON.parse(auto.dataset.auto)) && mine === asked) after(auto);
}

function after(element) {
  if (element.dataset.then) ask(element.dataset.then);
  else if (dialog.contains(element)) dialog.close();
}

function told(form, submitter) {
  const command = { do: submitter?.name === "do" ? submitter.value : form.dataset.command };
  for (const [name, value] of new FormData(form)) {
    if (name.endsWith("[]")) (command[name.slice(0, -2)] ||= []).push(value);
    else command[name] = value;
  }
  return command;
}

document.addEventListener("click", async (event) => {
  const zoomed = event.target.closest(".picture");
  if (zoomed) return void (document.fullscreenElement ? document.exitFullscreen() : zoomed.requestFullscreen());
  const button = event.target.closest("button");
  if (!button || button.disabled) return;
  const data = button.dataset;
  if ("close" in data) dialog.close();
  else if (data.sure && !confirm(data.sure)) return;
  else if (data.dialog) ask(data.dialog);
  else if (data.act) send({ do: "act", text: data.act });
  else if (data.do) { if (await send(JSON.parse(data.do))) after(button); }
  else if (data.post) {
    const headers = { "X-CSRFToken": csrf, Accept: "application/json" };
    await got(data.post, { method: "POST", headers });
  } else if (data.tool) tools[data.tool](button);
});
document.addEventListener("submit", async (event) => {
  if (!event.target.dataset.command) return;
  event.preventDefault();
  if (await send(told(event.target, event.submitter))) dialog.close();
});
dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });

const keys = { g: '[data-act="go"]', s: '[data-act="stop"]', u: '[data-do*="undo"]', r: '[data-do*="redo"]', m: '[data-tool="sound"]', f: '[data-tool="screen"]' };
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || dialog.open || event.target.matches("input, select, textarea")) return;
  const button = keys[event.key.toLowerCase()] && live.querySelector(keys[event.key.toLowerCase()]);
  if (button && !button.disabled) { event.preventDefault(); button.click(); }
});

// The television, and the voice

const tools = {
  screen() {
    const on = document.body.classList.toggle("television");
    if (on) document.documentElement.requestFullscreen?.().catch(() => {});
    else if (document.fullscreenElement) document.exitFullscreen();
  },
  sound(button) {
    speaking = !speaking;
    localStorage.setItem("voice", speaking ? "on" : "");
    marks();
    if (speaking) say(button.textContent.trim());
  },
};
document.addEventListener("fullscreenchange", () => {
  if (!document.fullscreenElement) document.body.classList.remove("television");
});
let speaking = localStorage.getItem("voice") === "on";
function marks() { live.querySelector('[data-tool="sound"]')?.setAttribute("aria-pressed", String(speaking)); }
live.addEventListener("swapped", marks);
marks();

let last = "";
function announce(change) {
  if (change.kind === "camera" && !change.parts.round) return;
  const flag = live.querySelector('[data-flag="over"] .flag-head, [data-flag="call"] .flag-head, [data-flag="ppuk"] .flag-head');
  const turn = live.querySelector(".turns li .turn-head");
  const says = [turn, flag].filter(Boolean).map(words).join(". ");
  if (!says || says === last) return;
  last = says;
  shown("said").textContent = says;
  if (speaking && live.querySelector('[data-flag="call"]')) chime();
  if (speaking) say(says);
}

let audio = null;
function chime() {
  audio ??= new AudioContext();
  [660, 880].forEach((pitch, place) => {
    const tone = new OscillatorNode(audio, { frequency: pitch, type: "triangle" });
    const loud = new GainNode(audio, { gain: .15 });
    tone.connect(loud).connect(audio.destination);
    tone.start(audio.currentTime + place * .18);
    tone.stop(audio.currentTime + place * .18 + .16);
  });
}
function words(element) {
  return [...element.querySelectorAll(".who, .event, .flag-word, .flag-who, .flag-points")].map((each) => each.textContent.trim()).join(", ");
}
function say(text) {
  if (!("speechSynthesis" in window)) return;
  const speech = new SpeechSynthesisUtterance(text);
  speech.lang = document.documentElement.lang;
  speechSynthesis.cancel();
  speechSynthesis.speak(speech);
}
