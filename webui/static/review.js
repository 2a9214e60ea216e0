"use strict";
/* A film with its turns: whatever has data-seek shows that moment; the turn that is shown is marked. */

const player = document.getElementById("player");
if (player) {
  const video = player.querySelector("video");
  const still = player.querySelector("img");
  const line = player.querySelector("svg.timeline");
  const turns = [...document.querySelectorAll(".turns li[data-time]")];
  const seconds = Number(line.dataset.seconds);
  let broken = false;

  const show = (time) => {
    if (broken) {
      still.src = `${player.dataset.still}?${new URLSearchParams({ t: time })}`;
      mark(time);
      return;
    }
    video.currentTime = time;
    mark(time);
  };
  const mark = (time) => {
    const now = line.querySelector(".now");
    const x = seconds ? (time / seconds) * line.viewBox.baseVal.width : 0;
    now.setAttribute("x1", x);
    now.setAttribute("x2", x);
    const latest = turns.filter((turn) => Number(turn.dataset.time) <= time + 0.05).pop();
    for (const turn of turns) turn.classList.toggle("shown", turn === latest);
  };
  video.addEventListener("timeupdate", () => mark(video.currentTime));
  video.addEventListener("error", () => {
    broken = true;
    video.hidden = true;
    still.hidden = false;
    show(0);
  });
  document.addEventListener("click", (event) => {
    const to = event.target.closest("[data-seek]");
    if (to) show(Number(to.dataset.seek));
    else if (line.contains(event.target)) {
      const box = line.getBoundingClientRect();
      show(((event.clientX - box.left) / box.width) * seconds);
    }
  });
}

/* Who sat out is asked of the setup that is chosen. */
const setup = document.getElementById("setup");
if (setup) {
  const ask = () => {
    for (const each of document.querySelectorAll("fieldset[data-of]")) {
      each.hidden = each.dataset.of !== setup.value;
    }
  };
  setup.addEventListener("change", ask);
  ask();
}

/* A review under way. */
const progress = document.getElementById("progress");
if (progress) {
  const ask = async () => {
    const answer = await fetch(progress.dataset.at).then((response) => response.json()).catch(() => null);
    if (answer?.done) location.reload();
    else {
      if (answer) progress.querySelector("progress").value = answer.share;
      setTimeout(ask, 1000);
    }
  };
  ask();
}

/* A film brought: it is sent as it is, and the bar shows how much has arrived. */
const upload = document.getElementById("upload");
if (upload) {
  const bar = upload.querySelector("progress");
  const bad = upload.querySelector("[role=alert]");
  const send = (file) => {
    const request = new XMLHttpRequest();
    const failed = (why) => {
      bar.hidden = true;
      bad.hidden = false;
      bad.textContent = upload.dataset.failed.replace("{why}", why);
    };
    request.open("POST", `${upload.dataset.to}?${new URLSearchParams({ name: file.name })}`);
    request.setRequestHeader("X-CSRFToken", document.querySelector('meta[name="csrf-token"]').content);
    request.setRequestHeader("Content-Type", "application/octet-stream");
    request.setRequestHeader("Accept", "application/json");
    request.responseType = "json";
    request.upload.addEventListener("progress", (event) => { bar.value = event.loaded / event.total; });
    request.addEventListener("load", () => {
      if (request.status === 201) location = request.response.goes_to;
      else failed(request.response?.error || request.statusText);
    });
    request.addEventListener("error", () => failed(""));
    bar.hidden = false;
    bad.hidden = true;
    request.send(file);
  };
  upload.querySelector("input").addEventListener("change", (event) => event.target.files[0] && send(event.target.files[0]));
  for (const kind of ["dragover", "drop"])
    upload.addEventListener(kind, (event) => {
      event.preventDefault();
      if (kind === "drop" && event.dataTransfer.files[0]) send(event.dataTransfer.files[0]);
    });
}
