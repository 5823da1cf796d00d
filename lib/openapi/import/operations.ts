import { GatewayError, isObject } from '../../errors';
import type { HttpMethodSpec } from '../../spec';
import { identity, isDeclared, keysOf, own, type DocumentNode, type DocumentReader } from './document-reader';
import { resourcePath } from './paths';

/** An operation of a document. */
export interface Operation {
  readonly path: string;
  readonly httpMethod: HttpMethodSpec;
  readonly node: DocumentNode;
  /** The path item that declares it, for parameters that all its operations have. */
  readonly item: DocumentNode;
  /** Whether another operation has the same path and method. */
  readonly isRepeated: boolean;
  /** Why it cannot be read: it keeps its route, so that no other operation answers there. */
  readonly unreadable?: string | undefined;
}

const METHODS: Readonly<Record<string, HttpMethodSpec>> = {
  'delete': 'DELETE', 'get': 'GET', 'head': 'HEAD', 'options': 'OPTIONS', 'patch': 'PATCH', 'post': 'POST', 'put': 'PUT',
  'x-amazon-apigateway-any-method': 'ANY',
};

/** Members of a path item that are not operations. */
const OTHER_MEMBERS = new Set(['$ref', 'summary', 'description', 'servers', 'parameters']);

/** Methods that no client can call on a REST API, whatever else is declared beside them. */
const NOT_SERVED = new Set(['trace', 'query', 'connect', 'additionaloperations']);

/** The paths of a document, also those without operations, and every operation, in the order of the document. */
export interface DocumentOperations {
  readonly paths: readonly string[];
  readonly operations: readonly Operation[];
  /** The reason why operations may be missing whose paths are unknown. */
  readonly closed?: string;
}

export function operationsOf(reader: DocumentReader, base: string): DocumentOperations {
  const byName = new Map<string, Operation>();
  const node = reader.member(reader.root, 'paths');
  const isRead = isObject(node.value) ? !Object.hasOwn(node.value, '__proto__') : !isDeclared(reader.root, 'paths');
  if (node.value !== undefined) isObjectOrLost(reader, node, 'paths');
  checkNumber(keysOf(node).length, reader.root.file);
  const keys = keysOf(node).filter((key) => !key.startsWith('x-'));
  for (const key of keys) {
    for (const operation of operationsAt(reader, own(node, key), key)) {
      const path = resourcePath(key, base);
      const name = `${operation.httpMethod} ${path}`;
      byName.set(name, { ...operation, path, isRepeated: byName.has(name) });
    }
  }
  const operations = [...byName.values()];
  const paths = [...new Set(keys.map((key) => resourcePath(key, base)))];
  if (isRead && (operations.length === 0 || operations.some(({ unreadable }) => unreadable === undefined))) return { paths, operations };
  return { paths, operations: operations.filter(({ unreadable }) => unreadable === undefined), closed: 'not all paths of the document can be read' };
}

/** API Gateway has 300 resources for an API, and grants more on request. */
const MAX_PATHS = 5_000;

function checkNumber(paths: number, file: string): void {
  if (paths > MAX_PATHS) throw new GatewayError('SOURCE_UNREADABLE', { reason: `it has ${paths} paths, and ${MAX_PATHS} can be imported` }, { location: file });
}

type PathOperation = Pick<Operation, 'httpMethod' | 'node' | 'item' | 'unreadable'>;

/**
 * The operations of a path item: its own, and those of the item that it refers to. What cannot be read may be any method that the item
 * does not declare.
 */
function operationsAt(reader: DocumentReader, written: DocumentNode, key: string): PathOperation[] {
  const any = (unreadable: string): PathOperation => ({ httpMethod: 'ANY', node: written, item: written, unreadable });
  if (!isObjectOrLost(reader, written, `path ${key}`)) return [any('its path cannot be read')];
  const target = reader.follow(written);
  const isMissing = !isObject(target.value);
  if (isMissing && target.value !== undefined) isObjectOrLost(reader, target, `path ${key}`);
  const items = isMissing || identity(target) === identity(written) ? [written] : [target, written];
  const operations = new Map<HttpMethodSpec, PathOperation>();
  for (const item of items) for (const operation of operationsIn(reader, item, any)) operations.set(operation.httpMethod, operation);
  if (isMissing) operations.set('ANY', any('what its path refers to cannot be read'));
  return [...operations.values()];
}

function operationsIn(reader: DocumentReader, item: DocumentNode, any: (unreadable: string) => PathOperation): PathOperation[] {
  return keysOf(item).flatMap((key): PathOperation[] => {
    const httpMethod = METHODS[key.toLowerCase()];
    if (httpMethod !== undefined) {
      const node = reader.member(item, key);
      const isRead = isObjectOrLost(reader, node, `operation ${key}`);
      return [{ httpMethod, node, item, unreadable: isRead ? undefined : 'its operation cannot be read' }];
    }
    if (!isUnknownMethod(item, key)) return [];
    reader.lose('OPENAPI_METHOD_LEFT_OUT', own(item, key), { method: key.toUpperCase() });
    return NOT_SERVED.has(key.toLowerCase()) ? [] : [any(`${key} is not a method`)];
  });
}

/** Reports what would have to be an object; a reference that leads nowhere is reported when it is followed. */
function isObjectOrLost(reader: DocumentReader, node: DocumentNode, member: string): boolean {
  const { value } = node;
  if (isObject(value)) return true;
  if (value !== undefined) reader.lose('OPENAPI_MEMBER_LEFT_OUT', node, { member, reason: value === null ? 'it is empty' : `it is ${kindOf(value)}, not an object` });
  return false;
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'a list' : `the ${typeof value} ${JSON.stringify(value)}`;
}

function isUnknownMethod(item: DocumentNode, key: string): boolean {
  return !OTHER_MEMBERS.has(key) && !key.toLowerCase().startsWith('x-') && METHODS[key.toLowerCase()] === undefined && isObject(own(item, key).value);
}
