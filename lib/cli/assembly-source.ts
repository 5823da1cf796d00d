import { existsSync } from 'node:fs';
import path from 'node:path';
import { GatewayError } from '../errors';
import { sourceAssembly } from '../sources';
import { readConfig } from './config';
import { findApp } from './find-app';
import type { AppOptions } from './options';
import { refuseUnused } from './refuse-unused';
import type { Terminal } from './terminal';

/**
 * Runs the given or configured app, with additional context for a command.
 * @returns the directory of the assembly it wrote
 * @throws APP_MISSING, APP_*, CONFIG_INVALID
 */
export async function synthesize(
  options: AppOptions, terminal: Terminal, context: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const config = await readConfig(terminal.directory);
  const app = options.app ?? config.app ?? findApp(terminal.directory);
  if (app === undefined || app.trim() === '') throw new GatewayError('APP_MISSING');
  const output = path.resolve(terminal.directory, options.output ?? config.output);
  const { runApp } = await import('./run-app');
  await runApp({ app, output, context: { ...config.context, ...context } }, terminal);
  return output;
}

/**
 * The assembly of the definition: the given assembly or spec, otherwise the output of the given app, otherwise `gateway.out` if it
 * exists, otherwise the output of the configured app.
 */
export async function findAssembly(given: string | undefined, options: AppOptions, terminal: Terminal): Promise<string> {
  if (given !== undefined) {
    const { app, output } = options;
    refuseUnused({ '--app': app, '--output': output }, 'nothing beside an assembly or spec, which is not synthesized anew');
    return sourceAssembly(path.resolve(terminal.directory, given));
  }
  if (options.app !== undefined) return synthesize(options, terminal);
  const output = path.resolve(terminal.directory, options.output ?? (await readConfig(terminal.directory)).output);
  return existsSync(output) ? output : synthesize(options, terminal);
}

/** The current definition: a given or configured app is run even if there is an earlier assembly. */
export async function freshAssembly(given: string | undefined, options: AppOptions, terminal: Terminal): Promise<string> {
  return await isAppRun(given, options, terminal) ? synthesize(options, terminal) : findAssembly(given, options, terminal);
}

/** The earlier assembly that `freshAssembly` replaces; undefined if there is none or no app is run. */
export async function replacedAssembly(given: string | undefined, options: AppOptions, terminal: Terminal): Promise<string | undefined> {
  if (!await isAppRun(given, options, terminal)) return undefined;
  const output = path.resolve(terminal.directory, options.output ?? (await readConfig(terminal.directory)).output);
  return existsSync(output) ? output : undefined;
}

async function isAppRun(given: string | undefined, options: AppOptions, terminal: Terminal): Promise<boolean> {
  if (given !== undefined) return false;
  return (options.app ?? (await readConfig(terminal.directory)).app ?? findApp(terminal.directory)) !== undefined;
}
