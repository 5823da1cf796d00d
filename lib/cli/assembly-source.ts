import { existsSync } from 'node:fs';
import path from 'node:path';
import { GatewayError, type Issue } from '../errors';
import { readAssembly } from '../runtime';
import { issueLines, openSource, requireApi, writeImported, type OpenSourceOptions } from '../sources';
import { awaitsAssembly } from '../synth';
import { readConfig } from './config';
import { messageOf } from './error-stack';
import { writeEventTypes } from './event-types/write-event-types';
import { findApp, isProgram, findSource } from './find-app';
import type { AppOptions } from './options';
import { refuseUnused } from './refuse-unused';
import { importOptionsOf, openOptions, requireExact, templateOptionsOf } from './sources/source-options';
import type { Terminal } from './terminal';

/** Runs the given or configured app. @returns the directory of the assembly that it wrote @throws APP_MISSING, APP_*, CONFIG_INVALID */
export async function synthesize(
  options: AppOptions, terminal: Terminal, context: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const config = await readConfig(terminal.directory);
  const app = options.app ?? config.app ?? findApp(terminal.directory);
  if (app === undefined || app.trim() === '') throw new GatewayError('APP_MISSING');
  const output = path.resolve(terminal.directory, options.output ?? config.output);
  const { runApp } = await import('./run-app');
  await runApp({ app, output, context: { ...config.context, ...context }, templates: templateOptionsOf(options, terminal) }, terminal);
  writeTypes(output, terminal);
  return output;
}

/** A named source that is a program is the app, as with `--app`. @throws OPTION_INVALID if another is given, too */
export function withNamedApp<Options extends AppOptions>(
  given: string | undefined, options: Options,
): { readonly given: string | undefined; readonly options: Options } {
  if (given === undefined || !isProgram(given)) return { given, options };
  refuseUnused({ '--app': options.app }, 'no --app beside a source');
  return { given: undefined, options: { ...options, app: given } };
}

/** The assembly is complete without its types, so a failure to write them is only told. */
function writeTypes(output: string, terminal: Terminal): void {
  try {
    writeEventTypes(output, readAssembly(output));
  } catch (error) {
    terminal.err(`warning: types of events are not written: ${messageOf(error)}\n`);
  }
}

type FindOptions = AppOptions & Pick<OpenSourceOptions, 'isOnlyRead' | 'buildsPrograms' | 'stackName'>;

/** The assembly that is given, otherwise the output of the given app, `gateway.out`, the configured app, or a source of the project. */
export async function findAssembly(named: string | undefined, all: FindOptions, terminal: Terminal): Promise<string> {
  const { given, options } = withNamedApp(named, all);
  if (given !== undefined) {
    const { app, output } = options;
    refuseUnused({ '--app': app, '--output': output }, 'nothing beside an assembly or spec, which is not synthesized anew');
    const source = path.resolve(terminal.directory, given);
    const { assembly } = await openSource(source, openOptions(options, terminal));
    await refuseParameters(options, { source, assembly }, terminal);
    return assembly;
  }
  if (options.app !== undefined) return synthesize(options, terminal);
  const output = path.resolve(terminal.directory, options.output ?? (await readConfig(terminal.directory)).output);
  if (!awaitsAssembly(output)) return output;
  const source = await isAppRun(undefined, options, terminal) ? undefined : findSource(terminal.directory);
  return source === undefined ? synthesize(options, terminal) : findAssembly(source, options, terminal);
}

/**
 * Parameters change templates only. An assembly may be in that of a CDK app, which has some. Those of `synthgate.json` are for other
 * sources of the project.
 * @throws OPTION_INVALID
 */
export async function refuseParameters(
  options: AppOptions, { source, assembly }: { readonly source: string; readonly assembly: string },
  terminal: Terminal,
): Promise<void> {
  const { parameter = {}, parameters } = options;
  if ((parameters === undefined && Object.keys(parameter).length === 0) || !existsSync(source)) return;
  const isAssembly = assembly === source && !existsSync(path.join(source, 'gateway.out'));
  if (!isAssembly && (await import('../importers')).recognizeSource(source, options).kind !== 'open-api') return;
  const { options: { parameter: named = {}, parameters: file } } = await readConfig(terminal.directory);
  const names = Object.keys(parameter).filter((name) => !Object.hasOwn(Object(named), name));
  refuseUnused({
    '--parameter': names.length === 0 ? undefined : names.join(', '), '--parameters': parameters === file ? undefined : parameters,
  }, 'a template; an assembly, spec or OpenAPI document has no parameters');
}

/** Imports a source into the output directory. @throws IMPORT_NOT_EXACT if it is strict, and the errors of imports */
export async function importAssembly(
  source: string, options: AppOptions & { readonly strict?: boolean }, terminal: Terminal,
): Promise<string> {
  refuseUnused({ '--app': options.app }, 'no --app beside a source');
  const { importSource } = await import('../importers');
  const file = path.resolve(terminal.directory, source);
  const imported = importSource(file, importOptionsOf(options, terminal));
  terminal.err(issueLines(imported.issues));
  requireApi(imported, file);
  const output = path.resolve(terminal.directory, options.output ?? (await readConfig(terminal.directory)).output);
  // its names stay as they are written: a value that is given later does not reach them
  const check = (unavailable: readonly Issue[]): void => {
    if (options.strict === true) requireExact([...imported.issues, ...unavailable]);
  };
  await writeImported({ ...imported, localNames: [] }, output, { check, containers: options.containers });
  writeTypes(output, terminal);
  return output;
}

/** The current definition: a given or configured app is run even if there is an earlier assembly. */
export async function freshAssembly(named: string | undefined, all: FindOptions, terminal: Terminal): Promise<string> {
  const { given, options } = withNamedApp(named, all);
  return await isAppRun(given, options, terminal) ? synthesize(options, terminal) : findAssembly(given, options, terminal);
}

/** The earlier assembly that `freshAssembly` replaces; undefined if there is none or no app is run. */
export async function replacedAssembly(named: string | undefined, all: AppOptions, terminal: Terminal): Promise<string | undefined> {
  const { given, options } = withNamedApp(named, all);
  if (!await isAppRun(given, options, terminal)) return undefined;
  const output = path.resolve(terminal.directory, options.output ?? (await readConfig(terminal.directory)).output);
  return awaitsAssembly(output) ? undefined : output;
}

/** Whether an app is run for the definition: nothing else is named, and the project has one. */
export async function isAppRun(given: string | undefined, options: AppOptions, terminal: Terminal): Promise<boolean> {
  if (given !== undefined) return false;
  return (options.app ?? (await readConfig(terminal.directory)).app ?? findApp(terminal.directory)) !== undefined;
}
