import { readFileSync } from 'node:fs';
import path from 'node:path';

export function version(): string {
  const manifest = JSON.parse(readFileSync(path.join(packageDirectory(), 'package.json'), 'utf8')) as { version: string }; // our own
  return manifest.version;
}

/** The directory of this package. The path is the same from lib/cli and build/cli. */
export function packageDirectory(): string {
  return path.join(__dirname, '..', '..');
}
