import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { GatewayError } from '../errors';
import type { TemplateOptions } from '../importers';
import { SERVE_DEFAULTS } from '../runtime';
import { addCdkApis, issueLines, type CdkOutput } from '../sources';
import { REPORTED_EXIT_CODE } from '../synth';
import { bundleApp, projectCache, type BundledApp } from './bundle-app';
import { dependenciesOf, readProject } from './init/existing-project';
import { markReported, isReported } from './reported-failure';
import type { Terminal } from './terminal';

/** An app that is a source file; anything else is a shell command. With spaces it is one only if the file exists. */
const SOURCE_FILE = /\.[cm]?[jt]sx?$/;

/** The parts of a terminal that an app uses; its output goes to `err`. */
export type AppTerminal = Pick<Terminal, 'directory' | 'environment' | 'err'>;

export interface RunAppOptions {
  /** A source file, or a shell command. */
  readonly app: string;
  /** Absolute output directory of the app. */
  readonly output: string;
  readonly context: Readonly<Record<string, unknown>>;
  /** Options for the values in the templates of a CDK app. @default - defaults of parameters, and the account and region of stacks */
  readonly templates?: TemplateOptions;
  /** Further variables of the app. */
  readonly variables?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Bundles a source file; by default once, for this run. */
  readonly bundle?: (file: string) => Promise<BundledApp>;
  /** Code of the CDK's functions that is made elsewhere. */
  readonly leave?: CdkOutput['leave'];
}

/**
 * Runs an app in a separate process, so that it writes its assembly. Its output goes to standard error:
 * standard output is for results.
 * @returns whether the app has written a cloud assembly of the CDK
 * @throws APP_NOT_FOUND, APP_BUNDLER_MISSING, APP_NOT_BUNDLED, APP_FAILED, APP_WROTE_NOTHING, PACKAGES_NOT_INSTALLED
 */
export async function runApp(options: RunAppOptions, terminal: AppTerminal): Promise<{ readonly isCdk: boolean }> {
  const { app, output, context, variables = {}, bundle = bundleApp, signal, templates, leave } = options;
  const manifest = path.join(output, 'manifest.json');
  const before = stampOf(manifest);
  const cdkOutput = mkdtempSync(path.join(tmpdir(), 'synthgate-cdk-'));
  const environment = {
    // a CDK app synthesizes at exit only if this is set
    CDK_OUTDIR: cdkOutput,
    // the CDK's command line sets these
    CDK_DEFAULT_ACCOUNT: templates?.account ?? SERVE_DEFAULTS.accountId,
    CDK_DEFAULT_REGION: templates?.region ?? SERVE_DEFAULTS.region,
    ...terminal.environment,
    ...variables,
    CDK_CONTEXT_JSON: JSON.stringify(context),
    SYNTHGATE_OUTDIR: output,
  };
  let isCdk = false;
  try {
    const file = sourceOfApp(app, terminal.directory);
    if (file !== undefined && !isFile(file)) throw new GatewayError('APP_NOT_FOUND', { file });
    const bundled = file === undefined ? undefined : await bundle(file);
    const [command, parameters] = bundled === undefined ? [app, []] : [process.execPath, ['--enable-source-maps', bundled.file]];
    try {
      await run(spawn(command, parameters, {
        cwd: terminal.directory, env: environment, shell: bundled === undefined, signal, stdio: ['ignore', 'pipe', 'pipe'],
      }), terminal);
    } finally {
      bundled?.remove(); // before code is read, which may be that of the project
    }
    isCdk = stampOf(path.join(cdkOutput, 'manifest.json')) !== undefined;
    if (isCdk) await addCdkOutput(cdkOutput, { ...templates, output, leave, hasOurs: stampOf(manifest) !== before }, terminal);
  } catch (error) {
    throw withPackages(error, terminal);
  } finally {
    rmSync(cdkOutput, { recursive: true, force: true });
  }
  const after = stampOf(manifest);
  if (after === undefined || after === before) throw new GatewayError('APP_WROTE_NOTHING', { directory: output });
  return { isCdk };
}

/** REST APIs that an app declares with the CDK's own classes are in its cloud assembly, alone or beside those of our constructs. */
async function addCdkOutput(
  cloudAssembly: string,
  { hasOurs, ...cdk }: Omit<CdkOutput, 'cloudAssembly'> & { readonly hasOurs: boolean },
  terminal: AppTerminal,
): Promise<void> {
  const { issues } = await addCdkApis({ ...cdk, cloudAssembly, ...(hasOurs ? { assembly: cdk.output } : {}) });
  terminal.err(issueLines(issues));
}

/** The source file of an app, whether it exists or not; undefined if the app is a shell command. */
export function sourceOfApp(app: string, directory: string): string | undefined {
  const file = path.resolve(directory, app);
  return SOURCE_FILE.test(app) && (isFile(file) || !/\s/.test(app)) ? file : undefined;
}

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}

async function run(child: ChildProcessByStdio<null, Readable, Readable>, terminal: AppTerminal): Promise<void> {
  child.stdout.setEncoding('utf8').on('data', terminal.err);
  child.stderr.setEncoding('utf8').on('data', terminal.err);
  await new Promise<void>((resolve, reject) => {
    child.on('error', (error) => reject(new GatewayError('APP_FAILED', { reason: error.message })));
    child.on('close', (code, signal) => {
      if (code === 0) return resolve();
      const failure = new GatewayError('APP_FAILED', { reason: signal === null ? `exit code ${code}` : `signal ${signal}` });
      // the app printed the errors of its definition
      reject(code === REPORTED_EXIT_CODE ? markReported(failure) : failure);
    });
  });
}

/** Changes when a file is written or replaced: a new file has another inode, and ctime cannot be set. */
function stampOf(file: string): string | undefined {
  const status = statSync(file, { throwIfNoEntry: false, bigint: true });
  return status === undefined ? undefined : `${status.dev} ${status.ino} ${status.ctimeNs}`;
}

const FAILURES: readonly string[] = ['APP_FAILED', 'APP_NOT_BUNDLED', 'APP_BUNDLER_MISSING'];

/** The error of an app that failed: that its packages are not installed, if none of them are, as after a clone. */
function withPackages(thrown: unknown, { directory, environment }: Pick<Terminal, 'directory' | 'environment'>): unknown {
  if (!GatewayError.isGatewayError(thrown) || !FAILURES.includes(thrown.code) || isReported(thrown)) return thrown;
  const { manifest, packageManager } = readProject(directory, environment.npm_config_user_agent);
  const isInstalled = projectCache(path.join(directory, 'package.json')) !== undefined;
  if (isInstalled || Object.keys(dependenciesOf(manifest)).length === 0) return thrown;
  return new GatewayError('PACKAGES_NOT_INSTALLED', { directory, command: `${packageManager} install` }, { cause: thrown });
}
