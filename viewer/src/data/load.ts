// Reads the three script elements: JSON, and BYTES from base64 and zlib, in parts, so that the page can show how far it is.

import { size } from "./slices";
import type { Notes, Slice, View } from "./types";

const text = (id: string) => document.getElementById(id)?.textContent ?? "";

export function readView(): View | null {
  const json = text("allide-view");
  return json.trim() ? (JSON.parse(json) as View) : null;
}

export function readNotes(): Notes {
  const json = text("allide-notes");
  const notes = json.trim() ? (JSON.parse(json) as Notes) : null;
  return { format: 2, findings: notes?.format === 2 ? notes.findings : {} };
}

/** Where the last slice ends: BYTES is allocated once, at this size. */
function extent(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  if ("at" in value && "count" in value && "type" in value) {
    const slice = value as Slice;
    return slice.at + size(slice);
  }
  let end = 0;
  for (const part of Object.values(value)) end = Math.max(end, extent(part));
  return end;
}

type FromBase64 = { fromBase64?: (text: string) => Uint8Array<ArrayBuffer> };

function fromBase64(part: string): Uint8Array<ArrayBuffer> {
  const native = (Uint8Array as unknown as FromBase64).fromBase64;
  if (native) return native.call(Uint8Array, part);
  const raw = atob(part);
  const out = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) out[i] = raw.charCodeAt(i);
  return out;
}

/** Base64 characters decoded at a time: a multiple of 4. */
const PART = 1 << 22;

/** BYTES. `progress` is called with 0 to 1. */
export async function readBytes(view: View, progress: (done: number) => void): Promise<Uint8Array> {
  const coded = text("allide-bytes").trim();
  const bytes = new Uint8Array(extent(view));
  if (!coded) return bytes;
  const inflate = new DecompressionStream("deflate");
  const writer = inflate.writable.getWriter();
  const write = async () => {
    for (let at = 0; at < coded.length; at += PART) {
      await writer.write(fromBase64(coded.slice(at, at + PART)));
      progress(Math.min(1, (at + PART) / coded.length));
    }
    await writer.close();
  };
  // A failure reaches the reader below too, which reports it.
  const writing = write().catch(() => undefined);
  const reader = inflate.readable.getReader();
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes.set(value.subarray(0, Math.max(0, bytes.length - length)), length);
    length += value.length;
    if (length > bytes.length) length = bytes.length;
  }
  await writing;
  if (length < bytes.length) throw new Error(`the data has ${length} bytes, but ${bytes.length} are referred to: the file is incomplete`);
  return bytes;
}
