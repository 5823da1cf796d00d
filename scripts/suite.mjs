// Runs one of the suites of test/suites: `node scripts/suite.mjs <suite> [options]`. They are TypeScript: esbuild joins them in
// some 50 ms into node_modules/.cache, together with the programs that they load into other processes.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';

const root = path.resolve(import.meta.dirname, '..');
const folder = path.join(root, 'node_modules', '.cache', 'synthgate', 'suites');
const ENTRY_POINTS = {
  'run': 'test/suites/run.ts',
  'faults-clock': 'test/suites/faults/machine/clock.ts',
  'hostile-probe': 'test/suites/hostile/probe.ts',
  'soak-probe': 'test/suites/soak/probe.ts',
  'store-gateway': 'test/suites/store/gateway-process.ts',
};

/** The suites use the package as it is built, as a user does; from the cache, its name would not be found. */
const builtPackage = {
  name: 'built-package',
  setup(build) {
    const { resolve } = createRequire(path.join(root, 'package.json'));
    build.onResolve({ filter: /^synthgate(\/|$)/ }, ({ path: name }) => ({ path: resolve(name), external: true }));
  },
};

async function buildSuites() {
  const { outputFiles } = await esbuild.build({
    absWorkingDir: root, entryPoints: ENTRY_POINTS, outdir: folder, bundle: true, packages: 'external', format: 'cjs', platform: 'node',
    target: 'node20', sourcemap: 'inline', logLevel: 'warning', write: false, plugins: [builtPackage],
  });
  mkdirSync(folder, { recursive: true });
  // several suites may start at the same time, so a file is replaced as a whole
  for (const { path: file, contents } of outputFiles) {
    writeFileSync(`${file}.${process.pid}`, contents);
    renameSync(`${file}.${process.pid}`, file);
  }
}

await buildSuites();
process.setSourceMapsEnabled(true);
const { default: { main } } = await import(pathToFileURL(path.join(folder, 'run.js')).href);
await main(process.argv.slice(2));
