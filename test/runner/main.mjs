// The whole check: `npm test`. Goes on after a failure; its last line is the sum, `N passed, N failed`.
// `npm test -- <pattern>` runs the matching test files only.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setup } from '../../scripts/setup.mjs';
import { groupedTests } from './groups.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const PASSED = { passed: 1, failed: 0 };
const FAILED = { passed: 0, failed: 1 };

/** A minute of requests, timed by the processor time of a process of its own. */
const HOSTILE_DEFINITIONS = 'suites/hostile-definitions';

/** The commonest kinds of projects: `IN_EVERY_TEST` in test/suites/strangers/matrix.ts. */
const STRANGERS = ['none/esm/esbuild/pnpm/vitest', 'newest/cjs/tsx/npm/jest'];

const STEPS = [
  { name: 'build', run: async () => check(() => setup()) },
  // Each of these lanes keeps one core busy, and none of them measures the time that passes.
  { together: [
    [
      { name: 'lint', run: () => node([bin('eslint'), '.', '--cache', '--cache-location', 'node_modules/.cache/eslint/']) },
      { name: 'lint with types', run: () => node([bin('oxlint')]) },
      { name: 'types of tests', run: () => types('test') },
      { name: 'types of examples', run: () => types('examples') },
      { name: 'docs are current', run: () => node(['scripts/docs.mjs', '--check']) },
      { name: 'docs site', run: docsSite },
    ],
    [
      { name: 'fuzz', run: () => suite('fuzz', ['--seconds', '60']) },
      { name: 'hostile definitions', run: () => jest([`test/${HOSTILE_DEFINITIONS}`]) },
    ],
    // Mostly waits for the network.
    [{ name: 'system packages', run: () => node(['scripts/system-packages.mjs']) }],
  ] },
  // Four workers have two processors busy while tests wait for processes, sockets and timers; each may take longer for it.
  { name: 'jest', run: allTests },
  // Each suite has gateways and directories of its own. A third lane would take the time that a function of the soak needs for its output.
  { together: [
    [
      { name: 'soak', run: () => suite('soak', ['--seconds', '20']) },
      { name: 'rolling restarts', run: () => suite('rolling', []) },
      { name: 'store', run: () => suite('store', ['--seeds', '1', '--seconds', '3']) },
      // Two of its rows; they count neither way where the registry cannot be reached, which the output says.
      { name: 'strangers', run: () => suite('strangers', [...STRANGERS.flatMap((id) => ['--id', id]), '--unreachable', 'leave-out']) },
    ],
    [
      { name: 'recorded cases', run: () => suite('recorded', ['test/cases/recorded.json']) },
      { name: 'recorded cases, Python', run: () => suite('recorded', ['test/cases/recorded.json', '--functions', 'python']) },
      { name: 'recorded cases, Go', run: () => suite('recorded', ['test/cases/recorded.json', '--functions', 'go']) },
      { name: 'documented cases', run: () => suite('recorded', ['test/cases/documented.json']) },
      { name: 'recorded cases, HTTP/2', run: () => suite('recorded', ['test/cases/recorded.json', '--http2', 'yes']) },
      { name: 'documented cases, HTTP/2', run: () => suite('recorded', ['test/cases/documented.json', '--http2', 'yes']) },
      { name: 'faults', run: () => suite('faults', []) },
      // A machine that runs everything at once is slow: what the file calls late is four times as late here.
      { name: 'hostile cases', run: () => suite('hostile', ['test/cases/hostile.json', '--patience', '4']) },
    ],
  ] },
];

await main(process.argv.slice(2));

async function main(jestArguments) {
  const steps = jestArguments.length === 0 ? STEPS : onlyJest(jestArguments);
  const results = await inOrder(steps);
  console.log();
  for (const { name, passed, failed, seconds } of results) {
    console.log(`${failed === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(24)} ${seconds} s  ${passed} passed, ${failed} failed`);
  }
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  process.exitCode = sum('failed') === 0 ? 0 : 1;
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
}

/** The results of all steps, and of those that run together. */
async function inOrder(steps) {
  const results = [];
  for (const step of steps) {
    if (step.together) results.push(...(await Promise.all(step.together.map(inOrder))).flat());
    else results.push({ name: step.name, ...await timed(step) });
  }
  return results;
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

/** A step that counts as one: passed unless it throws or returns `false`. */
function check(action) {
  try {
    return action() === false ? FAILED : PASSED;
  } catch (error) {
    console.error(error.message);
    return FAILED;
  }
}

/** jest's own count; a test file that cannot be loaded is one failure. */
function jest(jestArguments) {
  return withReport(async (report) => {
    const { code } = await run(bin('jest'), ['--json', '--outputFile', report, ...jestArguments]);
    if (!existsSync(report)) return FAILED;
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(readFileSync(report, 'utf8'));
    const failed = numFailedTests + numRuntimeErrorTestSuites;
    return { passed: numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed };
  });
}

/** All test files but the hostile definitions, in groups. */
function allTests() {
  return withFolder((folder) => jest(['--maxWorkers', '4', ...groupedTests({ root, folder, leftOut: HOSTILE_DEFINITIONS })]));
}

/** A suite of test/suites; its report has the count. */
function suite(name, options) {
  return withReport(async (report) => {
    const { code } = await run(process.execPath, ['scripts/suite.mjs', name, ...options, '--json', report]);
    if (!existsSync(report)) return FAILED;
    const { passed, failed } = JSON.parse(readFileSync(report, 'utf8'));
    return { passed, failed: failed === 0 && code !== 0 ? 1 : failed };
  });
}

function withReport(action) {
  return withFolder((folder) => action(path.join(folder, 'report.json')));
}

async function withFolder(action) {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'synthgate-test-')));
  try {
    return await action(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function types(project) {
  return node([path.join(root, 'node_modules', 'typescript-native', 'bin', 'tsc'), '-p', project]);
}

async function node(nodeArguments) {
  const { code } = await run(process.execPath, nodeArguments);
  return code === 0 ? PASSED : FAILED;
}

/** Counts neither way where VitePress cannot be installed, as without a network, which its output says. */
async function docsSite() {
  const { code } = await run(process.execPath, ['scripts/site.mjs', '--check']);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 || code === 3 ? 0 : 1 };
}

/** Runs a program and shows its output. */
function run(command, commandArguments) {
  const child = spawn(command, commandArguments, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(error.message);
      resolve({ code: 1 });
    });
    child.on('close', (code) => resolve({ code }));
  });
}

function bin(name) {
  return path.join(root, 'node_modules', '.bin', name);
}
