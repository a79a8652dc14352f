/* Sounds, made here and now from two or three tones: a step done, news from another device, a refusal,
   a call. Loaded only where the device has switched them on or may be called; the page of the settings lets one hear them beforehand. */

const SOUNDS = {
  step: [[523, 0, 0.09], [784, 0.07, 0.14]],
  news: [[659, 0, 0.12], [523, 0.12, 0.2]],
  bell: [[880, 0, 0.3], [660, 0.25, 0.5]],
  refusal: [[196, 0, 0.12], [174, 0.13, 0.22]],
  call: [[587, 0, 0.14], [784, 0.15, 0.14], [988, 0.3, 0.32]],
};
const LOUDNESS = 0.07;
let audio = null;

export function ready() {
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume();
}

export function play(name) {
  ready();
  for (const [pitch, wait, length] of SOUNDS[name]) {
    const tone = audio.createOscillator(), level = audio.createGain(), start = audio.currentTime + wait;
    tone.type = "triangle";
    tone.frequency.value = pitch;
    level.gain.setValueAtTime(0.0001, start);
    level.gain.exponentialRampToValueAtTime(LOUDNESS, start + 0.015);
    level.gain.exponentialRampToValueAtTime(0.0001, start + length);
    tone.connect(level).connect(audio.destination);
    tone.start(start);
    tone.stop(start + length + 0.02);
  }
}

/* app.js says what happened. */
document.addEventListener("heard", (e) => { if (document.documentElement.dataset.sounds === "on") play(e.detail.kind); });
