// A client that breaks off, closes its side or waits, somewhere in the middle of what it sends.
import type { Socket } from 'node:net';

export const DISRUPTIONS = ['reset', 'half-close', 'pause'] as const;

export interface Disruption {
  readonly how: (typeof DISRUPTIONS)[number];
  /** Where in the bytes, from 0 to 1. */
  readonly position: number;
  /** How long it waits there, ms. */
  readonly waitMs: number;
}

/** A connection, and the one below it if it is encrypted. */
export interface Disrupted {
  readonly socket: Socket;
  readonly raw: Socket;
}

/** The bytes that are sent before a disruption. */
export function bytesBefore(bytes: Buffer, { position }: Disruption): Buffer {
  return bytes.subarray(0, Math.round(position * bytes.length));
}

/** Sends bytes and disrupts them; those behind a reset or a half-close are not sent. */
export async function sendDisrupted({ socket, raw }: Disrupted, bytes: Buffer, disruption: Disruption): Promise<void> {
  const before = bytesBefore(bytes, disruption);
  // nothing may be left of a connection that the server has ended
  await new Promise<unknown>((resolve) => {
    raw.once('close', resolve);
    socket.write(before, resolve);
  });
  if (disruption.waitMs > 0) await new Promise((resolve) => setTimeout(resolve, disruption.waitMs));
  if (disruption.how === 'reset') raw.resetAndDestroy();
  else if (disruption.how === 'half-close') socket.end();
  else if (!socket.destroyed) socket.write(bytes.subarray(before.length));
}

/** Lines that a gateway has printed of errors that only its last line of defense has handled, or that no request should cause. */
export function defectsIn(printed: string): readonly string[] {
  return printed.split('\n').filter((line) => /\[(UNCAUGHT_ERROR|INTERNAL)\]|Unhandled/.test(line));
}
