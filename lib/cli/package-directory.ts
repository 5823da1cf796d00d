import path from 'node:path';

/** The directory of this package. The path is the same from lib/cli and build/cli. */
export function packageDirectory(): string {
  return path.join(__dirname, '..', '..');
}
