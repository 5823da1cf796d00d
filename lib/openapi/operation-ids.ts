import { loss, type Issue } from '../errors';
import { methodKey, methodsOf, pathParts, readPathPart, type GatewaySpec } from '../spec';

/** The operationIds of a document: each is there once. */
export interface OperationNames {
  /** The id by the method's own operation name; `undefined` where it has none. */
  readonly given: (path: string, httpMethod: string) => string | undefined;
  /**
   * An id for every method: its own name, or one made of method and path.
   * @param concrete - the method that is in the document where the declared one is ANY
   */
  readonly every: (path: string, httpMethod: string, concrete?: string) => string;
  readonly losses: readonly Issue[];
}

/** Reads the operation names of a spec. Of two that are the same the second gets a number. */
export function operationNames(spec: GatewaySpec): OperationNames {
  const byMethod = new Map<string, string>();
  const locations = new Map<string, string>();
  const losses: Issue[] = [];
  for (const { location, path, httpMethod, method } of methodsOf(spec)) {
    const name = method.operationName;
    if (name === undefined) continue;
    const written = free(name, locations);
    const first = locations.get(name);
    if (first !== undefined) losses.push(loss('OPENAPI_DUPLICATE_OPERATION_NAME', location, { name, other: first, written }));
    locations.set(written, location);
    byMethod.set(methodKey(path, httpMethod), written);
  }
  const generated = new Map<string, string>();
  const every = (path: string, httpMethod: string, concrete = httpMethod): string => {
    const key = `${methodKey(path, httpMethod)} ${concrete}`;
    const known = generated.get(key);
    if (known !== undefined) return known;
    const own = byMethod.get(methodKey(path, httpMethod));
    if (own !== undefined && concrete === httpMethod) return own;
    const wanted = own === undefined ? idOf(path, concrete) : `${own}${capital(concrete.toLowerCase())}`;
    const written = free(wanted, locations);
    locations.set(written, key);
    generated.set(key, written);
    return written;
  };
  return { given: (path, httpMethod) => byMethod.get(methodKey(path, httpMethod)), every, losses };
}

function free(wanted: string, taken: ReadonlyMap<string, unknown>): string {
  let name = wanted;
  for (let count = 2; taken.has(name); count += 1) name = `${wanted}${count}`;
  return name;
}

/** `GET /pets/{petId}` → `getPetsByPetId`, `GET /` → `getRoot`. */
function idOf(path: string, httpMethod: string): string {
  const words = pathParts(path).map((text) => {
    const part = readPathPart(text);
    return part === undefined || part.type === 'literal' ? wordsOf(text) : `By${wordsOf(part.name)}`;
  });
  return `${httpMethod.toLowerCase()}${words.join('') || 'Root'}`;
}

function wordsOf(text: string): string {
  return text.split(/[^A-Za-z0-9]+/).filter((word) => word !== '').map(capital).join('');
}

function capital(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}
