// The packages in THIRD-PARTY-NOTICES.txt: those that the files in build/ contain, with the date of each version.
import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
export const RELEASE_DATES = path.join(root, 'scripts', 'release-dates.json');
/** `zod 4.6.7, registry date 2026-10-12 (MIT)`. */
const HEAD = /^(?<name>(?:@[\w.-]+\/)?[\w.-]+) (?<version>\d[\w.+-]*), registry date (?<date>[\w-]+) \(.*\)$/gm;

/** The date of a version without a known date; a test fails for it. */
const UNKNOWN = 'unknown';

export function headOf({ name, version, license }) {
  return `${name} ${version}, registry date ${releaseDates()[`${name}@${version}`] ?? UNKNOWN} (${license})`;
}

/** The packages of the last build, with their dates. */
export function bundledPackages(text = readFileSync(path.join(root, 'THIRD-PARTY-NOTICES.txt'), 'utf8')) {
  return [...text.matchAll(HEAD)].map(({ groups: { name, version, date } }) => ({ name, version, date }));
}

export function releaseDates() {
  return JSON.parse(readFileSync(RELEASE_DATES, 'utf8'));
}
