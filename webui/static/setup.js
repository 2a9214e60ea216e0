"use strict";
/* Outlines that can be dragged: each polygon belongs to a field that holds its points as text, and
   that field is what is sent. Without this script the field can be typed into. */

const SVG = "http://www.w3.org/2000/svg";
const STEP = 1, FAR = 10;

class Outline {
  constructor(svg, polygon) {
    this.svg = svg;
    this.polygon = polygon;
    this.field = document.querySelector(`input[name="${polygon.dataset.field}"]`);
    this.label = svg.querySelector(`text[data-of="${polygon.dataset.field}"]`);
    this.limits = svg.viewBox.baseVal;
    this.handles = [];
    this.read();
    polygon.tabIndex = 0;
    polygon.setAttribute("role", "button");
    polygon.setAttribute("aria-label", polygon.dataset.name);
    this.draggable(polygon, (by) => this.points.every((_, at) => this.inside(at, by)) && this.moveAll(by));
    this.field.addEventListener("change", () => this.read());
  }

  read() {
    const points = this.field.value.split(",").map((pair) => pair.trim().split(/\s+/).map(Number));
    if (points.length < 3 || points.some((pair) => pair.length !== 2 || !pair.every(Number.isFinite))) return;
    this.points = points;
    this.handles.forEach((handle) => handle.remove());
    this.handles = points.map((_, at) => this.handle(at));
    this.draw();
    this.told();
  }

  handle(at) {
    const handle = document.createElementNS(SVG, "circle");
    const words = this.svg.dataset.corner.replace("{number}", at + 1).replace("{name}", this.polygon.dataset.name);
    handle.setAttribute("class", "handle");
    handle.setAttribute("tabindex", "0");
    handle.setAttribute("role", "button");
    handle.setAttribute("aria-label", words);
    this.svg.append(handle);
    this.draggable(handle, (by) => this.moveCorner(at, by));
    return handle;
  }

  /* `move` is called with [dx, dy] in the drawing's units. */
  draggable(element, move) {
    let last = null;
    element.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      element.setPointerCapture(event.pointerId);
      last = this.place(event);
      event.preventDefault();
      element.focus({ preventScroll: true });
    });
    element.addEventListener("pointermove", (event) => {
      if (!last) return;
      const now = this.place(event);
      move([now[0] - last[0], now[1] - last[1]]);
      last = now;
      this.draw();
    });
    for (const end of ["pointerup", "pointercancel"])
      element.addEventListener(end, () => {
        if (last) this.write();
        last = null;
      });
    element.addEventListener("keydown", (event) => {
      const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
      if (!way) return;
      event.preventDefault();
      const far = event.shiftKey ? FAR : STEP;
      move([way[0] * far, way[1] * far]);
      this.draw();
      this.write();
    });
  }

  place(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return [point.x, point.y];
  }

  inside(at, by) {
    const { x, y, width, height } = this.limits;
    const [px, py] = [this.points[at][0] + by[0], this.points[at][1] + by[1]];
    return px >= x && px <= x + width && py >= y && py <= y + height;
  }

  moveAll(by) {
    this.points = this.points.map(([x, y]) => [x + by[0], y + by[1]]);
  }

  /* A rectangle stays one: the corners beside the one that is moved go with it. */
  moveCorner(at, by) {
    if (!this.inside(at, by)) return;
    const [x, y] = this.points[at];
    const square = "square" in this.polygon.dataset && this.points.length === 4;
    if (square)
      for (const other of [(at + 1) % 4, (at + 3) % 4]) {
        if (Math.abs(this.points[other][0] - x) < 0.05) this.points[other][0] += by[0];
        else if (Math.abs(this.points[other][1] - y) < 0.05) this.points[other][1] += by[1];
      }
    this.points[at] = [x + by[0], y + by[1]];
  }

  draw() {
    this.polygon.setAttribute("points", this.points.map((pair) => pair.join(" ")).join(", "));
    const radius = Math.max(this.limits.width / 90, 6 * this.limits.width / Math.max(1, this.svg.clientWidth));
    this.points.forEach(([x, y], at) => {
      this.handles[at].setAttribute("cx", x);
      this.handles[at].setAttribute("cy", y);
      this.handles[at].setAttribute("r", radius);
    });
    if (!this.label) return;
    const middle = [0, 1].map((axis) => this.points.reduce((sum, pair) => sum + pair[axis], 0) / this.points.length);
    this.label.setAttribute("x", middle[0]);
    this.label.setAttribute("y", middle[1]);
  }

  write() {
    this.field.value = this.points.map((pair) => pair.map((value) => Math.round(value * 10) / 10).join(" ")).join(", ");
    this.told();
  }

  /* Shows the table straightened by these corners. */
  told() {
    const picture = this.polygon.dataset.straight && document.getElementById(this.polygon.dataset.straight);
    if (!picture || !this.shown) { this.shown = true; return; }
    const [width, height] = ["width", "height"].map((name) => document.querySelector(`input[name="${name}"]`).value);
    picture.src = `${picture.dataset.source}?${new URLSearchParams({ corners: this.field.value, width, height })}`;
  }
}

for (const svg of document.querySelectorAll("svg[data-drawing]"))
  for (const polygon of svg.querySelectorAll("polygon[data-field]")) new Outline(svg, polygon);

/* The picture of a camera goes on; what could not be had leaves the one before. */
for (const image of document.querySelectorAll("[data-now]")) {
  const next = async () => {
    const answer = await fetch(image.dataset.now).catch(() => null);
    if (answer?.status === 200) {
      const old = image.getAttribute("href");
      image.setAttribute("href", URL.createObjectURL(await answer.blob()));
      if (old.startsWith("blob:")) setTimeout(() => URL.revokeObjectURL(old), 1000);
    }
    setTimeout(next, document.hidden ? 3000 : 700);
  };
  next();
}

/* Typing an address chooses it. */
document.querySelector('input[name="address"]')?.addEventListener("input", (event) => {
  event.target.closest("label").querySelector("input[type=radio]").checked = true;
});

/* On a phone not all steps fit: the one that is shown comes into sight. */
document.querySelector(".steps [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
