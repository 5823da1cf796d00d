import { readFileSync } from 'node:fs';
import path from 'node:path';
import { packageDirectory } from './package-directory';

/** The version of this package. */
export function version(): string {
  const manifest = JSON.parse(readFileSync(path.join(packageDirectory(), 'package.json'), 'utf8')) as { version: string }; // our own
  return manifest.version;
}
