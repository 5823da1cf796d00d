import { existsSync } from 'node:fs';
import path from 'node:path';
import { GatewayError } from '../errors';
import { readConfig } from './config';
import type { AppOptions } from './options';
import type { Terminal } from './terminal';

/**
 * Runs the app that is given or configured, with more context where a command needs it.
 * @returns the directory of the assembly it wrote
 * @throws APP_MISSING, APP_*, CONFIG_INVALID
 */
export async function synthesize(
  options: AppOptions, terminal: Terminal, context: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const config = await readConfig(terminal.directory);
  const app = options.app ?? config.app;
  if (app === undefined || app.trim() === '') throw new GatewayError('APP_MISSING');
  const output = path.resolve(terminal.directory, options.output ?? config.output);
  const { runApp } = await import('./run-app');
  await runApp({ app, output, context: { ...config.context, ...context } }, terminal);
  return output;
}

/**
 * Where the definition is: the assembly or spec that is given, else what the given app writes, else `gateway.out` if it is
 * there, else what the configured app writes.
 */
export async function findAssembly(given: string | undefined, options: AppOptions, terminal: Terminal): Promise<string> {
  if (given !== undefined) return path.resolve(terminal.directory, given);
  if (options.app !== undefined) return synthesize(options, terminal);
  const output = path.resolve(terminal.directory, options.output ?? (await readConfig(terminal.directory)).output);
  return existsSync(output) ? output : synthesize(options, terminal);
}

/** The definition as it is now: an app that is given or configured is run even if there is an assembly from before. */
export async function freshAssembly(given: string | undefined, options: AppOptions, terminal: Terminal): Promise<string> {
  return await isAppRun(given, options, terminal) ? synthesize(options, terminal) : findAssembly(given, options, terminal);
}

/** The assembly from before that `freshAssembly` replaces; undefined where there is none, or where no app is run. */
export async function replacedAssembly(given: string | undefined, options: AppOptions, terminal: Terminal): Promise<string | undefined> {
  if (!await isAppRun(given, options, terminal)) return undefined;
  const output = path.resolve(terminal.directory, options.output ?? (await readConfig(terminal.directory)).output);
  return existsSync(output) ? output : undefined;
}

async function isAppRun(given: string | undefined, options: AppOptions, terminal: Terminal): Promise<boolean> {
  return given === undefined && (options.app !== undefined || (await readConfig(terminal.directory)).app !== undefined);
}
