// Line charts as SVG: axes, series in colours that stay apart, values under the pointer.

import { useSignal } from "@preact/signals";
import type { Axis, Chart } from "../data/types";
import * as state from "../state";
import { number } from "../text";

const COLORS = ["#1f8ec9", "#f0932b", "#8e5bd0", "#2a9d6f", "#d64580", "#7a8594", "#b8860b", "#12a4a4"];
const [WIDTH, HEIGHT] = [640, 300];
const EDGE = { left: 62, right: 14, top: 10, bottom: 40 };

export function Charts() {
  return (
    <div class="charts">
      {(state.model.view.charts ?? []).map((chart) => (
        <Plot chart={chart} />
      ))}
    </div>
  );
}

type Scale = { at: (value: number) => number; ticks: number[] };

/** A scale over the values, linear or logarithmic, with about `count` ticks. */
function scale(values: number[], axis: Axis, from: number, to: number, count: number): Scale {
  const usable = values.filter((value) => Number.isFinite(value) && (!axis.log || value > 0));
  let low = usable.reduce((a, b) => Math.min(a, b), Infinity);
  let high = usable.reduce((a, b) => Math.max(a, b), -Infinity);
  if (!usable.length) [low, high] = axis.log ? [1, 10] : [0, 1];
  if (axis.log) {
    const [a, b] = [Math.floor(Math.log10(low)), Math.max(Math.ceil(Math.log10(high)), Math.floor(Math.log10(low)) + 1)];
    const every = Math.ceil((b - a) / count);
    const ticks = Array.from({ length: Math.floor((b - a) / every) + 1 }, (_, i) => 10 ** (a + i * every));
    return { at: (value) => from + ((Math.log10(value) - a) / (b - a)) * (to - from), ticks };
  }
  if (low > 0 && low < 0.5 * high) low = 0;
  if (low === high) [low, high] = [low - 0.5, high + 0.5];
  const raw = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * ([1, 2, 5, 10].find((k) => k * power >= raw) ?? 10);
  [low, high] = [Math.floor(low / step + 1e-9) * step, Math.ceil(high / step - 1e-9) * step];
  const ticks = Array.from({ length: Math.round((high - low) / step) + 1 }, (_, i) => low + i * step);
  return { at: (value) => from + ((value - low) / (high - low)) * (to - from), ticks };
}

const label = ({ label, unit }: Axis) => (unit ? `${label} (${unit})` : label);
const short = (value: number) => (Math.abs(value) >= 1e4 ? Intl.NumberFormat("en", { notation: "compact" }).format(value) : number(value));

function Plot({ chart }: { chart: Chart }) {
  const hover = useSignal<number | null>(null);
  const x = scale(chart.series.flatMap(({ points }) => points.map(([x]) => x)), chart.x, EDGE.left, WIDTH - EDGE.right, 6);
  const y = scale(chart.series.flatMap(({ points }) => points.map(([, y]) => y)), chart.y, HEIGHT - EDGE.bottom, EDGE.top, 5);
  const move = (event: PointerEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    hover.value = ((event.clientX - box.left) / box.width) * WIDTH;
  };
  const near = hover.value === null ? [] : chart.series.map(({ points }) => nearest(points, hover.value!, x));
  return (
    <figure class="chart">
      <figcaption>{chart.title}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`${chart.title}: ${label(chart.y)} over ${label(chart.x)}, ${chart.series.map(({ name }) => name).join(", ")}`} onPointerMove={move} onPointerLeave={() => (hover.value = null)}>
        {y.ticks.map((tick) => (
          <g>
            <line class="grid" x1={EDGE.left} x2={WIDTH - EDGE.right} y1={y.at(tick)} y2={y.at(tick)} />
            <text x={EDGE.left - 7} y={y.at(tick) + 4} text-anchor="end">
              {short(tick)}
            </text>
          </g>
        ))}
        {x.ticks.map((tick) => (
          <g>
            <line class="grid" x1={x.at(tick)} x2={x.at(tick)} y1={EDGE.top} y2={HEIGHT - EDGE.bottom} />
            <text x={x.at(tick)} y={HEIGHT - EDGE.bottom + 16} text-anchor="middle">
              {short(tick)}
            </text>
          </g>
        ))}
        <text class="axis" x={(EDGE.left + WIDTH) / 2} y={HEIGHT - 6} text-anchor="middle">
          {label(chart.x)}
        </text>
        <text class="axis" transform={`translate(13 ${(HEIGHT - EDGE.bottom) / 2}) rotate(-90)`} text-anchor="middle">
          {label(chart.y)}
        </text>
        {chart.series.map(({ points, steps }, i) => (
          <g stroke={COLORS[i % COLORS.length]} fill={COLORS[i % COLORS.length]}>
            <path class="line" d={path(points, x, y, !!steps)} />
            {points.length < 40 && points.filter(([, v]) => Number.isFinite(y.at(v))).map(([u, v]) => <circle cx={x.at(u)} cy={y.at(v)} r="2.4" stroke="none" />)}
            {near[i] && <circle cx={x.at(near[i][0])} cy={y.at(near[i][1])} r="4.5" stroke="none" />}
          </g>
        ))}
      </svg>
      <ul>
        {chart.series.map(({ name }, i) => (
          <li>
            <i class="swatch" style={{ background: COLORS[i % COLORS.length] }} /> {name}
            {near[i] && (
              <b>
                {" "}
                {number(near[i][1])} at {number(near[i][0])}
              </b>
            )}
          </li>
        ))}
      </ul>
    </figure>
  );
}

function path(points: [number, number][], x: Scale, y: Scale, steps: boolean): string {
  let out = "";
  let before = NaN;
  for (const [u, v] of points) {
    const [at, to] = [x.at(u), y.at(v)];
    // A value that cannot be drawn, such as 0 on a logarithmic axis, breaks the line.
    if (!Number.isFinite(at) || !Number.isFinite(to)) before = NaN;
    else {
      if (Number.isNaN(before)) out += `M${at.toFixed(2)} ${to.toFixed(2)}`;
      else out += steps ? `H${at.toFixed(2)}V${to.toFixed(2)}` : `L${at.toFixed(2)} ${to.toFixed(2)}`;
      before = to;
    }
  }
  return out;
}

function nearest(points: [number, number][], at: number, x: Scale): [number, number] | undefined {
  let best: [number, number] | undefined;
  for (const point of points) if (!best || Math.abs(x.at(point[0]) - at) < Math.abs(x.at(best[0]) - at)) best = point;
  return best;
}
