// Frames: play, scrub, and marks where something happens. Sound, where there is one, plays in step.

import { effect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { setFrame } from "../actions";
import { frameOf, share, shown } from "../list/rows";
import { css, heat } from "../palette";
import * as state from "../state";
import { number } from "../text";
import { Icon } from "../ui/Icon";

export function Timeline() {
  const { frames, view } = state.model;
  const audio = useRef<HTMLAudioElement>(null);
  const last = frames.length - 1;
  const frame = frames[state.frame.value];
  useEffect(() => effect(() => run(audio.current)), []);
  const sound = view.sound === undefined ? undefined : state.model.mediaUrl(view.sound);
  return (
    <section class="timeline" aria-label="Timeline">
      <button class="play" onClick={() => (state.playing.value = !state.playing.value)} aria-label={state.playing.value ? "Pause" : "Play"} title="Play or pause (Space)">
        <Icon name={state.playing.value ? "pause" : "play"} />
      </button>
      <div class="track">
        <Ticks />
        <input type="range" min={0} max={last} step={1} value={state.frame.value} aria-label="Frame" aria-valuetext={label()} onInput={(event) => setFrame(event.currentTarget.valueAsNumber)} />
      </div>
      <output>
        <b>{frame?.label ?? state.frame.value + 1}</b>
        <small>
          {frame?.time === undefined ? `${state.frame.value + 1} of ${frames.length}` : `${number(frame.time)} s`}
        </small>
      </output>
      <select aria-label="Speed" value={state.speed.value} onChange={(event) => (state.speed.value = Number(event.currentTarget.value))}>
        {[0.1, 0.25, 0.5, 1, 2].map((speed) => (
          <option value={speed}>{speed} ×</option>
        ))}
      </select>
      {sound && <audio ref={audio} src={sound} preload="auto" />}
    </section>
  );
}

function label() {
  const frame = state.model.frames[state.frame.value];
  return `frame ${frame?.label ?? state.frame.value + 1} of ${state.model.frames.length}`;
}

/** Frames per second where frames state no time. */
const RATE = 12;

/** Runs the clock while playing. */
function run(audio: HTMLAudioElement | null) {
  if (!state.playing.value) {
    audio?.pause();
    return undefined;
  }
  const { model } = state;
  const last = model.frames.length - 1;
  const time = (index: number) => model.frames[index].time ?? index / RATE;
  const start = time(0);
  let now = time(state.frame.peek() === last ? 0 : state.frame.peek());
  if (audio) {
    audio.currentTime = now - start;
    audio.playbackRate = state.speed.value;
    void audio.play().catch(() => undefined);
  }
  let before = performance.now();
  let id = 0;
  const tick = (at: number) => {
    const isHeard = audio && !audio.paused && !audio.ended;
    now = isHeard ? start + audio.currentTime : now + ((at - before) / 1000) * state.speed.peek();
    before = at;
    let index = state.frame.peek();
    if (time(index) > now) index = 0;
    while (index < last && time(index + 1) <= now) index++;
    setFrame(index);
    const gap = last > 0 ? (time(last) - start) / last : 0;
    if (now > time(last) + gap) {
      now = start;
      if (audio) {
        audio.currentTime = 0;
        void audio.play().catch(() => undefined);
      }
      setFrame(0);
    }
    id = requestAnimationFrame(tick);
  };
  id = requestAnimationFrame(tick);
  return () => {
    cancelAnimationFrame(id);
    audio?.pause();
  };
}

/** A bar for each frame that has findings: as high as there are many, coloured by the worst. */
function Ticks() {
  const last = Math.max(1, state.model.frames.length - 1);
  const counts = new Map<number, { count: number; worst: number }>();
  for (const index of shown.value) {
    const frame = frameOf(state.model.findings[index]);
    if (frame === undefined) continue;
    const old = counts.get(frame) ?? { count: 0, worst: 0 };
    counts.set(frame, { count: old.count + 1, worst: Math.max(old.worst, share(index)) });
  }
  const most = Math.max(1, ...[...counts.values()].map(({ count }) => count));
  return (
    <svg class="ticks" viewBox={`-0.5 0 ${last + 1} 10`} preserveAspectRatio="none" aria-hidden="true">
      {[...counts].map(([frame, { count, worst }]) => (
        <rect x={frame - 0.4} width={0.8} y={10 - 2 - (8 * count) / most} height={2 + (8 * count) / most} fill={css(heat(worst))} />
      ))}
    </svg>
  );
}
