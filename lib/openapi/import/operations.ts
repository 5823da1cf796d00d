import type { HttpMethodSpec } from '../../spec';
import { hasMember, isObject, keysOf, own, type DocumentNode, type DocumentReader } from './document-reader';
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
  const keys = keysOf(paths).filter((one) => !one.startsWith('x-'));
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
      const isOperation = httpMethod !== undefined && hasMember(item, key);
      if (isOperation) operations.set(httpMethod, { httpMethod, node: reader.member(item, key), item });
      else if (isUnknownMethod(item, key)) reader.lose('OPENAPI_METHOD_LEFT_OUT', own(item, key), { method: key.toUpperCase() });
    }
  }
  return [...operations.values()];
}

function isUnknownMethod(item: DocumentNode, key: string): boolean {
  return !OTHER_MEMBERS.has(key) && !key.toLowerCase().startsWith('x-') && METHODS[key.toLowerCase()] === undefined && isObject(own(item, key).value);
}
