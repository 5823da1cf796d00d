import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { issue, throwIfErrors } from '../errors';
import type { CodeSource, ImpliedValues, ImportedApi, ImportedSource, RenderedReferences, TemplateOptions } from '../importers';
import { filesOfDirectory, RENDERED_FILE, withSourcesFrom, writeAssembly, type CodeFiles, type FileContents } from '../synth';
import { importedFiles, tokenValuesFile } from './imported-files';

const MANIFEST = 'manifest.json';
const CODE = 'code.json';

/** Where the APIs of a CDK app are. */
export interface CdkOutput extends TemplateOptions {
  /** The directory that CDK wrote, with the templates. */
  readonly cloudAssembly: string;
  /** The assembly that our constructs wrote, if the app has any. */
  readonly assembly?: string;
  /** The directory of the assembly with both. */
  readonly output: string;
  /** APIs of the templates to leave out: `<template file>/<logical id>`. */
  readonly except?: readonly string[];
  /** Whether the caller makes the code of a function itself; then it is not read. @default - no code is left to the caller */
  readonly leave?: ((name: string, source: CodeSource) => boolean) | undefined;
  /** Whether programs are built from their sources. @default true */
  readonly buildsPrograms?: boolean | undefined;
}

/**
 * Writes an assembly of all APIs of a CDK app: those of our constructs, and those that the CDK's own declare, read from the templates.
 * Nothing is written if there are none of these.
 * @throws DEFINITION_INVALID for two APIs of one name
 */
export async function addCdkApis(
  { cloudAssembly, assembly, output, except = [], leave, buildsPrograms, ...templates }: CdkOutput,
): Promise<ImportedSource> {
  const { importCloudAssembly } = await import('../importers');
  const ours = renderedIn(assembly ?? path.join(cloudAssembly, 'gateway.out'));
  const implied = assembly === undefined ? NONE : await tokenValuesOf({ cloudAssembly, assembly, ...templates });
  const imported = importCloudAssembly(cloudAssembly, { ...templates, except: new Set([...ours, ...except]) });
  if (imported.apis.length === 0) {
    for (const [name, text] of assembly === output ? tokenValuesFile(implied) : []) writeFileSync(path.join(output, name), text);
    return imported;
  }
  const apis = leave === undefined ? imported.apis : withoutCode(imported.apis, leave);
  const source = { ...imported, apis, localNames: [], deployedFunctions: {} };
  const { files: added } = await importedFiles(source, output, { buildsPrograms, containers: templates.containers });
  const all = assembly === undefined ? added : merged(declaredFiles(assembly, output), added);
  const deployedFunctions = { ...implied.deployedFunctions, ...imported.deployedFunctions };
  writeAssembly(output, new Map([...all, ...tokenValuesFile({ ...implied, deployedFunctions }, imported.localNames)]));
  return imported;
}

function withoutCode(apis: readonly ImportedApi[], leave: NonNullable<CdkOutput['leave']>): readonly ImportedApi[] {
  return apis.map((api) => ({ ...api, code: new Map([...api.code].filter(([name, source]) => !leave(name, source))) }));
}

/** Whether a cloud assembly with an assembly of ours has APIs beside those. Counts them, because reading templates takes time. */
export function hasCdkApis(cloudAssembly: string): boolean {
  const assembly = path.join(cloudAssembly, 'gateway.out');
  if (!existsSync(path.join(assembly, RENDERED_FILE))) return false;
  const templates = readdirSync(cloudAssembly, { encoding: 'utf8' }).filter((file) => file.endsWith('.template.json'));
  const count = templates.map((file) => readFileSync(path.join(cloudAssembly, file), 'utf8').match(API_TYPES)?.length ?? 0);
  return count.reduce((sum, one) => sum + one, 0) > renderedIn(assembly).size;
}

/** REST APIs, HTTP APIs and WebSocket APIs, and the URLs of functions, which are APIs as well. */
const API_TYPES = /"Type":\s*"AWS::(ApiGateway::RestApi|ApiGatewayV2::Api|Lambda::Url)"/g;

/** Returns the APIs that our constructs rendered; none for an assembly of an earlier version, which does not list them. */
function renderedIn(assembly: string): ReadonlySet<string> {
  const file = path.join(assembly, RENDERED_FILE);
  if (!existsSync(file)) return new Set();
  return new Set((JSON.parse(readFileSync(file, 'utf8')) as { readonly resources: readonly string[] }).resources); // by our own synthesis
}

/** The cloud assembly whose templates give the tokens of an assembly their values. */
interface TokenSource extends TemplateOptions {
  readonly cloudAssembly: string;
  /** @default - the one inside the cloud assembly */
  readonly assembly?: string;
}

const NONE: ImpliedValues = { values: {}, local: [] };

/** The values of tokens in our definitions by the templates of their cloud assembly. */
export async function tokenValuesOf({ cloudAssembly, assembly, ...templates }: TokenSource): Promise<ImpliedValues> {
  const file = path.join(assembly ?? path.join(cloudAssembly, 'gateway.out'), RENDERED_FILE);
  if (!existsSync(path.join(cloudAssembly, MANIFEST)) || !existsSync(file)) return NONE;
  const references = JSON.parse(readFileSync(file, 'utf8')) as Partial<RenderedReferences>; // by our own synthesis
  const { apis, functions, tokens } = references;
  if (apis === undefined || functions === undefined || tokens === undefined) return NONE;
  const { impliedTokenValues } = await import('../importers');
  return impliedTokenValues(cloudAssembly, { apis, functions, tokens }, templates);
}

/** The manifest of an assembly, as our own synthesis writes it. */
interface Manifest {
  readonly apis: Readonly<Record<string, unknown>>;
  readonly warnings?: readonly string[];
}

interface Code {
  readonly functions: Readonly<Record<string, object>>;
}

/** The files of an assembly as it is moved elsewhere. */
function declaredFiles(assembly: string, output: string): CodeFiles {
  const files = filesOfDirectory(assembly) ?? new Map<string, Uint8Array>();
  if (!files.has(CODE)) return files;
  const { functions } = jsonOf<Code>(files, CODE);
  const moved = { functions: withSourcesFrom(functions, assembly, output) };
  return new Map<string, FileContents>([...files, [CODE, Buffer.from(JSON.stringify(moved))]]);
}

function merged(declared: CodeFiles, added: CodeFiles): CodeFiles {
  const [manifest, others] = [declared, added].map((files) => jsonOf<Manifest>(files, MANIFEST));
  const warnings = [...manifest?.warnings ?? [], ...others?.warnings ?? []];
  const [code, codeOfOthers] = [declared, added].map((files) => jsonOf<Code>(files, CODE));
  const repeated = Object.keys(others?.apis ?? {}).filter((name) => Object.hasOwn(manifest?.apis ?? {}, name));
  throwIfErrors('the app', repeated.map((name) => issue('DUPLICATE_NAME', name, { what: 'API', name, other: 'an API of synthgate' })));
  const text = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));
  return new Map<string, FileContents>([
    ...declared, ...added,
    [MANIFEST, text({ ...manifest, apis: { ...manifest?.apis, ...others?.apis }, warnings })],
    [CODE, text({ functions: { ...code?.functions, ...codeOfOthers?.functions } })],
  ]);
}

function jsonOf<Value>(files: CodeFiles, name: string): Value {
  return JSON.parse(Buffer.from(files.get(name) ?? []).toString()) as Value; // both assemblies are ours
}
