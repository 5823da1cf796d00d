// Builds everything in build/: the public constructs by jsii, the other modules by esbuild with declarations by tsc.
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { BUNDLED_MODULES, bundle, writeNotices } from './bundle.mjs';
import { bundleLibrary } from './bundle-library.mjs';
import { completeDeclarations } from './declarations.mjs';
import { writeTable } from './props.mjs';

const root = path.resolve(import.meta.dirname, '..');
const build = path.join(root, 'build');
/** The native compiler; its command is named like that of the compiler inside jsii. */
const TSC = path.join('..', 'typescript-native', 'bin', 'tsc');
const cache = path.join(root, 'node_modules', '.cache', 'synthgate');

/** Files are replaced in place and leftovers removed at the end, so a build never takes the old one away first. */
async function main() {
  const startedMs = Date.now();
  writeTable();
  // `type` is CDK's own name for what a gateway response is; Go writes it Type.
  const [, , inputs] = await all([run('jsii', ['--silence-warnings', 'reserved-word']), declareBundledModules(), bundle(), run(TSC, ['-p', 'lib/dashboard'])]);
  writeNotices([...inputs, ...await bundleLibrary()]);
  removeOlderThan(build, startedMs - 1000);
  completeDeclarations();
  writeStamp(startedMs);
}

/** Waits for all parts, so that a failure names everything that is wrong. */
async function all(parts) {
  const results = await Promise.allSettled(parts);
  const failures = results.filter((result) => result.status === 'rejected').map((result) => result.reason.message);
  if (failures.length > 0) {
    throw new Error(failures.join('\n'));
  }
  return results.map((result) => result.value);
}

/** tsc declares everything that the modules reach; what jsii has declared already is left out. */
async function declareBundledModules() {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(path.join(cache, 'declarations-'));
  try {
    await run(TSC, ['-p', 'tsconfig.bundled.json', '--outDir', folder]);
    for (const module of BUNDLED_MODULES) {
      cpSync(path.join(folder, module), path.join(build, module), { recursive: true });
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs a tool of node_modules and shows its output in one piece; rejects when it fails. */
function run(tool, args) {
  // jsii supports Node 20 but says at length that Node itself no longer does.
  const env = { ...process.env, JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION: '20' };
  const child = spawn(path.join(root, 'node_modules', '.bin', tool), args, { cwd: root, env });
  let output = '';
  child.stdout.on('data', (data) => { output += data; });
  child.stderr.on('data', (data) => { output += data; });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      process.stderr.write(output);
      code === 0 ? resolve() : reject(new Error(`${tool} failed`));
    });
  });
}

/** Removes what this build did not write, such as the output of a source that is gone. */
function removeOlderThan(folder, timeMs) {
  for (const name of readdirSync(folder)) {
    const entry = path.join(folder, name);
    if (statSync(entry).isDirectory()) {
      removeOlderThan(entry, timeMs);
      if (readdirSync(entry).length === 0) {
        rmSync(entry, { recursive: true });
      }
    } else if (statSync(entry).mtimeMs < timeMs) {
      rmSync(entry);
    }
  }
}

/** Dated to the start: a source written while the build ran makes the next set-up build again. */
function writeStamp(startedMs) {
  const stamp = path.join(build, '.built');
  writeFileSync(stamp, '');
  utimesSync(stamp, startedMs / 1000, startedMs / 1000);
}

try {
  await main();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
