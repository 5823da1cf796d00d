import { readSync } from 'node:fs';
import { systemCode } from '../../state/system-error';
import { FrameReader, type FrameListener } from '../wire/frames';

/** Most calls fit into it. */
const SHORT_BYTES = 64 * 1024;
/** Events may be as large as the gateway lets requests be; the gateway is trusted not to send more. */
const MAX_CALL_BYTES = 64 * 1024 * 1024;

// Taken before user code runs, which may replace them.
const readNow = readSync;
const exit = process.exit.bind(process);

/**
 * Takes calls out of the call socket, one by one, as long as the gateway has said that each is. What was not taken out the
 * gateway gives to another instance, so nothing may be read ahead; reading one call costs about two microseconds.
 *
 * @param fd - of this process's end of the socket
 * @returns a function that takes out the next call; false when not all of it has arrived, and it is to be called again
 */
export function openCallReader(fd: number, frame: FrameListener['frame']): (bytes: number) => boolean {
  const short = Buffer.allocUnsafe(SHORT_BYTES);
  const reader = new FrameReader({ frame, broken: () => exit(1) }, MAX_CALL_BYTES);
  let long: Buffer | undefined;
  let filled = 0;
  return (bytes) => {
    if (bytes > SHORT_BYTES) long ??= Buffer.allocUnsafe(bytes);
    const target = long ?? short;
    filled += read(fd, target, { from: filled, to: bytes });
    if (filled < bytes) return false;
    long = undefined;
    filled = 0;
    reader.pushWhole(target, bytes);
    return true;
  };
}

function read(fd: number, target: Buffer, { from, to }: { readonly from: number; readonly to: number }): number {
  try {
    const bytes = readNow(fd, target, from, to - from, null);
    if (bytes === 0) exit(1); // the gateway is gone, or the descriptor is not the socket any more
    return bytes;
  } catch (error) {
    if (systemCode(error) !== 'EAGAIN') exit(1);
    return 0;
  }
}
