// The list on paper: a table of what the filters show, with small pictures, and what was and was not examined.

import { render } from "preact";
import { titleOf } from "../actions";
import { shown } from "../list/rows";
import { former, formerOf, noteOf, statusOf } from "../notes/notes";
import * as state from "../state";
import { counted, measure, noun } from "../text";

/** Pictures in a printed list, at most: each takes a moment to draw. */
const PICTURES = 200;

type Pictures = ReadonlyMap<number, string>;

let root: HTMLElement | null = null;

/** Writes the list at once: the browser prints what is there when this returns. */
function write(pictures: Pictures | null) {
  if (!root) document.body.append((root = document.createElement("div")));
  render(pictures && <PrintList pictures={pictures} />, root);
}

/** Draws the pictures, a few at a time, then opens the browser's print window. */
export async function openPrint() {
  const made = new Map<number, string>();
  const list = shown.value.slice(0, PICTURES);
  for (const [i, index] of list.entries()) {
    if (state.thumbs.value) made.set(index, await state.thumbs.value.make(index, false));
    if (i % 5 === 4) {
      state.announcement.value = `Drawing picture ${i + 1} of ${list.length}`;
      await new Promise((done) => setTimeout(done));
    }
  }
  write(made);
  state.announcement.value = "";
  await Promise.all([...document.querySelectorAll<HTMLImageElement>(".print img")].map((image) => image.decode().catch(() => undefined)));
  window.print();
}

/** Printed with the browser's own key: the table at least, with the pictures there are. */
export function listenForPrint() {
  window.addEventListener("beforeprint", () => root?.firstChild || write(new Map()));
  window.addEventListener("afterprint", () => write(null));
}

function PrintList({ pictures: ready }: { pictures: Pictures }) {
  const { view, findings } = state.model;
  const [one, many] = noun(view);
  return (
    <section class="print" aria-hidden="true">
      <h1>{view.title}</h1>
      <dl>
        {(view.summary ?? []).map(({ label, value }) => (
          <div>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {(view.notes ?? []).map((note) => (
        <p>{note}</p>
      ))}
      <p>
        {counted(shown.value.length, one, many)} listed of {findings.length}
        {shown.value.length > PICTURES && ready.size ? `; pictures of the first ${PICTURES}` : ""}.
      </p>
      <table>
        <thead>
          <tr>
            <th>#</th>
            <th>Picture</th>
            <th>Objects</th>
            <th>Class</th>
            <th>Depth or distance</th>
            <th>Status and comment</th>
          </tr>
        </thead>
        <tbody>
          {shown.value.map((index) => {
            const finding = findings[index];
            const before = formerOf(finding.id);
            return (
              <tr>
                <td>{finding.number}</td>
                <td>{ready.has(index) && <img src={ready.get(index)} alt="" />}</td>
                <td>{titleOf(index)}</td>
                <td>{finding.class}</td>
                <td>{measure(finding, view.unit)}</td>
                <td>
                  {before ? `new (was ${former(before)} when it was ${before.was || "different"})` : statusOf(finding.id)}
                  <p>{noteOf(finding.id).comment}</p>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <footer>allide {view.version}</footer>
    </section>
  );
}
