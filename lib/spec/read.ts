import type * as z from 'zod';
import { GatewayError, issue, throwIfErrors, type Issue } from '../errors';
import { gatewaySchema, SPEC_FORMAT, type GatewaySpec } from './gateway';
import { standInIntegrationFor, withProtocolDefaults } from './protocols';
import { checkRules } from './rules';

/** A spec as read, with its warnings. */
export interface SpecReading {
  readonly spec: GatewaySpec;
  readonly warnings: readonly Issue[];
}

/** The result of examining a spec: all issues, and the spec if none of them is an error. */
export interface SpecExamination {
  readonly spec?: GatewaySpec;
  readonly issues: readonly Issue[];
}

/**
 * Reads a value as a spec: shape, ranges, defaults, then rules across nodes. Throws all errors at once.
 * @param subject - what is being read, for messages: a file or an API's construct path
 * @throws SPEC_FORMAT_UNSUPPORTED, DEFINITION_INVALID
 */
export function readSpec(value: unknown, subject: string): SpecReading {
  const { spec, issues } = examineSpec(value, subject);
  throwIfErrors(subject, issues);
  // Without an error there is a spec.
  return { spec: spec as GatewaySpec, warnings: issues };
}

/**
 * Reads a value as a spec and returns its issues instead of throwing. Malformed nodes are
 * reported and replaced with valid placeholders, so that the rules can check the others.
 * @throws SPEC_FORMAT_UNSUPPORTED
 */
export function examineSpec(value: unknown, subject: string): SpecExamination {
  checkFormat(value, subject);
  const reserved = isPlain(value, 0) ? [] : reservedKeys(value, { subject, pointer: '', depth: 0 });
  if (reserved.length > 0) return { issues: reserved };
  const written = withProtocolDefaults(value);
  const parsed = gatewaySchema.safeParse(written);
  if (parsed.success) {
    const issues = checkRules(parsed.data);
    return { spec: issues.some((issue) => issue.severity === 'error') ? undefined : parsed.data, issues };
  }
  const issues = parsed.error.issues.map((problem) => formIssue(problem, subject, value));
  const rest = gatewaySchema.safeParse(withProtocolDefaults(withStandIns(written, parsed.error.issues.map((problem) => problem.path))));
  return { issues: [...issues, ...(rest.success ? checkRules(rest.data) : [])] };
}

/** Reads the text of a spec file. @throws SPEC_NOT_JSON, SPEC_FORMAT_UNSUPPORTED, DEFINITION_INVALID */
export function readSpecText(text: string, subject: string): SpecReading {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new GatewayError('SPEC_NOT_JSON', { reason: cause instanceof Error ? cause.message : String(cause) }, { location: subject, cause });
  }
  return readSpec(value, subject);
}

function checkFormat(value: unknown, subject: string): void {
  const format: unknown = typeof value === 'object' && value !== null && 'format' in value ? value.format : undefined;
  if (format !== SPEC_FORMAT) {
    throw new GatewayError('SPEC_FORMAT_UNSUPPORTED', { given: formatText(format), allowed: SPEC_FORMAT }, { location: subject });
  }
}

function formatText(format: unknown): string {
  if (typeof format === 'object' && format !== null) return Array.isArray(format) ? 'a list' : 'an object';
  return JSON.stringify(format) ?? 'none';
}

/** The placeholders of malformed nodes that other nodes may refer to. */
const standIns = (value: unknown) => ({
  functions: { entry: 'entry', handler: 'index.handler' },
  methods: { integration: standInIntegrationFor(value) },
  authorizers: { type: 'jwt', issuer: 'https://localhost', audience: ['any'] },
  stages: {},
  apiKeys: {},
});

/** A copy of a spec with placeholders for the nodes that contain these paths; nodes that are entirely invalid are dropped. */
function withStandIns(value: unknown, paths: readonly (readonly PropertyKey[])[]): unknown {
  const copy: unknown = structuredClone(value);
  const nodes = standIns(value);
  for (const path of paths) {
    const keys = path.slice(0, nodeDepth(path));
    const kind = keys.at(-2);
    const last = keys.pop();
    const parent = keys.reduce(memberOf, copy);
    if (typeof parent !== 'object' || parent === null || last === undefined) continue;
    const isKnown = typeof kind === 'string' && Object.hasOwn(nodes, kind) && path.length > keys.length + 1;
    if (isKnown) Reflect.set(parent, last, nodes[kind as keyof typeof nodes]); // one of its keys, checked above
    else Reflect.deleteProperty(parent, last);
  }
  return copy;
}

/** How deep nodes lie: `functions/<name>`, `resources/<path>/cors`, `resources/<path>/methods/<method>`. */
function nodeDepth([node, , member]: readonly PropertyKey[]): number {
  if (node !== 'resources' || member === undefined) return 2;
  return member === 'methods' ? 4 : 3;
}

/** An own member, `undefined` where there is none. */
function memberOf(value: unknown, key: PropertyKey): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<PropertyKey, unknown>)[key]; // an own member, checked above
}

interface Position {
  readonly subject: string;
  readonly pointer: string;
  readonly depth: number;
}

const DEEPEST = 100;

/** Whether there is nothing that `reservedKeys` would find, which is so nearly always: makes nothing. */
function isPlain(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depth > DEEPEST) return false;
  if (Array.isArray(value)) return value.every((element) => isPlain(element, depth + 1));
  return Object.keys(value).every((key) => key !== '__proto__' && isPlain((value as Readonly<Record<string, unknown>>)[key], depth + 1)); // its own
}

/** Keys that would reach an object's prototype are rejected by name wherever they occur. */
function reservedKeys(value: unknown, { subject, pointer, depth }: Position): Issue[] {
  if (typeof value !== 'object' || value === null) return [];
  if (depth > DEEPEST) return [issue('SPEC_INVALID', `${subject}#${pointer}`, { reason: `nested deeper than ${DEEPEST} levels` })];
  return Object.entries(value).flatMap(([key, member]) => {
    const here = `${pointer}/${escapePointer(key)}`;
    if (key === '__proto__') return [issue('SPEC_INVALID', `${subject}#${here}`, { reason: 'the key __proto__ is reserved' })];
    return reservedKeys(member, { subject, pointer: here, depth: depth + 1 });
  });
}

function formIssue(problem: z.core.$ZodIssue, subject: string, value: unknown): Issue {
  const pointer = problem.path.map((part) => `/${escapePointer(String(part))}`).join('');
  const reason = problem.code === 'invalid_key' ? keyReason(problem) : `${problem.message}${givenText(value, problem.path)}`;
  return issue('SPEC_INVALID', `${subject}#${pointer}`, { reason });
}

/** Why a member's name is rejected; Zod's own message says only that the key is invalid. */
function keyReason({ issues, path }: z.core.$ZodIssueInvalidKey): string {
  return `${issues.map((issue) => issue.message).join('; ')} (given name: ${JSON.stringify(path.at(-1))})`;
}

function givenText(value: unknown, path: readonly PropertyKey[]): string {
  if (path[0] === 'apiKeys') return ''; // a key that is too short is a secret all the same
  const member = path.reduce(memberOf, value);
  if (member === undefined || typeof member === 'object') return '';
  const text = JSON.stringify(member);
  return ` (given: ${text.length > 80 ? `${text.slice(0, 80)}…` : text})`;
}

function escapePointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
