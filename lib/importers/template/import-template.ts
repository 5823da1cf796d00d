import path from 'node:path';
import { throwIfErrors, warning, type Issue } from '../../errors';
import { LOCAL_ENVIRONMENT } from '../../spec';
import type { SourceDocument } from '../document/read-document';
import type { ImportedSource, ImportOptions, TemplateOptions, CodeSource, ImportedApi } from '../imported-source';
import { transformSam } from '../sam';
import { transformServerless } from '../serverless';
import { apisOf } from './api/apis';
import { localAssets } from './assets';
import { deployedParameters } from './solved-tokens';
import type { StackSource } from './stack';
import { Stacks } from './stacks';

export function environmentOf({ account = LOCAL_ENVIRONMENT.accountId, region = LOCAL_ENVIRONMENT.region }: TemplateOptions): Pick<StackSource, 'account' | 'region'> {
  return { account, region };
}

/** The REST APIs of one template, with the stacks nested in it. */
export function importTemplate(document: SourceDocument, options: TemplateOptions): ImportedSource {
  const { tokenValues, deployed: [deployed] = [], stackName: name = path.basename(document.file).replace(/\..*$/, '') } = options;
  const parameters = parametersOf(options);
  const stacks = new Stacks();
  const assets = localAssets(document.file);
  stacks.add({ name, document, parameters: () => parameters, ...environmentOf(options), given: tokenValues, deployed, assets });
  const { apis, issues, ...others } = apisOf(stacks);
  const { missingParameters } = stacks;
  const all = [...issues, ...stacks.issues, ...codeOutside(stacks, apis)];
  return { ...others, apis, issues: all, files: filesOf(stacks, apis), missingParameters };
}

/** The same of a SAM template, after SAM's transform. @throws DEFINITION_INVALID for what the transform refuses */
export function importSamTemplate(document: SourceDocument, options: ImportOptions): ImportedSource {
  const { document: transformed, parameters, issues, files } = transformSam(document, parametersOf(options), options.region);
  throwIfErrors(path.basename(document.file), issues);
  const texts = Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, String(value)]));
  const imported = importTemplate(transformed, { ...options, parameters: texts });
  return { ...imported, issues: [...issues, ...imported.issues], files: [...imported.files, ...files] };
}

/** Parameters have their given values, else those of the deployed stack. */
function parametersOf({ parameters, deployed: [deployed] = [] }: TemplateOptions): Readonly<Record<string, string>> {
  return { ...deployedParameters(deployed), ...parameters };
}

/** The REST APIs of a serverless.yml. */
export function importServerless(document: SourceDocument, options: ImportOptions): ImportedSource {
  const { parameters = {}, environment = {}, account, region: requested, tokenValues, deployed, stackName } = options;
  const flags = { ...parameters, ...(requested === undefined ? {} : { region: requested }) };
  const translated = transformServerless(document, { options: flags, parameters, environment, account });
  const { document: transformed, issues, files, region } = translated;
  const imported = importTemplate(transformed, { account, region, tokenValues, deployed, stackName });
  return { ...imported, issues: [...issues, ...imported.issues], files: [...imported.files, ...files] };
}

/** The templates, and the code of functions. */
export function filesOf(stacks: Stacks, apis: ImportedSource['apis']): string[] {
  return [...new Set([...stacks.files, ...codePaths(apis)])];
}

/** The notice of code that is outside the project: monorepos have some, so that it is read, and named. */
export function codeOutside({ all: [stack] }: Stacks, apis: readonly ImportedApi[]): Issue[] {
  if (stack === undefined) return [];
  const { file, bounds } = stack.source.document;
  const outside = codePaths(apis).filter((codePath) => !bounds.contains(codePath));
  if (outside.length === 0) return [];
  const paths = outside.map((codePath) => path.relative(path.dirname(file), codePath)).sort().join(', ');
  return [warning('IMPORT_CODE_OUTSIDE', path.basename(file), { root: bounds.root, paths })];
}

/** The files and directories that have the code of functions and the content of their layers. */
function codePaths(apis: readonly ImportedApi[]): string[] {
  const sources = apis.flatMap((api) => [...api.code.values()]);
  const code = sources.flatMap(pathsOf);
  const layers = sources.flatMap((source) => source.layers ?? []).map(({ directory }) => directory);
  return [...new Set([...code, ...layers])];
}

function pathsOf(source: CodeSource): readonly string[] {
  switch (source.type) {
    case 'directory': return [source.directory];
    case 'text': return [];
    case 'image': return source.imageBuild === undefined ? [] : [source.imageBuild.directory];
    default: return [source.file];
  }
}
