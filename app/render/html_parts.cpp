// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/render/html_parts.h"

namespace lanescope {

const char* const kPageStyle = R"css(
*{box-sizing:border-box}
body{font:18px/1.45 Inter,"DejaVu Sans",system-ui,sans-serif;margin:0 auto;max-width:80rem;padding:.5rem 1rem;
 color:var(--text);background:var(--ground)}
h1{font-size:1.2rem;margin:.2rem 0}
h2{font-size:clamp(1.5rem,3.1vw,2.35rem);line-height:1.2;margin:.4rem 0;outline-offset:.2rem}
section{margin:0 0 3rem;overflow-wrap:anywhere}
figure{margin:0}
section p{margin:.35rem 0}
img{display:block;width:100%;height:auto;max-height:66vh;object-fit:contain}
img[hidden]{display:none}
.origin,.of,.about,footer{color:var(--faint)}
fieldset{border:2px solid var(--rule);border-radius:8px;padding:.6rem 1rem;font-size:1.35rem}
fieldset label{display:block;padding:.2rem 0}
input.places{font:inherit;width:min(100%,28rem)}
input[type=range]{width:100%}
input,summary{accent-color:var(--text);min-height:1.6rem}
summary{cursor:pointer;font-size:1.2rem;padding:.4rem 0}
.verdict{font-size:clamp(1.3rem,2.6vw,2rem);font-weight:700;margin:.4rem 0}
.right{font-weight:700}
nav{display:none;gap:.5rem;align-items:center;background:var(--ground);
 border-top:1px solid var(--rule);padding:.5rem 0}
button{font:inherit;color:var(--text);background:var(--raised);border:1px solid var(--faint);border-radius:8px;
 padding:.35rem 1rem}
:focus-visible{outline:3px solid var(--text)}
.alone{display:none}
body.steps section,body.steps.on header .about,body.steps footer{display:none}
body.steps{display:flex;flex-direction:column;height:100vh;height:100dvh;padding-bottom:0}
body.steps main{flex:1;min-height:0;display:flex}
body.steps section.now{flex:1;min-width:0;margin:0;overflow-y:auto;display:flex;flex-direction:column}
body.steps section.now>*{flex:none}
body.steps figure{flex:1 1 0!important;min-height:40vh;display:flex}
body.steps img{height:100%;max-height:none}
body.steps nav{display:flex;flex-wrap:wrap}
body.steps .alone{display:block}
@media print{nav,.alone{display:none!important}
 body.steps,body.steps main,body.steps figure,body.steps section{display:block!important;height:auto}
 body.steps section{break-after:page}body.steps img{height:auto}img[hidden]{display:none!important}}
)css";

const char* const kPageScript = R"js(
(() => {
const body = document.body, all = s => [...document.querySelectorAll(s)];
const sections = all('section'), at = document.getElementById('at'), playButton = document.getElementById('play');
const frames = s => [...s.querySelectorAll('img')];
let now = 0, frame = 0, timer = 0;

// Steps of a range are packed: unpacked when they are first seen, left out where a browser cannot do that.
if (typeof DecompressionStream === 'undefined') all('img[data-packed]').forEach(image => image.remove());
const unpack = async image => {
  const packed = image.dataset.packed;
  if (!packed || image.dataset.done) return;
  image.dataset.done = '1';
  const bytes = Uint8Array.from(atob(packed), c => c.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  image.src = URL.createObjectURL(new Blob([await new Response(plain).text()], {type: 'image/svg+xml'}));
};

const stop = () => { clearTimeout(timer); timer = 0; playButton.setAttribute('aria-pressed', 'false'); };
const showFrame = n => {
  const s = sections[now], images = frames(s), slider = s.querySelector('input.step');
  frame = Math.max(0, Math.min(images.length - 1, n));
  images.forEach((image, k) => { image.hidden = k !== frame; });
  images.slice(frame, frame + 3).forEach(unpack);
  const says = s.querySelector('.says');
  if (says && images.length > 1) says.textContent = images[frame].dataset.says;
  if (slider) { slider.value = frame; slider.setAttribute('aria-valuetext', (frame + 1) + ' / ' + images.length); }
  at.textContent = s.getAttribute('aria-label') + (images.length > 1 ? ', ' + (frame + 1) + ' / ' + images.length : '');
};
const show = (n, f) => {
  now = Math.max(0, Math.min(sections.length - 1, n));
  sections.forEach((s, k) => s.classList.toggle('now', k === now));
  body.classList.toggle('on', now > 0);
  showFrame(f);
  history.replaceState(null, '', '#' + sections[now].id);
  if (body.classList.contains('ready')) { scrollTo(0, 0); sections[now].querySelector('h2').focus({preventScroll: true}); }
};
const isLast = () => now + 1 === sections.length && frame + 1 >= frames(sections[now]).length;
const step = by => {
  const n = frame + by;
  if (n >= 0 && n < frames(sections[now]).length) showFrame(n);
  else if (by > 0 && !isLast()) show(now + 1, 0);
  else if (by < 0 && now > 0) show(now - 1, Infinity);
};
const go = n => show(n, 0);
const run = () => {
  const s = sections[now], image = frames(s)[frame], answer = s.querySelector('details.answer');
  timer = setTimeout(() => {
    if (answer && !answer.open) answer.open = true;
    else if (isLast()) return stop();
    else step(1);
    run();
  }, 1000 * (image ? image.dataset.seconds : s.dataset.seconds));
};
const play = () => {
  if (timer) return stop();
  if (isLast()) go(0);
  playButton.setAttribute('aria-pressed', 'true');
  run();
};
const answer = () => {
  const details = sections[now].querySelector('details.answer');
  if (details) details.open = !details.open;
  return details;
};

const prefixes = [[1e9, 'G'], [1e6, 'M'], [1e3, 'k'], [1, ''], [1e-3, 'm'], [1e-6, 'µ'], [1e-9, 'n']];
const words = (value, unit) => {
  if (!unit || unit === '%' || unit === '×') return +value.toPrecision(3) + (unit ? '\u00a0' + unit : '');
  const p = prefixes.find(one => Math.abs(value) >= one[0]) || prefixes[6];
  return +(value / p[0]).toPrecision(3) + '\u00a0' + p[1] + unit;
};
all('section.ask').forEach(s => {
  const asked = s.querySelector('fieldset'), said = s.querySelector('.guess'), d = asked.dataset;
  // A number for each slider: one, or as many as a curve has values.
  const truth = d.truth ? d.truth.split(' ').map(Number) : [], guessed = [];
  asked.querySelectorAll('.scale').forEach((slider, i) => {
    const from = +d.from, to = +d.to, output = slider.parentNode.querySelector('output');
    slider.addEventListener('input', () => {
      const share = slider.value / slider.max;
      const raw = d.log ? from * Math.pow(to / from, share) : from + (to - from) * share;
      guessed[i] = +d.step ? from + Math.round((raw - from) / +d.step) * +d.step : +raw.toPrecision(2);
      output.textContent = words(guessed[i], d.unit);
      slider.setAttribute('aria-valuetext', output.textContent);
      const one = n => n === undefined ? '–' : words(guessed[n], d.unit) +
        (truth[n] ? ' (' + words(guessed[n] / truth[n], '×') + ')' : '');
      if (truth.length) said.textContent = d.saysGuess + ' ' + truth.map((_, n) => one(n in guessed ? n : undefined)).join(', ');
    });
  });
  asked.querySelectorAll('input[type=radio]').forEach(radio => radio.addEventListener('change', () => {
    said.textContent = d.right.split(' ').includes(radio.value) ? d.saysRight : d.saysWrong;
  }));
  const places = asked.querySelector('.places');
  if (places) places.addEventListener('input', () => {
    const right = new Set(d.places.split(' ').filter(Boolean).map(Number)), marked = new Set();
    for (const part of places.value.split(',')) {
      const ends = part.match(/^\s*(\d+)(?:\s*[-–]\s*(\d+))?\s*$/);
      if (ends) for (let n = +ends[1]; n <= Math.min(+(ends[2] || ends[1]), d.of - 1); ++n) marked.add(n);
    }
    const wrong = [...marked].filter(n => !right.has(n)).length + [...right].filter(n => !marked.has(n)).length;
    said.textContent = d.saysPlaces + ' ' + wrong + ' / ' + d.of;
  });
});
all('input.step').forEach(slider => slider.addEventListener('input', () => { stop(); showFrame(+slider.value); }));

body.classList.add('steps');
const asked = sections.findIndex(s => '#' + s.id === location.hash);
go(Math.max(0, asked));
body.classList.add('ready');
document.getElementById('back').onclick = () => { stop(); step(-1); };
document.getElementById('next').onclick = () => { stop(); step(1); };
playButton.onclick = play;
addEventListener('keydown', e => {
  const on = e.target.tagName;
  if (e.ctrlKey || e.altKey || e.metaKey || on === 'INPUT') return;
  if (/BUTTON|SUMMARY/.test(on) && (e.key === ' ' || e.key === 'Enter')) return;
  const by = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1}[e.key];
  const page = {PageDown: 1, PageUp: -1}[e.key];
  const digit = /^[0-9]$/.test(e.key) ? String(+e.key || 10) : '';
  if (by) { stop(); step(by); }
  else if (page) { stop(); go(now + page); }
  else if (e.key === 'Home') { stop(); go(0); }
  else if (e.key === 'End') { stop(); go(sections.length - 1); }
  else if (digit) { const n = sections.findIndex(s => s.dataset.bookmark === digit); if (n < 0) return; stop(); go(n); }
  else if (e.key === 'q' || e.key === 'Q') { if (!answer()) return; }
  else if (e.key === ' ') play();
  else return;
  e.preventDefault();
});
})();
)js";

}  // namespace lanescope
