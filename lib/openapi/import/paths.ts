import { parentPath, pathParts, readPathPart, withParents } from '../../spec';
import { keysOf, type DocumentNode, type DocumentReader } from './document-reader';
import type { BasePathMode } from './context';

/** The path of a resource: below the base path, with one slash between parts and none at the end. */
export function resourcePath(path: string, base: string): string {
  return `/${[...base.split('/'), ...path.split('/')].filter((part) => part !== '').join('/')}`;
}

/**
 * The path that precedes all others.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-import-api-basePath.html
 */
export function basePathOf(reader: DocumentReader, mode: BasePathMode): string {
  if (mode === 'ignore') return '';
  const base = reader.text(reader.root, 'basePath') ?? serverPath(reader, reader.items(reader.member(reader.root, 'servers')));
  const parts = base.split('/').filter((part) => part !== '');
  return (mode === 'split' ? parts.slice(1) : parts).map((part) => `/${part}`).join('');
}

/** The variable `basePath` of a server, or else what follows the host of the first one that has something there. */
function serverPath(reader: DocumentReader, servers: readonly DocumentNode[]): string {
  const variables = servers.map((server) => reader.member(server, 'variables'));
  const declared = variables.find((node) => keysOf(node).includes('basePath'));
  if (declared !== undefined) return reader.text(reader.member(declared, 'basePath'), 'default') ?? '';
  const paths = servers.map((server, index) => {
    const url = reader.text(server, 'url') ?? '';
    const filled = url.replace(/\{([^}]*)\}/g, (whole, name: string) => defaultOf(reader, variables[index], name) ?? whole);
    return filled.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '').replace(/[?#].*$/, '');
  });
  return paths.find((path) => path.replaceAll('/', '') !== '') ?? '';
}

function defaultOf(reader: DocumentReader, variables: DocumentNode | undefined, name: string): string | undefined {
  return variables === undefined ? undefined : reader.text(reader.member(variables, name), 'default');
}

/** Paths that API Gateway refuses, with the reason. */
export function refusedPaths(paths: readonly string[]): ReadonlyMap<string, string> {
  const refused = new Map<string, string>();
  for (const path of paths) {
    const reason = partsProblem(pathParts(path));
    if (reason !== undefined) refused.set(path, reason);
  }
  const variable = new Map<string, string>();
  for (const path of paths.filter((candidate) => !refused.has(candidate)).sort()) {
    const reason = [...withParents([path])].map((above) => siblingProblem(above, variable)).find((problem) => problem !== undefined);
    if (reason !== undefined) refused.set(path, reason);
  }
  return refused;
}

function partsProblem(parts: readonly string[]): string | undefined {
  const names = new Set<string>();
  for (const [index, text] of parts.entries()) {
    const part = readPathPart(text);
    if (part === undefined) return `"${text}" is neither text of letters, digits and -._:,$, nor one {parameter}`;
    if (part.type === 'literal') continue;
    if (part.type === 'greedy' && index < parts.length - 1) return `${text} is not the last part of the path`;
    if (names.has(part.name)) return `{${part.name}} occurs twice`;
    names.add(part.name);
  }
  return undefined;
}

/** A parent has one variable part at most; the first path in order decides which. */
function siblingProblem(path: string, variable: Map<string, string>): string | undefined {
  const parent = parentPath(path);
  const part = path.slice(path.lastIndexOf('/') + 1);
  if (parent === undefined || !part.startsWith('{')) return undefined;
  const first = variable.get(parent) ?? part;
  variable.set(parent, first);
  return first === part ? undefined : `beside ${part} there is ${first}, and a resource has one variable child at most`;
}
