import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { issueText, withFunctionsTogether } from '../errors';
import { canonicalText, deployedSpec, fingerprint, specJsonSchema, stableId, type GatewaySpec } from '../spec';
import type { CodeFiles } from './function-code';
import { leavesBundling } from './run-app';
import type { Synthesis } from './synthesize';

/** Version of the assembly format. A reader rejects other major versions. */
const ASSEMBLY_VERSION = '1.0.0';

export const MANIFEST_FILE = 'manifest.json';
const SCHEMA_FILE = 'gateway.schema.json';
const CODE_FILE = 'code.json';

/** The sources that the command line bundles and follows instead; only in assemblies that it has asked for. */
export const SOURCES_FILE = 'sources.json';

/** Which APIs in the templates of a cloud assembly are those of the specs; only in the assembly of a CDK app. */
export const RENDERED_FILE = 'rendered.json';

/** An additional document of an API. */
export interface AssemblyDocument {
  readonly apiName: string;
  /** Path in the assembly. */
  readonly file: string;
  readonly text: string;
}

/** The additional files of an assembly. */
export interface AssemblyParts {
  /** The JSON Schema is for editors and takes a fifth of a small synthesis: assemblies that only a gateway reads omit it. */
  readonly hasSchema?: boolean;
  /**
   * Absolute path that the assembly is written to: sources of functions are written down relative to the directory that it is in.
   * @default - they are not written down
   */
  readonly directory?: string;
  readonly documents?: readonly AssemblyDocument[];
}

/** The files of an assembly by path: readable specs, and code by digest. */
export function assemblyFiles(synthesis: Synthesis, { hasSchema = true, directory, documents = [] }: AssemblyParts = {}): CodeFiles {
  const { specs, code, sources, warnings } = synthesis;
  const files = new Map<string, Uint8Array>();
  for (const spec of specs) files.set(specFile(spec.api.name), bytes(canonicalText(spec)));
  for (const { digest, files: ofFunction } of code.values()) {
    for (const [name, contents] of ofFunction) files.set(`${assetDirectory(digest)}/${name}`, contents);
  }
  for (const { file, text } of documents) files.set(file, bytes(text));
  files.set(CODE_FILE, bytes(canonicalText({
    functions: Object.fromEntries(
      [...code].map(([name, { digest, handler, sourceDirectory }]) => [
        name, { asset: assetDirectory(digest), digest, handler, ...sourceMember(directory, sourceDirectory) },
      ]),
    ),
  })));
  if (leavesBundling()) files.set(SOURCES_FILE, bytes(canonicalText(sources)));
  if (hasSchema) files.set(SCHEMA_FILE, bytes(canonicalText(specJsonSchema())));
  files.set(MANIFEST_FILE, bytes(canonicalText({
    version: ASSEMBLY_VERSION,
    apis: Object.fromEntries(specs.map((spec) => [spec.api.name, manifestEntry(spec, documents)])),
    ...(hasSchema ? { schema: SCHEMA_FILE } : {}),
    ...warningsKept(warnings),
    code: CODE_FILE,
  })));
  return files;
}

/** Codes of warnings that nobody can make of the spec alone: about the code of functions, and about the document of an API. */
const NOT_OF_SPEC: ReadonlySet<string> = new Set([
  'ESBUILD_MISSING', 'FUNCTION_LAYER_FILES', 'FUNCTION_MODULE_MISSING', 'IMPORT_FUNCTION_UNAVAILABLE',
  'OPENAPI_REFERENCE_UNRESOLVED', 'OPENAPI_METHOD_UNAVAILABLE', 'OPENAPI_METHOD_LEFT_OUT', 'OPENAPI_MEMBER_LEFT_OUT', 'OPENAPI_USER_POOL_UNKNOWN',
  'IMPORT_PART_REFUSED', 'IMPORT_METHOD_LOST',
]);

function warningsKept(warnings: Synthesis['warnings']): { readonly warnings?: readonly string[] } {
  const texts = withFunctionsTogether(warnings.filter(({ code }) => NOT_OF_SPEC.has(code))).map(issueText);
  return texts.length === 0 ? {} : { warnings: texts };
}

function manifestEntry(spec: GatewaySpec, documents: readonly AssemblyDocument[]) {
  const openApi = documents.filter(({ apiName }) => apiName === spec.api.name).map(({ file }) => file);
  return {
    spec: specFile(spec.api.name),
    fingerprint: fingerprint(deployedSpec(spec)),
    apiId: spec.api.id,
    ...(openApi.length > 0 ? { openApi } : {}),
  };
}

/** `<name>.gateway.json` */
function specFile(name: string): string {
  return `${fileName(name)}.gateway.json`;
}

/** The name of an API in file names; a name that is not a safe file name gets a suffix. */
export function fileName(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 100);
  return plain === name ? name : `${plain}-${stableId(name)}`;
}

/** Where the code of a function was copied from, as `code.json` of an assembly has it. */
export function sourceMember(assembly: string | undefined, source: string | undefined): { readonly source?: string } {
  if (assembly === undefined || source === undefined) return {};
  const relative = path.relative(realPath(path.dirname(assembly)), realPath(source));
  return { source: relative.split(path.sep).join('/') || '.' };
}

/** The functions of a `code.json`, whose sources are written down for the assembly that they are moved to. */
export function withSourcesFrom<Code extends object>(
  functions: Readonly<Record<string, Code>>, from: string, to: string,
): Readonly<Record<string, Code>> {
  return Object.fromEntries(Object.entries(functions).map(([name, code]) => {
    if (!('source' in code) || typeof code.source !== 'string') return [name, code];
    const source = path.resolve(realPath(path.dirname(from)), code.source);
    return [name, { ...code, ...sourceMember(to, source) }];
  }));
}

function realPath(directory: string): string {
  return existsSync(directory) ? realpathSync(directory) : directory;
}

function assetDirectory(digest: string): string {
  return `assets/asset.${digest}`;
}

function bytes(text: string): Uint8Array {
  return Buffer.from(text);
}
