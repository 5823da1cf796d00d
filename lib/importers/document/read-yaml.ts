import { isAlias, isMap, isNode, isScalar, isSeq, parseDocument, type Alias, type Node, type YAMLMap } from 'yaml';
import { GatewayError } from '../../errors';
import { isMembers, splitOnce } from '../value';
import { beyondLimit, DOCUMENT_LIMITS, tooDeep } from './document-limits';

/** Short tags whose long form has no `Fn::`. */
const WITHOUT_PREFIX = new Set(['Ref', 'Condition', 'Rain']);

/** The value of a YAML text. Short tags become the long form, and `<<` merges. @throws SOURCE_UNREADABLE */
export function readYaml(file: string, text: string): unknown {
  // unknown tags are those of templates, which `valueOf` reads
  const document = parseDocument(text, { logLevel: 'silent', uniqueKeys: false, merge: false, strict: false });
  const [error] = document.errors;
  if (error !== undefined) throw new GatewayError('SOURCE_UNREADABLE', { reason: error.message }, { location: file, cause: error });
  const reading: Reading = { anchors: new Map(), nodes: 0, depth: 0, file };
  return valueOf(document.contents, reading);
}

interface Reading {
  readonly file: string;
  /** By name, as far as the document has been read: an alias refers to what is before it. */
  readonly anchors: Map<string, Node>;
  nodes: number;
  depth: number;
}

function valueOf(node: unknown, reading: Reading): unknown {
  if (++reading.nodes > DOCUMENT_LIMITS.values) throw beyondLimit(reading.file, 'its aliases stand for too many values');
  // an alias inside of what it stands for never ends
  if (reading.depth > DOCUMENT_LIMITS.depth) throw tooDeep(reading.file);
  reading.depth += 1;
  const value = valueInside(node, reading);
  reading.depth -= 1;
  return value;
}

function valueInside(node: unknown, reading: Reading): unknown {
  if (isAlias(node)) return valueOf(targetOf(node, reading), reading);
  if (isNode(node) && 'anchor' in node && typeof node.anchor === 'string') reading.anchors.set(node.anchor, node);
  if (isScalar(node)) return withTag(node.tag, scalarOf(node.value, node.source));
  if (isSeq(node)) return withTag(node.tag, node.items.map((item) => valueOf(item, reading)));
  if (isMap(node)) return withTag(node.tag, mapOf(node, reading));
  return null;
}

function targetOf(alias: Alias, { anchors, file }: Reading): Node {
  const target = anchors.get(alias.source);
  if (target !== undefined) return target;
  throw new GatewayError('SOURCE_UNREADABLE', { reason: `there is no anchor &${alias.source}` }, { location: file });
}

/** A number beyond what JavaScript tells apart stays text, as an account's id would need. */
function scalarOf(value: unknown, source: string | undefined): unknown {
  if (typeof value === 'number' && !Number.isSafeInteger(value) && Number.isInteger(value)) return source ?? String(value);
  return typeof value === 'bigint' ? String(value) : value;
}

function mapOf(map: YAMLMap, reading: Reading): Record<string, unknown> {
  const own: [string, unknown][] = [];
  const merged: [string, unknown][] = [];
  for (const { key, value } of map.items) {
    const name = keyOf(key, reading);
    const read = valueOf(value, reading);
    if (name === '<<') merged.push(...[read].flat().flatMap((source) => (isMembers(source) ? Object.entries(source) : [])));
    else own.push([name, read]);
  }
  return Object.fromEntries([...merged, ...own]);
}

/** A key as it is written: `200` and `1.10` are names. */
function keyOf(key: unknown, reading: Reading): string {
  if (isScalar(key)) return typeof key.value === 'string' ? key.value : key.source ?? String(key.value);
  const value = valueOf(key, reading);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function withTag(tag: string | undefined, value: unknown): unknown {
  if (tag === undefined || !tag.startsWith('!') || tag === '!') return value;
  const name = tag.slice(1);
  if (WITHOUT_PREFIX.has(name)) return { [name]: value };
  // `!GetAtt Function.Arn`: the attribute may contain dots, the resource does not
  if (name === 'GetAtt' && typeof value === 'string') return { 'Fn::GetAtt': splitOnce(value) };
  return { [`Fn::${name}`]: value };
}
