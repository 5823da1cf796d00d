import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The version of this package. The path is the same from lib/cli and build/cli. */
export function version(): string {
  const manifest = JSON.parse(readFileSync(path.join(__dirname, '..', '..', 'package.json'), 'utf8')) as { version: string }; // our own
  return manifest.version;
}
