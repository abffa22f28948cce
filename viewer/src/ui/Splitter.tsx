// A border that can be dragged, or moved with the arrow keys.

import { useSignal } from "@preact/signals";
import type { RefObject } from "preact";

type Props = { root: RefObject<HTMLElement | null>; name: string; side: 1 | -1; label: string; least: number; most: number; start: number };

export function Splitter({ root, name, side, label, least, most, start }: Props) {
  const width = useSignal(start);
  /** The width now: a narrow page starts with another one. */
  const now = () => (width.value = root.current ? parseFloat(getComputedStyle(root.current).getPropertyValue(name)) || start : start);
  const set = (value: number) => {
    width.value = Math.max(least, Math.min(most, value));
    root.current?.style.setProperty(name, `${width.value}px`);
  };
  const drag = (event: PointerEvent) => {
    const handle = event.currentTarget as HTMLElement;
    handle.setPointerCapture(event.pointerId);
    const [from, at] = [now(), event.clientX];
    const move = (next: PointerEvent) => set(from + side * (next.clientX - at));
    handle.addEventListener("pointermove", move);
    handle.addEventListener("lostpointercapture", () => handle.removeEventListener("pointermove", move), { once: true });
  };
  const key = (event: KeyboardEvent) => {
    if (event.key === "ArrowLeft") set(now() - 20 * side);
    else if (event.key === "ArrowRight") set(now() + 20 * side);
  };
  return <div class={`splitter ${side === 1 ? "left" : "right"}`} role="separator" tabIndex={0} aria-orientation="vertical" aria-label={label} aria-valuenow={width.value} aria-valuemin={least} aria-valuemax={most} onPointerDown={drag} onKeyDown={key} />;
}
