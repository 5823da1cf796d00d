import { isObject, loss, type ErrorCode, type ErrorDetails, type Issue } from '../../errors';
import type { OpenApiImportContext } from './context';

/** A value of a document, and where it is. */
export interface DocumentNode {
  readonly value: unknown;
  readonly file: string;
  /** The members that lead to it, from the root of its file. */
  readonly pointer: readonly string[];
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** References that lead to references; more are a cycle. */
const MOST_REFERENCES = 50;

/** Reads a document member by member, follows references, and collects what cannot be carried. */
export class DocumentReader {
  public readonly root: DocumentNode;
  public readonly issues: Issue[] = [];
  /** References that are being resolved: one that needs itself leads nowhere. */
  readonly #open = new Set<string>();

  public constructor(document: unknown, private readonly context: OpenApiImportContext) {
    this.root = { value: document, file: context.file ?? '', pointer: [] };
  }

  /** A member, or the value that it refers to. Its value is undefined where there is none. */
  public member(node: DocumentNode, key: string): DocumentNode {
    return this.follow(own(node, key));
  }

  /** The members of an object with the values that they refer to. */
  public entries(node: DocumentNode): (readonly [string, DocumentNode])[] {
    return keysOf(node).map((key) => [key, this.member(node, key)] as const);
  }

  /** The elements of a list with the values that they refer to. */
  public items(node: DocumentNode): DocumentNode[] {
    return Array.isArray(node.value) ? node.value.map((_, index) => this.member(node, String(index))) : [];
  }

  /** The text of a member; numbers and booleans are texts too, as in templates. */
  public text(node: DocumentNode, key: string): string | undefined {
    return textValue(this.member(node, key).value);
  }

  /** The value that a node refers to; a node without a value if there is none. */
  public follow(node: DocumentNode): DocumentNode {
    let current = node;
    for (let count = 0; count < MOST_REFERENCES; count += 1) {
      const reference = referenceOf(current.value);
      if (reference === undefined) return current;
      const target = this.resolve(reference, current.file);
      if ('reason' in target) {
        this.lose('OPENAPI_REFERENCE_UNRESOLVED', node, { reference, reason: target.reason });
        return { ...node, value: undefined };
      }
      current = target;
    }
    this.lose('OPENAPI_REFERENCE_UNRESOLVED', node, { reference: referenceOf(node.value) ?? '', reason: 'it leads back to itself' });
    return { ...node, value: undefined };
  }

  /** The target of a reference, or the reason why it has none. */
  public resolve(reference: string, from: string): DocumentNode | { readonly reason: string } {
    const key = JSON.stringify([from, reference]);
    if (this.#open.has(key)) return { reason: 'it leads back to itself' };
    this.#open.add(key);
    const target = this.targetOf(reference, from);
    this.#open.delete(key);
    return target;
  }

  private targetOf(reference: string, from: string): DocumentNode | { readonly reason: string } {
    const [file = '', fragment = ''] = reference.split('#', 2);
    const base = file === '' && from === this.root.file ? this.root : this.document(file, from);
    if ('reason' in base) return base;
    let node: DocumentNode = base;
    for (const key of pointerKeys(fragment)) {
      node = own(referenceOf(node.value) === undefined ? node : this.follow(node), key);
      if (node.value === undefined) return { reason: `the document has no ${reference}` };
    }
    return node;
  }

  /** Reports what cannot be carried. */
  public lose(code: ErrorCode, node: DocumentNode, details: ErrorDetails): void {
    this.report(loss(code, '', details), node);
  }

  /** Reports an issue of a node. */
  public report(issue: Issue, node: DocumentNode): void {
    const source = this.context.locate?.(node.file, node.pointer);
    this.issues.push({ ...issue, location: this.locationOf(node), ...(source === undefined ? {} : { source }) });
  }

  /** For people: `api.yaml#/paths/~1pets/get` */
  public locationOf({ file, pointer }: DocumentNode): string {
    return `${file.replace(/^.*[\\/]/, '')}#${pointer.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')}`;
  }

  private document(file: string, from: string): DocumentNode | { readonly reason: string } {
    if (/^[a-z][a-z0-9+.-]+:\/\//i.test(file)) return { reason: 'nothing is fetched from the network' };
    const read = this.context.resolveRef?.(file === '' ? from : file, file === '' ? '' : from) ?? { reason: 'other files are not read here' };
    return 'reason' in read ? read : { value: read.document, file: read.file, pointer: [] };
  }
}

/** Tells nodes of all files apart. */
export function identity({ file, pointer }: DocumentNode): string {
  return JSON.stringify([file, ...pointer]);
}

/** The names of an object's members. `__proto__` is not one that a spec may have. */
export function keysOf({ value }: DocumentNode): string[] {
  return isObject(value) ? Object.keys(value).filter((key) => key !== '__proto__') : [];
}

/** A member as it is written, whether or not it refers to another. */
export function own({ value, file, pointer }: DocumentNode, key: string): DocumentNode {
  const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
  return { value: isThere ? (value as JsonObject)[key] : undefined, file, pointer: [...pointer, key] }; // an own member, checked above
}

/** Whether a member is written, also without a value. */
export function isDeclared({ value }: DocumentNode, key: string): boolean {
  return isObject(value) && Object.hasOwn(value, key);
}

/** Whether a member has a value. */
export function hasMember({ value }: DocumentNode, key: string): boolean {
  return isObject(value) && Object.hasOwn(value, key) && value[key] !== null;
}

/** The text that a value stands for: functions of CloudFormation that nothing has resolved are written as `Fn::Sub` writes them. */
export function textValue(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (!isObject(value) || Object.keys(value).length !== 1) return undefined;
  const sub: unknown = value['Fn::Sub'];
  if (typeof sub === 'string') return sub;
  if (Array.isArray(sub)) return substituted(sub);
  const ref = value.Ref;
  if (typeof ref === 'string') return `\${${ref}}`;
  const attribute = value['Fn::GetAtt'];
  if (attribute !== undefined) return `\${${[attribute].flat().join('.')}}`;
  const join: unknown = value['Fn::Join'];
  if (!Array.isArray(join) || !Array.isArray(join[1])) return undefined;
  const texts = join[1].map(textValue);
  return texts.includes(undefined) ? undefined : texts.join(String(join[0]));
}

function substituted([text, variables]: readonly unknown[]): string | undefined {
  if (typeof text !== 'string') return undefined;
  return text.replace(/\$\{(\w+)\}/g, (whole, name: string) => (isObject(variables) ? textValue(variables[name]) : undefined) ?? whole);
}

function referenceOf(value: unknown): string | undefined {
  return isObject(value) && Object.hasOwn(value, '$ref') && typeof value.$ref === 'string' ? value.$ref : undefined;
}

/** `/paths/~1pets` → `paths`, `/pets` */
function pointerKeys(fragment: string): string[] {
  if (fragment === '' || fragment === '/') return [];
  return fragment.replace(/^\//, '').split('/').map((key) => decoded(key).replaceAll('~1', '/').replaceAll('~0', '~'));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a percent sign that encodes nothing stands for itself
  }
}
