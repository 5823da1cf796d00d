// `npm run audit`: known vulnerabilities of the packages that the files in build/ contain. npm audit reads the lock file and
// the registry's advisories; users cannot see these packages in their own audit, because they are bundled.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { bundledPackages } from './bundled-packages.mjs';

const root = path.resolve(import.meta.dirname, '..');
const bundled = bundledPackages();
const { stdout } = spawnSync('npm', ['audit', '--json'], { cwd: root, encoding: 'utf8' });
const vulnerabilities = vulnerabilitiesIn(stdout);

if (vulnerabilities === undefined) {
  console.log('No advisories could be fetched. The bundled packages are:');
  for (const { name, version, date } of bundled) console.log(`  ${name} ${version}, registry date ${date}`);
  process.exitCode = 2;
} else {
  const advisories = Object.values(vulnerabilities).filter(({ name }) => bundled.some((each) => each.name === name));
  for (const { name, severity, range } of advisories) console.error(`${name} ${range}: ${severity}`);
  console.log(`${bundled.length} bundled packages, ${advisories.length} with known vulnerabilities`);
  process.exitCode = advisories.length === 0 ? 0 : 1;
}

/** By name; undefined where npm could not ask. */
function vulnerabilitiesIn(text) {
  try {
    return JSON.parse(text).vulnerabilities;
  } catch {
    return undefined;
  }
}
