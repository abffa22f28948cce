// A × B: a cell for each pair of objects that have findings with each other. Only such cells are in the document.

import { batch, computed } from "@preact/signals";
import { share, shown } from "../list/rows";
import { css, heat } from "../palette";
import * as state from "../state";
import { counted, noun } from "../text";

const CELL = 22;
const LABEL = 150;
/** Objects that get a row and a column of their own. The others share the last one. */
const MOST = 200;

type Cell = { row: number; column: number; count: number; worst: number };

const table = computed(() => {
  const { findings } = state.model;
  const counts = new Map<number, number>();
  const pairs = shown.value.filter((index) => findings[index].a !== findings[index].b);
  for (const index of pairs) {
    for (const object of [findings[index].a, findings[index].b]) counts.set(object, (counts.get(object) ?? 0) + 1);
  }
  const ranked = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([object]) => object);
  const kept = ranked.slice(0, MOST);
  const place = new Map(kept.map((object, at) => [object, at]));
  const at = (object: number) => place.get(object) ?? kept.length;
  const cells = new Map<string, Cell>();
  for (const index of pairs) {
    const { a, b } = findings[index];
    for (const [row, column] of [[at(a), at(b)], [at(b), at(a)]]) {
      const key = `${row} ${column}`;
      const cell = cells.get(key) ?? { row, column, count: 0, worst: 0 };
      cell.count++;
      cell.worst = Math.max(cell.worst, share(index));
      cells.set(key, cell);
      if (row === column) break;
    }
  }
  return { kept, others: ranked.length - kept.length, cells: [...cells.values()] };
});

export function Matrix() {
  const { kept, others, cells } = table.value;
  const size = kept.length + (others > 0 ? 1 : 0);
  const name = (at: number) => (at < kept.length ? state.model.name(kept[at]) : `${others} other objects`);
  const choose = ({ row, column }: Cell) =>
    batch(() => {
      state.objects.value = [row, column].filter((at) => at < kept.length).map((at) => kept[at]);
      state.announcement.value = `The list shows ${name(row)} and ${name(column)}`;
    });
  const isChosen = ({ row, column }: Cell) => {
    const wanted = state.objects.value;
    return wanted.length === 2 && wanted.includes(kept[row]) && wanted.includes(kept[column]);
  };
  return (
    <div class="matrix" role="region" aria-label="Matrix of objects" tabIndex={0}>
      <p>
        Which objects meet which: the number of {noun(state.model.view)[1]}, coloured by the worst. Click a cell to list them.
        {others > 0 && ` The ${MOST} objects with most of them have their own row.`}
      </p>
      <div class="grid" style={{ width: `${LABEL + size * CELL + 140}px`, height: `${LABEL + size * CELL + 20}px`, "--cell": `${CELL}px`, "--label": `${LABEL}px`, "--size": size }}>
        <div class="lines" />
        {Array.from({ length: size }, (_, at) => (
          <>
            <span class="row-name" style={{ top: `${LABEL + at * CELL}px` }} title={name(at)}>
              {name(at)}
            </span>
            <span class="column-name" style={{ left: `${LABEL + at * CELL + CELL / 2}px` }} title={name(at)}>
              {name(at)}
            </span>
          </>
        ))}
        {cells.map((cell) => (
          <button
            class={isChosen(cell) ? "chosen" : ""}
            style={{ left: `${LABEL + cell.column * CELL}px`, top: `${LABEL + cell.row * CELL}px`, background: css(heat(cell.worst)) }}
            aria-label={`${name(cell.row)} and ${name(cell.column)}: ${counted(cell.count, ...noun(state.model.view))}`}
            title={`${name(cell.row)} × ${name(cell.column)}: ${cell.count}`}
            onClick={() => choose(cell)}
          >
            {cell.count > 99 ? "…" : cell.count}
          </button>
        ))}
      </div>
    </div>
  );
}
