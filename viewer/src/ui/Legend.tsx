// What the colours mean.

import { classes, shown } from "../list/rows";
import { A, B, HEAT_GRADIENT, MARK } from "../palette";
import * as state from "../state";
import { withUnit } from "../text";

export function Legend() {
  const { model } = state;
  const index = state.selected.value;
  if (index !== null && model.view.kind === "particles") return null;
  if (index !== null) {
    const finding = model.findings[index];
    const marks = finding.marks;
    const lines = (marks?.curves?.length ?? 0) + (marks?.segments?.count ?? 0) > 0;
    return (
      <ul class="over legend">
        <li>
          <i class="swatch" style={{ background: A }} /> {model.name(finding.a)}
        </li>
        {finding.b !== finding.a && (
          <li>
            <i class="swatch" style={{ background: B }} /> {model.name(finding.b)}
          </li>
        )}
        {(lines || finding.points || marks?.patches) && (
          <li>
            <i class="stroke" style={{ background: MARK }} /> {finding.points ? "nearest points" : model.view.kind === "inspect" ? finding.class : marks?.patches && !lines ? "contact" : "where they meet"}
          </li>
        )}
      </ul>
    );
  }
  if (!state.dots.value || !shown.value.length) return null;
  return (
    <div class="over legend">
      {scales().map(({ name, from, to }) => (
        <div class="scale">
          <span>{name}</span>
          <i style={{ background: HEAT_GRADIENT }} />
          <span class="ends">
            {from !== to && <span>{from}</span>}
            <span>{to}</span>
          </span>
        </div>
      ))}
    </div>
  );
}

/** The ends of the scale: mild and worst, for depths and for distances. */
function scales(): { name: string; from: string; to: string }[] {
  const { findings, view } = state.model;
  const off = state.offClasses.value;
  const out = [];
  const depths = findings.filter((finding) => finding.depth !== undefined && !off.has(finding.class)).map((finding) => finding.depth!);
  const gaps = findings.filter((finding) => finding.depth === undefined && finding.distance !== undefined && !off.has(finding.class)).map((finding) => finding.distance!);
  const most = (list: number[]) => list.reduce((a, b) => Math.max(a, b), -Infinity);
  if (depths.length) out.push({ name: "penetration", from: "0", to: withUnit(most(depths), view.unit) });
  if (gaps.length) out.push({ name: "distance", from: withUnit(most(gaps), view.unit), to: withUnit(-most(gaps.map((gap) => -gap)), view.unit) });
  if (!out.length) out.push({ name: classes.value.map(([name]) => name).join(", "), from: view.kind === "particles" ? "few" : "mild", to: view.kind === "particles" ? "most" : "worst" });
  return out;
}
