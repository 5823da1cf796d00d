// Asks the registry for its dates of the bundled versions, of those that scripts/release-dates.json does not know.
// Run after a build that bundles a new version; then build again. Emptied to {}, the file is made anew.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { bundledPackages, RELEASE_DATES, releaseDates } from './bundled-packages.mjs';

const known = releaseDates();
const dates = bundledPackages().map(({ name, version }) => [`${name}@${version}`, known[`${name}@${version}`] ?? askFor(name, version)]);
writeFileSync(RELEASE_DATES, `${JSON.stringify(Object.fromEntries(dates.sort()), undefined, 2)}\n`);

function askFor(name, version) {
  const times = JSON.parse(execFileSync('npm', ['view', name, 'time', '--json'], { encoding: 'utf8' }));
  return times[version].slice(0, 10);
}
