import path from 'node:path';
import { inspect } from 'node:util';
import { CATALOG, fillMessage, GatewayError } from '../errors';

/** The app's side of being run by the command line, which says by variables what it wants. */

/** Where the command line wants the assembly. */
const OUTPUT_DIRECTORY_VARIABLE = 'SYNTHGATE_OUTDIR';

/** Context of the command line as a JSON object; CDK's apps read the same. */
const CONTEXT_VARIABLE = 'CDK_CONTEXT_JSON';

/** This package: its own frames of a stack say nothing about the definition. */
const PACKAGE_DIRECTORY = path.resolve(__dirname, '..', '..');
const FOREIGN_FRAMES = ['node:', path.join(PACKAGE_DIRECTORY, 'build', path.sep), path.join(PACKAGE_DIRECTORY, 'lib', path.sep)];

/** The directory that the command line wants the assembly in, if the app was run by it. */
export function wantedDirectory(): string | undefined {
  return process.env[OUTPUT_DIRECTORY_VARIABLE] || undefined;
}

/** The context that the command line gives, empty without one. */
export function givenContext(): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(process.env[CONTEXT_VARIABLE] || '{}');
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/**
 * What synthesis refuses is read by the person who wrote the definition: under the command line it is printed as it is,
 * with what to do and without the stack of a crash. Other errors are printed with their stack.
 */
export function printErrorsPlainly(): void {
  if (wantedDirectory() !== undefined) process.off('uncaughtException', printWithPlace).off('uncaughtException', print).on('uncaughtException', print);
}

/** The same for what a construct refuses while the definition is declared, with the line of the definition that made it. */
export function printErrorsWithPlace(): void {
  const isSet = process.listeners('uncaughtException').some((listener) => listener === print || listener === printWithPlace);
  if (wantedDirectory() !== undefined && !isSet) process.on('uncaughtException', printWithPlace);
}

function print(thrown: unknown): void {
  printAndExit(GatewayError.isGatewayError(thrown) ? plainText(thrown) : inspect(thrown));
}

function printWithPlace(thrown: unknown): void {
  printAndExit(GatewayError.isGatewayError(thrown) ? [plainText(thrown), ...ownFrame(thrown)].join('\n') : inspect(thrown));
}

function printAndExit(text: string): void {
  process.stderr.write(`${text}\n`, () => process.exit(1));
}

function plainText(error: GatewayError): string {
  return `${error.message}\n    ${fillMessage(CATALOG[error.code].help, error.details)}`;
}

/** The innermost frame that is neither this package's nor Node's; none when there is no such frame. */
function ownFrame({ stack = '' }: GatewayError): string[] {
  return stack.split('\n').filter((line) => /^ +at /.test(line) && !FOREIGN_FRAMES.some((place) => line.includes(place))).slice(0, 1);
}

/** Shows a line to whoever called the command line that runs this app; elsewhere nothing is written. */
export function tellCommandLine(text: string): void {
  if (wantedDirectory() !== undefined) process.stderr.write(`${text}\n`);
}

/** Synthesizes at the end of the process an app that did not do so by itself, when the command line waits for it. */
export function synthesizeAtExit(synthesize: () => void): void {
  if (wantedDirectory() !== undefined) process.once('beforeExit', synthesize);
}
