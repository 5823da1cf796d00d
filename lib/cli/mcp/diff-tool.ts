import { execFile } from 'node:child_process';
import path from 'node:path';
import * as z from 'zod';
import { GatewayError } from '../../errors';
import { packageDirectory } from '../version';
import { shortened, SHOWN_CHARACTERS, tool, type Tool } from './tool';

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
/** The exit codes of a comparison that was made. */
const COMPARED: readonly unknown[] = [0, 2];

const side = z.string().min(1).refine((name) => !name.startsWith('-'), 'a revision, a file or stage:<name>');

/** The tool that compares two states of the definition. It runs the program of the project at a revision, so agents ask first. */
export function diffTool(directory: string): Tool {
  return tool({
    name: 'diff', title: 'What a change does to callers', effect: 'sends',
    description: 'Compares the definition of the project with a former one, and lists what callers notice by level: breaking, security, behavior, cosmetic. '
      + 'Call it after you edited the definition. The project is built at the revision that you name, in a directory of its own.',
    input: z.strictObject({
      base: side.default('HEAD').describe('a git revision such as main, a file, or stage:prod for what a stage serves'),
      head: side.optional().describe('the same; without it, the working tree'),
      api: z.string().min(1).optional().describe('only this API'),
    }),
  }, async ({ base, head, api }) => {
    const sides = [base, ...(head === undefined ? [] : [head])];
    return { data: shortened(await reportOf([...sides, ...(api === undefined ? [] : [`--api=${api}`])], base, directory), SHOWN_CHARACTERS) };
  });
}

/** The report of the command, in a process of its own: standard output is the protocol's here. @throws DIFF_SIDE_FAILED */
function reportOf(parameters: readonly string[], base: string, directory: string): Promise<Record<string, unknown>> {
  const command = [path.join(packageDirectory(), 'bin', 'synthgate'), 'diff', ...parameters, '--format', 'json', '--fail-on', 'none'];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, command, { cwd: directory, encoding: 'utf8', maxBuffer: MAX_OUTPUT_BYTES }, (error, stdout, stderr) => {
      if (COMPARED.includes(error?.code ?? 0)) resolve(JSON.parse(stdout) as Record<string, unknown>); // the report, an object
      else reject(new GatewayError('DIFF_SIDE_FAILED', { side: base, step: 'synthgate diff', reason: stderr.trim() || String(error?.message) }));
    });
  });
}
