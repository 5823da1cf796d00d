import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const PLACES = new Set<string>();
const TOOLS = new Set<ChildProcess>();
let isListening = false;

/** A new directory, which is removed at the latest when this process exits. */
export function temporaryPlace(prefix: string): string {
  listen();
  const place = mkdtempSync(path.join(tmpdir(), prefix));
  PLACES.add(place);
  return place;
}

/** Removes such a directory. */
export function removePlace(place: string): void {
  PLACES.delete(place);
  rmSync(place, { recursive: true, force: true });
}

/** Ends a tool when this process exits before it. */
export function endAtExit(tool: ChildProcess): void {
  listen();
  TOOLS.add(tool);
  tool.once('close', () => TOOLS.delete(tool));
  tool.once('error', () => TOOLS.delete(tool));
}

function listen(): void {
  if (isListening) return;
  isListening = true;
  process.once('exit', () => {
    for (const tool of TOOLS) tool.kill();
    for (const place of PLACES) rmSync(place, { recursive: true, force: true });
  });
}
