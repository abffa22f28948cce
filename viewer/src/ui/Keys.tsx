// The table of keys, and of what the mouse does.

import { useEffect, useRef } from "preact/hooks";
import { KEYS } from "../keys";
import * as state from "../state";

const MOUSE = [
  ["drag", "turn"],
  ["right drag, or Shift and drag", "move sideways"],
  ["wheel", "nearer and further, towards the pointer"],
  ["click", "about an object, or choose a dot"],
  ["double click", "fly to an object"],
];

export function Keys() {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    box.current?.showModal();
  }, []);
  const close = () => (state.dialog.value = "");
  return (
    <dialog ref={box} class="keys" aria-label="Keys" onClose={close} onClick={(event) => event.target === box.current && close()}>
      <header>
        <h2>Keys</h2>
        <button onClick={close} aria-label="Close">
          ×
        </button>
      </header>
      <div class="columns">
        <dl>
          {KEYS.filter(({ when }) => !when || when()).map(({ label, does }) => (
            <div>
              <dt>
                {label.split("  ").map((key) => (
                  <kbd>{key}</kbd>
                ))}
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <dl>
          {MOUSE.map(([what, does]) => (
            <div>
              <dt>{what}</dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      </div>
    </dialog>
  );
}
