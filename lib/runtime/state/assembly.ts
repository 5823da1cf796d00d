import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { GatewayError, type Issue } from '../../errors';
import { describeProtocol, deployedSpec, fingerprint, readSpecText, type GatewaySpec } from '../../spec';
import type { LoadedCode } from '../plan/loaded';
import { localValuesSchema } from '../plan/resolve-tokens';
import { insidePath, readCodeFile } from './code-file';
import { resolveInside } from './inside';
import { checkForm, parseJson, readText, UnreadableFile } from './json-file';

/** Major version of assemblies that this version reads. */
const ASSEMBLY_MAJOR = 1;
const READ_ATTEMPTS = 10;
const MANIFEST = 'manifest.json';
const TOKEN_VALUES = 'token-values.json';
const SPEC_FILE = /(\.gateway)?\.json$/;

/** One API of an assembly. */
export interface AssemblyApi {
  readonly name: string;
  /** Absolute path of its spec. */
  readonly file: string;
  readonly spec: GatewaySpec;
  readonly warnings: readonly Issue[];
  /** Warnings about what the code of the assembly's functions lacks here. @default - nothing */
  readonly codeWarnings?: readonly string[];
  readonly fingerprint: string;
  /** Code of the functions that have some; see `codeOf`. */
  readonly code: Readonly<Record<string, LoadedCode>>;
  /** Values of tokens by its templates. @default - none */
  readonly tokenValues?: Readonly<Record<string, string>>;
  /** Names of those that are made up. @default - none */
  readonly localTokens?: readonly string[];
  /** Made-up names in its spec. @default - none */
  readonly localNames?: readonly LocalName[];
  /** Functions that are part of a deployed stack, whose values are used here. @default - none */
  readonly deployedFunctions?: Readonly<Record<string, DeployedFunction>>;
}

/** The resource that a function is in a deployed stack. */
export type DeployedFunction = z.infer<typeof deployedFunctionSchema>;

const deployedFunctionSchema = z.object({ stack: z.string(), account: z.string(), region: z.string(), logicalId: z.string() }).readonly();

/** A value that only a deployment knows, and what stands for it here. */
export type LocalName = z.infer<typeof localNameSchema>;

const localNameSchema = z.object({ token: z.string(), value: z.string(), usedBy: z.array(z.string()).readonly() });

const tokenValuesSchema = z.object({
  values: localValuesSchema, local: z.array(z.string()), names: z.array(localNameSchema),
  deployedFunctions: z.record(z.string(), deployedFunctionSchema).optional(),
});

const manifestSchema = z.object({
  apis: z.record(z.string().min(1), z.object({ spec: insidePath })),
  code: insidePath.optional(),
  warnings: z.array(z.string()).optional(),
});

/** Where the AWS target puts the gateway's assembly in a cloud assembly of aws-cdk-lib. */
const IN_CLOUD_ASSEMBLY = 'gateway.out';

/** The gateway's assembly, which cloud assemblies have inside. @throws CLOUD_ASSEMBLY_WITHOUT_API, PATH_OUTSIDE_DIRECTORY */
export function assemblyDirectory(directory: string): string {
  const inside = resolveInside(directory, IN_CLOUD_ASSEMBLY);
  if (existsSync(path.join(inside, MANIFEST))) return inside;
  if (existsSync(path.join(directory, 'cdk.out'))) throw new GatewayError('CLOUD_ASSEMBLY_WITHOUT_API', { directory, others: assembliesOfStages(directory) });
  return directory;
}

/** CDK stages have cloud assemblies of their own inside that of the app. */
function assembliesOfStages(directory: string): string {
  const names = readdirSync(directory).filter((name) => existsSync(path.join(directory, name, IN_CLOUD_ASSEMBLY)));
  return names.sort().map((name) => path.join(directory, name)).join(', ') || 'none';
}

/**
 * Reads an assembly directory, or one spec file with the code next to it. Of a cloud assembly it reads the
 * gateway's inside.
 * @throws ASSEMBLY_NOT_FOUND, CLOUD_ASSEMBLY_WITHOUT_API, ASSEMBLY_DAMAGED, ASSEMBLY_VERSION_UNSUPPORTED, PATH_OUTSIDE_DIRECTORY, and the
 * errors of a spec
 */
export function readAssembly(source: string): AssemblyApi[] {
  const status = statSync(source, { throwIfNoEntry: false });
  if (status === undefined) throw new GatewayError('ASSEMBLY_NOT_FOUND', { source });
  const absolute = path.resolve(source);
  try {
    return status.isDirectory() ? readDirectory(assemblyDirectory(absolute)) : [readSingle(absolute)];
  } catch (error) {
    if (error instanceof UnreadableFile) throw new GatewayError('ASSEMBLY_DAMAGED', { reason: error.reason }, { location: error.file, cause: error });
    throw error;
  }
}

/** The code of every function of an API; one that exists elsewhere or cannot run here may have none. @throws FUNCTION_CODE_MISSING */
export function codeOf(api: AssemblyApi): Record<string, LoadedCode> {
  return Object.fromEntries(Object.entries(api.spec.functions).flatMap(([name, { external, unavailable }]) => {
    const code = Object.hasOwn(api.code, name) ? api.code[name] : undefined;
    if (code === undefined && (external ?? unavailable) !== undefined) return [];
    if (code === undefined) throw codeMissing(api, name, 'code.json has no entry for it');
    if (statSync(code.directory, { throwIfNoEntry: false })?.isDirectory() !== true) {
      throw codeMissing(api, name, `the directory ${code.directory} is missing`);
    }
    return [[name, code]];
  }));
}

/** The state directory where none is named: `gateway.state` beside `gateway.out`, also for each of its specs. */
export function defaultStateDirectory(source: string): string {
  const absolute = path.resolve(source);
  if (!SPEC_FILE.test(absolute)) return path.join(path.dirname(absolute), `${path.basename(absolute, '.out')}.state`);
  const directory = path.dirname(absolute);
  return existsSync(path.join(directory, MANIFEST)) ? defaultStateDirectory(directory) : path.join(directory, 'gateway.state');
}

/** A synthesis replaces the whole directory by renaming; what was read half before it and half after is read again. */
function readDirectory(directory: string): AssemblyApi[] {
  const manifest = path.join(directory, MANIFEST);
  for (let attempt = 1; ; attempt++) {
    const before = stampOf(manifest);
    const isFinal = (): boolean => stampOf(manifest) === before || attempt === READ_ATTEMPTS;
    try {
      const apis = readManifest(directory);
      if (isFinal()) return apis;
    } catch (error) {
      if (isFinal()) throw error;
    }
  }
}

function readManifest(directory: string): AssemblyApi[] {
  const file = path.join(directory, MANIFEST);
  const value = parseJson(readText(directory, MANIFEST), file);
  checkVersion(value, file);
  const manifest = checkForm(value, manifestSchema, file);
  const code = manifest.code === undefined ? {} : readCodeFile(directory, manifest.code);
  const ofAll = { ...readTokenValues(directory), codeWarnings: manifest.warnings ?? [] };
  const apis = Object.values(manifest.apis).map((api) => ({ ...readApi(directory, api.spec, code), ...ofAll }));
  const isLast = ({ spec }: AssemblyApi): boolean => describeProtocol(spec).isLast;
  return [...apis.filter((api) => !isLast(api)), ...apis.filter(isLast)];
}

/** Only assemblies of CDK apps and templates that the command line read have them. */
function readTokenValues(directory: string): Partial<AssemblyApi> {
  const file = path.join(directory, TOKEN_VALUES);
  if (!existsSync(file)) return {};
  const content = parseJson(readText(directory, TOKEN_VALUES), file);
  const { values, local, names, deployedFunctions = {} } = checkForm(content, tokenValuesSchema, file);
  return { tokenValues: values, localTokens: local, localNames: names, deployedFunctions };
}

function readSingle(file: string): AssemblyApi {
  const directory = path.dirname(file);
  const code = existsSync(path.join(directory, 'code.json')) ? readCodeFile(directory, 'code.json') : {};
  return readApi(directory, path.basename(file), code);
}

function stampOf(file: string): string {
  const status = statSync(file, { throwIfNoEntry: false });
  return status === undefined ? 'missing' : `${status.ino} ${status.mtimeMs} ${status.size}`;
}

function checkVersion(value: unknown, file: string): void {
  const version: unknown = typeof value === 'object' && value !== null && 'version' in value ? value.version : undefined;
  const major = typeof version === 'string' ? /^(\d+)\.\d+\.\d+$/.exec(version)?.[1] : undefined;
  if (major === undefined) throw new UnreadableFile(file, 'it has no version');
  if (Number(major) === ASSEMBLY_MAJOR) return;
  throw new GatewayError('ASSEMBLY_VERSION_UNSUPPORTED', { given: String(version), allowed: `${ASSEMBLY_MAJOR}.x.x` }, { location: file });
}

function readApi(directory: string, name: string, code: Readonly<Record<string, LoadedCode>>): AssemblyApi {
  const file = path.join(directory, name);
  const { spec, warnings } = readSpecText(readText(directory, name), file);
  return { name: spec.api.name, file, spec, warnings, fingerprint: fingerprint(deployedSpec(spec)), code };
}

function codeMissing(api: AssemblyApi, name: string, reason: string): GatewayError {
  return new GatewayError('FUNCTION_CODE_MISSING', { name, reason }, { location: api.file });
}
