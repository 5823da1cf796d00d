import { isObject } from '../../errors';
import type { HttpMethodSpec } from '../../spec';
import { keysOf, own, type DocumentNode, type DocumentReader } from './document-reader';
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
}

const METHODS: Readonly<Record<string, HttpMethodSpec>> = {
  'delete': 'DELETE', 'get': 'GET', 'head': 'HEAD', 'options': 'OPTIONS', 'patch': 'PATCH', 'post': 'POST', 'put': 'PUT',
  'x-amazon-apigateway-any-method': 'ANY',
};

/** Members of a path item that are not operations. */
const OTHER_MEMBERS = new Set(['$ref', 'summary', 'description', 'servers', 'parameters']);

/** The paths of a document, also those without operations, and every operation, in the order of the document. */
export interface DocumentOperations {
  readonly paths: readonly string[];
  readonly operations: readonly Operation[];
}

export function operationsOf(reader: DocumentReader, base: string): DocumentOperations {
  const found = new Map<string, Operation>();
  const paths = reader.member(reader.root, 'paths');
  if (paths.value !== undefined) isObjectOrLost(reader, paths, 'paths');
  const keys = keysOf(paths).filter((one) => !one.startsWith('x-') && isObjectOrLost(reader, own(paths, one), `path ${one}`));
  for (const key of keys) {
    for (const { httpMethod, node, item } of operationsAt(reader, own(paths, key))) {
      const path = resourcePath(key, base);
      const name = `${httpMethod} ${path}`;
      found.set(name, { path, httpMethod, node, item, isRepeated: found.has(name) });
    }
  }
  return { paths: [...new Set(keys.map((key) => resourcePath(key, base)))], operations: [...found.values()] };
}

type PathOperation = Pick<Operation, 'httpMethod' | 'node' | 'item'>;

/** The operations of a path item: its own, and those of the item that it refers to. */
function operationsAt(reader: DocumentReader, written: DocumentNode): PathOperation[] {
  const target = reader.follow(written);
  const items = target.pointer === written.pointer && target.file === written.file ? [target] : [target, written];
  const operations = new Map<HttpMethodSpec, PathOperation>();
  for (const item of items) {
    for (const key of keysOf(item)) {
      const httpMethod = METHODS[key.toLowerCase()];
      if (httpMethod !== undefined) {
        const node = reader.member(item, key);
        // one that a reference does not lead to is a method that cannot be read
        if (node.value === undefined || isObjectOrLost(reader, node, `operation ${key}`)) operations.set(httpMethod, { httpMethod, node, item });
      } else if (isUnknownMethod(item, key)) reader.lose('OPENAPI_METHOD_LEFT_OUT', own(item, key), { method: key.toUpperCase() });
    }
  }
  return [...operations.values()];
}

/** Reports what would have to be an object; a reference that leads nowhere is reported by who follows it. */
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
