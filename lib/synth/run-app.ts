import path from 'node:path';
import { inspect } from 'node:util';
import { CATALOG, fillMessage, GatewayError } from '../errors';
import { replacementOf } from '../props';
import { OWN_PROCESS_VARIABLES } from '../spec';

/** How an app behaves when the command line runs it; the command line passes its options in environment variables. */

/** The output directory requested by the command line. */
const OUTPUT_DIRECTORY_VARIABLE = 'SYNTHGATE_OUTDIR';

/** Context of the command line as a JSON object; CDK apps read the same variable. */
const CONTEXT_VARIABLE = 'CDK_CONTEXT_JSON';

/**
 * The exit code of an app whose definition has errors, which it has printed: that of sysexits.h for a wrong configuration. The command line
 * adds nothing then.
 */
export const REPORTED_EXIT_CODE = 78;

/** The path of this package: its stack frames are irrelevant to the definition. */
const PACKAGE_DIRECTORY = path.resolve(__dirname, '..', '..');
const FOREIGN_FRAMES = ['node:', path.join(PACKAGE_DIRECTORY, 'build', path.sep), path.join(PACKAGE_DIRECTORY, 'lib', path.sep)];

/** The output directory requested by the command line, if it runs the app. */
export function wantedDirectory(): string | undefined {
  return process.env[OUTPUT_DIRECTORY_VARIABLE] || undefined;
}

/** Whether the command line bundles the functions' entries itself. */
export function leavesBundling(): boolean {
  return wantedDirectory() !== undefined && process.env[OWN_PROCESS_VARIABLES.leaveBundling] === '1';
}

/** Whether a function whose source is missing is no error, as the command line answers in its place. */
export function mocksMissing(): boolean {
  return leavesBundling() && process.env[OWN_PROCESS_VARIABLES.mock] === '1';
}

/** The context that the command line gives, empty without one. */
export function givenContext(): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(process.env[CONTEXT_VARIABLE] || '{}');
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/**
 * Errors of synthesis are for the author of the definition: under the command line they are printed
 * with help and without a stack. Other errors are printed with their stack.
 */
export function printErrorsPlainly(): void {
  if (wantedDirectory() !== undefined) process.off('uncaughtException', printWithLine).off('uncaughtException', print).on('uncaughtException', print);
}

/** The same for errors thrown by constructs, with the line of the definition that caused them. */
export function printErrorsWithLine(): void {
  const isSet = process.listeners('uncaughtException').some((listener) => listener === print || listener === printWithLine);
  if (wantedDirectory() !== undefined && !isSet) process.on('uncaughtException', printWithLine);
}

function print(thrown: unknown): void {
  printAndExit(thrown, GatewayError.isGatewayError(thrown) ? errorText(thrown) : unexpectedText(thrown));
}

function printWithLine(thrown: unknown): void {
  printAndExit(thrown, GatewayError.isGatewayError(thrown) ? [errorText(thrown), ...ownFrame(thrown)].join('\n') : unexpectedText(thrown));
}

function printAndExit(thrown: unknown, text: string): void {
  const exitCode = GatewayError.isGatewayError(thrown) ? REPORTED_EXIT_CODE : 1;
  process.stderr.write(`${text}\n`, () => process.exit(exitCode));
}

/**
 * Any other error with its stack. One that calls a class of the CDK which is not here says what there is: only Node's message
 * names the class.
 */
function unexpectedText(thrown: unknown): string {
  const missing = thrown instanceof TypeError ? /\b(\w+) is not a constructor$/.exec(thrown.message)?.[1] : undefined;
  const replacement = missing === undefined ? undefined : replacementOf(missing);
  const hint = replacement === undefined ? '' : `\n    ${missing} belongs to aws-cdk-lib: use ${replacement}, or import all classes from synthgate/aws.`;
  return `${inspect(thrown)}${hint}`;
}

function errorText(error: GatewayError): string {
  return `${error.message}\n    ${fillMessage(CATALOG[error.code].help, error.details)}`;
}

/** The innermost stack frame outside this package and Node, if any. */
function ownFrame({ stack = '' }: GatewayError): string[] {
  return stack.split('\n').filter((line) => /^ +at /.test(line) && !FOREIGN_FRAMES.some((place) => line.includes(place))).slice(0, 1);
}

/** Prints a line for the user of the command line; without it nothing is printed. */
export function tellCommandLine(text: string): void {
  if (wantedDirectory() !== undefined) process.stderr.write(`${text}\n`);
}

/** Synthesizes the app at process exit if it did not do so itself and the command line expects it. */
export function synthesizeAtExit(synthesize: () => void): void {
  if (wantedDirectory() !== undefined) process.once('beforeExit', synthesize);
}
