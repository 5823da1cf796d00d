import path from 'node:path';
import { throwIfErrors } from '../../errors';
import type { SourceDocument } from '../document/read-document';
import type { ImportedSource, ImportOptions } from '../imported-source';
import { transformSam } from '../sam';
import { transformServerless } from '../serverless';
import { apisOf } from './api/apis';
import { localAssets } from './assets';
import { Stacks } from './stacks';

/** Values of pseudo parameters that a template is not deployed to yet: those of the local gateway. */
export const LOCAL_PLACE = { account: '123456789012', region: 'us-east-1' } as const;

/** The REST APIs of one template, with the stacks nested in it. */
export function importTemplate(document: SourceDocument, { parameters = {} }: ImportOptions): ImportedSource {
  const stacks = new Stacks();
  const name = path.basename(document.file).replace(/\..*$/, '');
  stacks.add({ name, document, parameters: () => parameters, ...LOCAL_PLACE, assets: localAssets(document.file) });
  const { apis, issues } = apisOf(stacks);
  return { apis, issues: [...issues, ...stacks.issues], files: filesOf(stacks, apis) };
}

/** The same of a SAM template, after SAM's transform. @throws DEFINITION_INVALID for what the transform refuses */
export function importSamTemplate(document: SourceDocument, options: ImportOptions): ImportedSource {
  const { document: transformed, parameters, issues, files } = transformSam(document, options.parameters ?? {});
  throwIfErrors(path.basename(document.file), issues);
  const imported = importTemplate(transformed, { ...options, parameters: textsByName(parameters) });
  return { ...imported, issues: [...issues, ...imported.issues], files: [...imported.files, ...files] };
}

function textsByName(values: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}

/** The same of a serverless.yml. */
export function importServerless(document: SourceDocument, options: ImportOptions): ImportedSource {
  const { parameters = {}, environment = {} } = options;
  const { document: transformed, issues, files } = transformServerless(document, { options: parameters, parameters, environment });
  const imported = importTemplate(transformed, {});
  return { ...imported, issues: [...issues, ...imported.issues], files: [...imported.files, ...files] };
}

/** The templates, and the code of functions. */
export function filesOf(stacks: Stacks, apis: ImportedSource['apis']): string[] {
  const code = apis.flatMap((api) => [...api.code.values()]).flatMap((source) => (source.type === 'directory' ? source.directory : source.type === 'text' ? [] : source.file));
  const layers = apis.flatMap((api) => [...api.code.values()]).flatMap((source) => source.layers ?? []);
  return [...new Set([...stacks.files, ...code, ...layers])];
}
