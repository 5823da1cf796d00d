import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { GatewayError, type Issue } from '../errors';
import type { ImportedSource, TemplateOptions } from '../importers';
import { addCdkApis, hasCdkApis } from './cdk-apis';
import { writeImported } from './imported-files';

/** A source as the assembly that it is or becomes. */
export interface OpenSource {
  readonly assembly: string;
  /** The files that it was read from; none for an assembly, which is watched itself. */
  readonly files: () => readonly string[];
  /** Reads the source again, into the same assembly. */
  readonly refresh: () => Promise<void>;
}

export interface OpenSourceOptions extends TemplateOptions {
  /** Absolute path of the module that answers methods of an OpenAPI document without an integration. @default - their examples answer */
  readonly handlerFile?: string | undefined;
  /** Whether methods of an OpenAPI document whose function is not here answer by its examples, marked as such. @default false */
  readonly mocks?: boolean | undefined;
  /** Where variables of a serverless.yml are read. */
  readonly environment: NodeJS.ProcessEnv;
  /** Whether a definition without a stage stays as it is; otherwise it gets one, so that it has a URL. */
  readonly isOnlyRead?: boolean;
  /** Whether programs are built from their sources; otherwise their functions have no code. @default true */
  readonly buildsPrograms?: boolean;
  /** Asks for the values of parameters that have none. @default - they stay open */
  readonly ask?: ((question: string) => Promise<string>) | undefined;
  /** Receives what was changed or left out at each reading. */
  readonly report?: (issues: readonly Issue[]) => void;
}

/**
 * The assembly of a source: the source itself if it is one, otherwise one that is made from it, in a temporary directory for as long as
 * this process runs.
 * @param source - absolute path
 * @throws SOURCE_UNREADABLE, SOURCE_NOT_RECOGNIZED, SOURCE_WITHOUT_API and the errors of imports
 */
export async function openSource(source: string, options: OpenSourceOptions): Promise<OpenSource> {
  const { account, region, tokenValues, deployed, stackName, allowOutside, environment } = options;
  const { handlerFile, isOnlyRead, buildsPrograms, containers, report, ask, mocks } = options;
  if (handlerFile === undefined && hasCdkApis(source)) return openCloudAssembly(source, options);
  const itself: OpenSource = { assembly: source, files: () => [], refresh: () => Promise.resolve() };
  if (handlerFile === undefined && isAssembly(source)) return itself;
  // reading YAML costs time that an assembly need not wait for
  const { importSource, recognizeSource } = await import('../importers');
  if (handlerFile === undefined && recognizeSource(source, { allowOutside }).kind === 'assembly') return itself;
  const handler = handlerFile === undefined ? {} : { handlerFile };
  const importOptions = { account, region, tokenValues, deployed, stackName, allowOutside, environment, mocks, ...handler };
  let { parameters = {} } = options;
  const asked = new Set<string>();
  return opened([source], async (assembly) => {
    const read = (): ImportedSource => importSource(source, { parameters, ...importOptions });
    const { missingParameters = [], ...first } = read();
    const answers = await answersFor(missingParameters.filter((name) => !asked.has(name)), ask);
    for (const name of missingParameters) asked.add(name);
    parameters = { ...parameters, ...answers };
    const imported = Object.keys(answers).length === 0 ? first : read();
    report?.(imported.issues);
    requireApi(imported, source);
    const bundled = await writeImported(imported, assembly, { isServed: isOnlyRead !== true, buildsPrograms, containers });
    return [...new Set([...imported.files, ...bundled])];
  });
}

/** Asks for the values of parameters. An empty answer leaves a parameter without a value. */
async function answersFor(parameters: readonly string[], ask: OpenSourceOptions['ask']): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  for (const [index, name] of parameters.entries()) {
    const answer = await ask?.(`value of the parameter ${name}${index === 0 ? ' (press Enter to skip)' : ''}: `) ?? '';
    if (answer !== '') answers[name] = answer;
  }
  return answers;
}

/** A cloud assembly with APIs of our constructs, and others beside them. */
function openCloudAssembly(source: string, options: OpenSourceOptions): Promise<OpenSource> {
  const { report, parameters = {}, account, region, tokenValues, deployed, allowOutside, buildsPrograms, containers } = options;
  const templates = { parameters, account, region, tokenValues, deployed, allowOutside, buildsPrograms, containers };
  return opened([source], async (output) => {
    const imported = await addCdkApis({ cloudAssembly: source, assembly: path.join(source, 'gateway.out'), output, ...templates });
    report?.(imported.issues);
    return imported.files;
  });
}

async function opened(first: readonly string[], write: (assembly: string) => Promise<readonly string[]>): Promise<OpenSource> {
  const assembly = path.join(temporaryDirectory(), 'gateway.out');
  let files = first;
  const refresh = async (): Promise<void> => {
    files = await write(assembly);
  };
  await refresh();
  return { assembly, files: () => files, refresh };
}

/** Recognizes most assemblies without reading them. */
function isAssembly(source: string): boolean {
  const status = statSync(source, { throwIfNoEntry: false });
  if (status === undefined) return true;
  const inside = (name: string): boolean => existsSync(path.join(source, name));
  return status.isDirectory() ? inside('code.json') || inside(path.join('gateway.out', 'manifest.json')) : source.endsWith('.gateway.json');
}

/** Directories of this process, which go with it. */
const TEMPORARY = new Set<string>();

function temporaryDirectory(): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'synthgate-import-'));
  if (TEMPORARY.size === 0) process.once('exit', () => TEMPORARY.forEach((place) => rmSync(place, { recursive: true, force: true })));
  TEMPORARY.add(directory);
  return directory;
}

/** Refuses a source of which nothing can be served, once its issues are reported. @throws SOURCE_WITHOUT_API */
export function requireApi({ apis, nothingToServe }: Pick<ImportedSource, 'apis' | 'nothingToServe'>, source: string): void {
  const reason = nothingToServe ?? (apis.length === 0 ? 'it declares no API that is served' : undefined);
  if (reason !== undefined) throw new GatewayError('SOURCE_WITHOUT_API', { reason }, { location: source });
}
