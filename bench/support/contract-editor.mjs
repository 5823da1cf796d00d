// Figures of an editor and a build of many routes: completion inside a handler, a check after one edit, the size of declarations.
import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { median } from './statistics.mjs';

const COMPLETIONS = 20;
/** The handler whose completion is asked for stands in the middle of 300 routes, and takes path parameters in all forms. */
const HANDLER = { file: 'group15.ts', text: 'params.item' };

/**
 * Figures of a program in a directory that has its `tsconfig.json`.
 * @returns `{ completionMs, afterEditS, declarationsKB }`: medians of 20 completions, each after a line was typed; one check of all
 * files with `--incremental` after one of them changed; the declarations of all files
 */
export async function editorFigures(directory, typescript) {
  const completionMs = await completions(directory, typescript);
  return { completionMs, afterEditS: afterEdit(directory, typescript), declarationsKB: declarations(directory, typescript) };
}

async function completions(directory, typescript) {
  const server = spawn(process.execPath, [path.join(typescript, 'lib/tsserver.js'), '--disableAutomaticTypingAcquisition'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: server.stdout });
  const waiting = new Map();
  lines.on('line', (line) => {
    if (!line.startsWith('{')) return;
    const message = JSON.parse(line);
    if (message.type === 'response') waiting.get(message.request_seq)?.(message);
  });
  let seq = 0;
  const send = (command, args) => server.stdin.write(`${JSON.stringify({ seq: seq += 1, type: 'request', command, arguments: args })}\n`);
  const ask = (command, args) => new Promise((resolve) => {
    waiting.set(seq + 1, resolve);
    send(command, args);
  });
  try {
    const file = path.join(directory, HANDLER.file);
    const { line, offset } = placeOf(readFileSync(file, 'utf8'));
    send('open', { file });
    const times = [];
    for (let round = 0; round <= COMPLETIONS; round += 1) {
      const startedMs = performance.now();
      send('change', { file, line: 1, offset: 1, endLine: 1, endOffset: 1, insertString: '\n' });
      const { body, message } = await ask('completionInfo', { file, line: line + round + 1, offset });
      if (!body?.entries.some(({ name }) => name === 'tenant')) throw new Error(`no completion in ${HANDLER.file}: ${message ?? 'other entries'}`);
      times.push(performance.now() - startedMs);
    }
    // The first one loads the project.
    return median(times.slice(1));
  } finally {
    server.kill();
  }
}

/** One-based, behind the dot of the handler's expression. */
function placeOf(text) {
  const lines = text.split('\n');
  const at = lines.findIndex((line) => line.includes(`(${HANDLER.text} `));
  return { line: at + 1, offset: lines[at].indexOf(HANDLER.text) + HANDLER.text.indexOf('.') + 2 };
}

function afterEdit(directory, typescript) {
  const check = () => run(typescript, ['-p', directory, '--incremental', '--tsBuildInfoFile', path.join(directory, 'check.tsbuildinfo')]);
  check();
  const file = path.join(directory, HANDLER.file);
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, `${text}\nexport const edited = true;\n`);
  const startedMs = performance.now();
  check();
  writeFileSync(file, text);
  return (performance.now() - startedMs) / 1_000;
}

function declarations(directory, typescript) {
  const folder = path.join(directory, 'declarations');
  run(typescript, ['-p', directory, '--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--outDir', folder]);
  return readdirSync(folder).reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0) / 1_000;
}

function run(typescript, compilerArguments) {
  const { status, stdout } = spawnSync(process.execPath, [path.join(typescript, 'bin/tsc'), ...compilerArguments], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`tsc ${compilerArguments.join(' ')} ended with ${status}: ${stdout.slice(0, 500)}`);
}
