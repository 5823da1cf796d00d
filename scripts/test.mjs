// The whole check: `npm test`. Goes on after a failure; its last line is the sum, `N passed, N failed`.
// `npm test -- <pattern>` runs the matching test files only.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setup } from './setup.mjs';
import { ensureSystemPackages } from './system-packages.mjs';

const root = path.resolve(import.meta.dirname, '..');
const PASSED = { passed: 1, failed: 0 };
const FAILED = { passed: 0, failed: 1 };

const STEPS = [
  { name: 'build', run: async () => check(() => setup()) },
  { name: 'lint', run: () => tool('eslint', ['.', '--cache', '--cache-location', 'node_modules/.cache/eslint/']) },
  { name: 'types of tests', run: () => tool('tsc', ['-p', 'test']) },
  { name: 'types of examples', isThere: hasExamples, run: () => tool('tsc', ['-p', 'examples']) },
  { name: 'system packages', run: async () => check(() => ensureSystemPackages()) },
  { name: 'jest', run: () => jest([]) },
  { name: 'docs are current', isThere: () => has('scripts/docs.mjs'), run: () => node(['scripts/docs.mjs', '--check']) },
  caseSuite('recorded', ['scripts/cases.mjs']),
  // Machines that run everything at once are slow; what the file calls late is four times as late here.
  caseSuite('hostile', ['scripts/hostile.mjs', '--patience', '4']),
  { name: 'fuzz', isThere: () => has('scripts/fuzz.mjs'), run: () => counted(['scripts/fuzz.mjs', '--seconds', '120']) },
  { name: 'faults', isThere: () => has('scripts/faults.mjs'), run: () => counted(['scripts/faults.mjs']) },
  { name: 'soak', isThere: () => has('scripts/soak.mjs'), run: () => counted(['scripts/soak.mjs', '--seconds', '20']) },
];

await main(process.argv.slice(2));

async function main(jestArguments) {
  const steps = jestArguments.length === 0 ? STEPS : onlyJest(jestArguments);
  const results = [];
  for (const step of steps) {
    if (step.isThere === undefined || step.isThere()) {
      results.push({ name: step.name, ...await timed(step) });
    }
  }
  console.log();
  for (const { name, passed, failed, seconds } of results) {
    console.log(`${failed === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(24)} ${seconds} s  ${passed} passed, ${failed} failed`);
  }
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  process.exitCode = sum('failed') === 0 ? 0 : 1;
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
}

function onlyJest(jestArguments) {
  return [...STEPS.filter((step) => step.name === 'build'), { name: 'jest', run: () => jest(jestArguments) }];
}

async function timed(step) {
  console.log(`\n== ${step.name}`);
  const startedMs = performance.now();
  const result = await step.run();
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1).padStart(6);
  console.log(`== ${step.name}: ${result.failed === 0 ? 'ok' : 'FAILED'}, ${seconds.trim()} s`);
  return { ...result, seconds };
}

/** A step that counts as one: passed unless it throws or answers `false`. */
function check(action) {
  try {
    return action() === false ? FAILED : PASSED;
  } catch (error) {
    console.error(error.message);
    return FAILED;
  }
}

/** jest's own count; a test file that cannot be loaded is one failure. */
async function jest(jestArguments) {
  const folder = mkdtempSync(path.join(tmpdir(), 'synthgate-test-'));
  const report = path.join(folder, 'jest.json');
  try {
    const { code } = await run(bin('jest'), ['--json', '--outputFile', report, '--passWithNoTests', ...jestArguments]);
    if (!existsSync(report)) {
      return FAILED;
    }
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(readFileSync(report, 'utf8'));
    const failed = numFailedTests + numRuntimeErrorTestSuites;
    return { passed: numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Cases in a file, played against a running gateway; the player's last line is its count. */
function caseSuite(name, [player, ...options]) {
  const file = `test/cases/${name}.json`;
  return {
    name: `${name} cases`,
    isThere: () => has(file) && has(player),
    run: () => counted([player, file, ...options]),
  };
}

/** A script whose last line says how many passed and failed. */
async function counted(nodeArguments) {
  const { code, output } = await run(process.execPath, nodeArguments);
  const count = /(\d+) passed, (\d+) failed\s*$/.exec(output);
  if (count === null) {
    return FAILED;
  }
  const failed = Number(count[2]);
  return { passed: Number(count[1]), failed: failed === 0 && code !== 0 ? 1 : failed };
}

async function tool(name, toolArguments) {
  const { code } = await run(bin(name), toolArguments);
  return code === 0 ? PASSED : FAILED;
}

async function node(nodeArguments) {
  const { code } = await run(process.execPath, nodeArguments);
  return code === 0 ? PASSED : FAILED;
}

/** Runs a program, shows its output as it comes and keeps what it wrote on standard output. */
function run(command, commandArguments) {
  const child = spawn(command, commandArguments, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (data) => {
    output += data;
    process.stdout.write(data);
  });
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 1, output: error.message }));
    child.on('close', (code) => resolve({ code, output }));
  });
}

function bin(name) {
  return path.join(root, 'node_modules', '.bin', name);
}

function has(file) {
  return existsSync(path.join(root, file));
}

function hasExamples() {
  return readdirSync(path.join(root, 'examples'), { recursive: true }).some((file) => file.endsWith('.ts'));
}
