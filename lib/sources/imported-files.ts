import { GatewayError, unavailableFunctions, warning, type Issue } from '../errors';
import type { CodeSource, ImpliedValues, ImportedApi, ImportedSource, LocalName } from '../importers';
import { canonicalText, readSpec, type GatewaySpecInput } from '../spec';
import { assemblyFiles, writeAssembly, type CodeFiles } from '../synth';
import { filesOfFailure, functionCodeOf, isBuilt, unbuiltCodeOf, type CodeOptions, type ImportedCode } from './code-files';
import { basePathsFile, declaredPartsFile } from './source-parts';

/** Values of tokens, and which are made up; the gateway reads it. */
const TOKEN_VALUES = 'token-values.json';

/** The stage of a definition that declares none: without one it has no URL. */
const STAGE = 'prod';

/** How an imported source is written. */
export interface WriteOptions extends CodeOptions {
  /** Whether a definition without a stage gets one. @default true */
  readonly isServed?: boolean;
  /** Whether programs are built from their sources; otherwise their functions have no code. @default true */
  readonly buildsPrograms?: boolean | undefined;
  /** Called before anything is written, with functions whose code cannot be made. @throws to write nothing */
  readonly check?: (unavailable: readonly Issue[]) => void;
}

/** Writes an imported source as an assembly. @returns absolute paths of the files that were bundled for it */
export async function writeImported(imported: ImportedSource, directory: string, options: WriteOptions = {}): Promise<readonly string[]> {
  const { files, bundled } = await importedFiles(imported, directory, options);
  writeAssembly(directory, files);
  return bundled;
}

/**
 * The files of that assembly. A function whose code cannot be made is unavailable, and costs nothing else.
 * @param directory - absolute path that they are written to
 */
export async function importedFiles(
  { apis, localNames, basePaths, deployedFunctions }: ImportedSource, directory: string,
  { isServed = true, check, ...options }: WriteOptions = {},
): Promise<{ readonly files: CodeFiles; readonly bundled: readonly string[] }> {
  const sources = new Map(apis.flatMap((api) => [...api.code]));
  const code = await Promise.all([...sources].map(async ([name, source]) => [name, await codeOf(name, source, options)] as const));
  const reasons = new Map(code.flatMap(([name, one]) => ('reason' in one ? [[name, one.reason]] : [])));
  const unavailable = [...reasons].map(([name, reason]) => unavailableFunctions('warning', `function ${labelIn(apis, name)}`, { names: [labelIn(apis, name)], reason }));
  check?.(unavailable);
  const synthesis = {
    specs: apis.map(({ name, spec }) => readSpec(withoutCode(isServed ? withStage(spec) : spec, reasons), name).spec),
    code: new Map(code.flatMap(([name, one]) => ('code' in one ? [[name, one.code]] : []))),
    sources: { entries: {}, directories: {} },
    warnings: [...code.flatMap(([, one]) => ('issues' in one ? one.issues : [])), ...unavailable],
  };
  const values = tokenValuesFile({ values: {}, local: [], deployedFunctions }, localNames);
  const beside = [...values, ...basePathsFile(basePaths), ...declaredPartsFile(apis)];
  const files = new Map([...assemblyFiles(synthesis, { hasSchema: false, directory }), ...beside]);
  return { files, bundled: code.flatMap(([, one]) => one.bundled) };
}

/** Returns the construct path of a function, or its name without one. */
function labelIn(apis: readonly ImportedApi[], name: string): string {
  return apis.map(({ spec }) => spec.functions?.[name]?.constructPath).find((path) => path !== undefined) ?? name;
}

/** Why a function has no code, with the files to mend. */
interface NoCode extends Pick<ImportedCode, 'bundled'> {
  readonly reason: string;
}

async function codeOf(
  name: string, source: CodeSource, { buildsPrograms = true, ...options }: Pick<WriteOptions, 'buildsPrograms'> & CodeOptions,
): Promise<ImportedCode | NoCode> {
  try {
    return buildsPrograms || !isBuilt(source) ? await functionCodeOf(name, source, options) : unbuiltCodeOf(source);
  } catch (error) {
    if (!GatewayError.isGatewayError(error)) throw error;
    const { message } = warning(error.code, name, error.details);
    return { reason: `${message} [${error.code}]`, bundled: filesOfFailure(error, source) };
  }
}

function withoutCode(spec: ImportedApi['spec'], reasons: ReadonlyMap<string, string>): ImportedApi['spec'] {
  const functions = Object.entries(spec.functions ?? {}).map(([name, fn]) => {
    const unavailable = reasons.get(name);
    return [name, unavailable === undefined ? fn : { ...fn, unavailable }] as const;
  });
  return { ...spec, functions: Object.fromEntries(functions) };
}

/**
 * The file of values that an assembly has for its tokens, of made-up names in its specs, and of its functions that are deployed; none if
 * there are none.
 */
export function tokenValuesFile(
  { values, local, deployedFunctions = {} }: ImpliedValues, localNames: readonly LocalName[] = [],
): CodeFiles {
  const isDeployed = Object.keys(deployedFunctions).length > 0;
  const isEmpty = Object.keys(values).length === 0 && localNames.length === 0 && !isDeployed;
  const content = { values, local, names: localNames, ...(isDeployed ? { deployedFunctions } : {}) };
  return new Map(isEmpty ? [] : [[TOKEN_VALUES, Buffer.from(canonicalText(content))]]);
}

function withStage(spec: GatewaySpecInput): GatewaySpecInput {
  return Object.keys(spec.stages ?? {}).length === 0 ? { ...spec, stages: { [STAGE]: {} } } : spec;
}
