import { existsSync } from 'node:fs';
import path from 'node:path';
import { GatewayError, type Issue } from '../../errors';
import type { DocumentPath } from '../document/document-path';
import { readReferenced, type SourceDocument } from '../document/read-document';
import type { SourceBounds } from '../document/source-bounds';
import { translateServerless } from './translate';
import { member } from './value';
import { resolveVariables } from './variables';

/** A serverless.yml as CloudFormation sees it. */
export interface TransformedServerless {
  readonly document: SourceDocument;
  readonly issues: readonly Issue[];
  /** Files that variables refer to. */
  readonly files: readonly string[];
  /** The region of the service or the command line, if either names one. */
  readonly region: string | undefined;
}

export interface ServerlessOptions {
  /** `stage`, `region` and other options of the command line. */
  readonly options?: Readonly<Record<string, string>>;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** `aws:accountId`. */
  readonly account?: string | undefined;
}

/**
 * Resolves the variables of a serverless.yml, with the data files that they refer to, and translates it.
 * @throws SOURCE_NOT_RECOGNIZED for a service of another provider than AWS
 */
export function transformServerless(document: SourceDocument, context: ServerlessOptions): TransformedServerless {
  const { options = {}, parameters = {}, environment = {}, account } = context;
  const files: string[] = [];
  const resolved = resolveVariables({
    self: document.value, options, parameters, account,
    environment: (name) => environment[name],
    file: (location) => readData(path.resolve(path.dirname(document.file), location), document.bounds, files),
  });
  const provider = member(resolved.value, 'provider', 'name') ?? member(resolved.value, 'provider');
  if (typeof provider === 'string' && provider !== 'aws') {
    throw new GatewayError('SOURCE_NOT_RECOGNIZED', { reason: `its provider is ${provider}, and the REST APIs of aws are imported` }, { location: document.file });
  }
  const directory = path.dirname(document.file);
  const moduleOf = (handler: string): string | undefined => moduleIn(directory, handler);
  const { template, issues, origins } = translateServerless(resolved.value, { options, moduleOf });
  const region = options.region ?? regionOf(resolved.value);
  const positionOf = ([section, id = '', ...inside]: DocumentPath): string => {
    const origin = origins.get(String(id));
    return document.positionOf(origin === undefined ? [section ?? ''] : origin[0] === 'resources' ? [...origin, ...inside] : origin);
  };
  return { document: { ...document, value: template, positionOf }, issues: [...resolved.issues, ...issues], files, region };
}

function regionOf(value: unknown): string | undefined {
  const region = member(value, 'provider', 'region');
  return typeof region === 'string' ? region : undefined;
}

/** Extensions of a handler's module. Plugins of the framework compile modules that are not JavaScript. */
const EXTENSIONS = ['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts', '.tsx', '.jsx'];

function moduleIn(directory: string, handler: string): string | undefined {
  const module = handler.replace(/\.[^./]*$/, '');
  return EXTENSIONS.map((extension) => `./${module}${extension}`).find((file) => existsSync(path.resolve(directory, file)));
}

/** A data file. Programs (`.js`, `.ts`) are not run. */
function readData(file: string, bounds: SourceBounds, files: string[]): unknown {
  if (!/\.(ya?ml|json)$/i.test(file)) return undefined;
  const data = readReferenced(file, bounds);
  if ('reason' in data) return undefined;
  files.push(file);
  return data.value;
}
