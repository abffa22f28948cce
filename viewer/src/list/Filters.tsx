// Search, classes, status, objects, order.

import { resetFilters } from "../actions";
import { STATUSES, type Status } from "../data/types";
import * as state from "../state";
import { CLASSES } from "../text";
import { classes } from "./rows";

export function Filters() {
  const { query, offClasses, status, objects, sort, frameOnly } = state;
  const isFiltered = query.value || offClasses.value.size || status.value || objects.value.length || frameOnly.value;
  return (
    <div class="filters" role="search">
      <div class="line">
        <input id="search" type="search" placeholder="Search names, classes, #number" aria-label="Search" value={query.value} onInput={(event) => (query.value = event.currentTarget.value)} />
        {isFiltered ? (
          <button class="text" onClick={resetFilters} title="Show all again">
            clear
          </button>
        ) : null}
      </div>
      {classes.value.length > 1 && (
        <div class="chips" role="group" aria-label="Classes">
          {classes.value.map(([name, count]) => (
            <button class="chip" aria-pressed={!offClasses.value.has(name)} title={CLASSES[name]} onClick={() => (offClasses.value = state.toggled(offClasses.value, name))}>
              {name} <b>{count}</b>
            </button>
          ))}
        </div>
      )}
      <div class="line">
        <select aria-label="Order" value={sort.value} onChange={(event) => (sort.value = event.currentTarget.value as typeof sort.value)}>
          <option value="worst">worst first</option>
          <option value="name">by name</option>
          <option value="class">by class</option>
          <option value="status">by status</option>
          {state.model.frames.length > 1 && <option value="time">by time</option>}
        </select>
        <select aria-label="Status" value={status.value} onChange={(event) => (status.value = event.currentTarget.value as Status | "")}>
          <option value="">any status</option>
          {STATUSES.map((name) => (
            <option value={name}>{name}</option>
          ))}
        </select>
        {state.model.frames.length > 1 && (
          <label class="check">
            <input type="checkbox" checked={frameOnly.value} onChange={(event) => (frameOnly.value = event.currentTarget.checked)} /> this frame
          </label>
        )}
      </div>
      {objects.value.length > 0 && (
        <div class="chips" role="group" aria-label="Objects">
          {objects.value.map((object) => (
            <button class="chip" aria-pressed="true" title="Remove this filter" onClick={() => (objects.value = objects.value.filter((other) => other !== object))}>
              {state.model.name(object)} ×
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
