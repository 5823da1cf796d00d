import { authorizedBy } from '../../spec';
import { isObject } from '../../errors';
import { hasMember, isDeclared, keysOf, own, type DocumentNode, type DocumentReader } from './document-reader';
import type { MethodInput } from './context';
import type { SchemeReading } from './security-schemes';

/** The authorization of an operation, and the reason why it cannot be expressed. */
export interface OperationSecurity {
  readonly authorization: NonNullable<MethodInput['authorization']>;
  readonly apiKeyRequired: boolean;
  /** The requirement of the document that callers could bypass. Such a method must not be called. */
  readonly problem?: string;
}

/** One way to be let in: schemes that have to be satisfied together, with the scopes that they ask for. */
type Alternative = readonly { readonly name: string; readonly scheme: SchemeReading; readonly scopes: readonly string[] }[];

type Schemes = ReadonlyMap<string, SchemeReading>;

const OPEN = { type: 'NONE' } as const;

/**
 * Reads the `security` of an operation, or else that of the document. A method has one authorizer and may need a key besides:
 * the first authorizer of all alternatives is taken, and a key is required if any asks for one, as API Gateway does. Callers
 * who satisfy these must satisfy one alternative as a whole; otherwise there is a problem.
 */
export function securityOf(reader: DocumentReader, operation: DocumentNode, schemes: Schemes): OperationSecurity {
  const alternatives = alternativesOf(reader, operation, schemes);
  if (alternatives === undefined) return { authorization: OPEN, apiKeyRequired: false, problem: 'its security is not a list of schemes' };
  const all = alternatives.flat();
  const isSigned = authExtension(reader, operation) === 'AWS_IAM';
  const chosen = isSigned ? undefined : all.find(({ scheme }) => scheme.type === 'authorizer' || scheme.type === 'signature');
  const apiKeyRequired = all.some(({ scheme }) => scheme.type === 'key');
  const isSatisfied = ({ name, scheme }: Alternative[number]): boolean =>
    scheme.type === 'key' || name === chosen?.name || (isSigned && scheme.type === 'signature');
  // an anonymous alternative takes nothing away from the others
  const asked = alternatives.filter((alternative) => alternative.length > 0);
  const isLetIn = asked.length === 0 || asked.some((alternative) => alternative.every(isSatisfied));
  const problem = authExtensionProblem(reader, operation, chosen !== undefined) ?? (isLetIn ? undefined : problemOf(all));
  return {
    authorization: isSigned ? { type: 'AWS_IAM' } : authorizationOf(chosen),
    apiKeyRequired,
    ...(problem === undefined ? {} : { problem }),
  };
}

/** Returns undefined if `security` is not a list of objects: an unreadable requirement would let everyone in. */
function alternativesOf(reader: DocumentReader, operation: DocumentNode, schemes: Schemes): Alternative[] | undefined {
  const holder = hasMember(operation, 'security') ? operation : reader.root;
  const security = reader.member(holder, 'security');
  if (!Array.isArray(security.value)) return [operation, reader.root].some((node) => isDeclared(node, 'security')) ? undefined : [];
  const requirements = reader.items(security);
  if (!requirements.every(isReadable)) return undefined;
  const required = requirements.filter((requirement) => !isExemption(requirement, schemes));
  return required.map((requirement) => keysOf(requirement).map((name) => {
    const { scopes, problem } = scopesOf(reader, requirement, name);
    const unknown = problem ?? (schemes.has(name) ? undefined : `there is no security scheme "${name}"`);
    return { name, scopes, scheme: unknown === undefined ? schemes.get(name) ?? NO_SCHEME : { type: 'unknown', reason: unknown } };
  }));
}

/** A name that a spec cannot have would leave a requirement of nothing. */
function isReadable(requirement: DocumentNode): boolean {
  return isObject(requirement.value) && Object.keys(requirement.value).length === keysOf(requirement).length;
}

const NO_SCHEME: SchemeReading = { type: 'unknown', reason: 'there is no such security scheme' };

interface Scopes {
  readonly scopes: readonly string[];
  readonly problem?: string;
}

/** Scopes are texts: what is left out of them would let more callers in. */
function scopesOf(reader: DocumentReader, requirement: DocumentNode, name: string): Scopes {
  const node = own(requirement, name);
  const items = reader.items(node);
  const scopes = items.flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
  const isRead = scopes.length === items.length && (Array.isArray(node.value) || node.value === null || node.value === undefined);
  return isRead ? { scopes } : { scopes, problem: `the scopes of "${name}" are not a list of strings` };
}

/**
 * SAM's transform leaves `NONE`, which no scheme declares, where a method is exempt from the default authorizer. It takes nothing
 * away: beside other requirements, those remain.
 */
function isExemption(requirement: DocumentNode, schemes: Schemes): boolean {
  return keysOf(requirement).join() === 'NONE' && !schemes.has('NONE');
}

function authorizationOf(chosen: Alternative[number] | undefined): OperationSecurity['authorization'] {
  if (chosen?.scheme.type === 'signature') return { type: 'AWS_IAM' };
  if (chosen?.scheme.type !== 'authorizer') return OPEN;
  const { authorizer, authorization } = chosen.scheme;
  return authorizedBy(authorization, authorizer, chosen.scopes);
}

function problemOf(all: Alternative): string {
  const unknown = all.find(({ scheme }) => scheme.type === 'unknown')?.scheme;
  return unknown?.type === 'unknown' ? unknown.reason : `a method has one authorizer, and this one needs ${all.map(({ name }) => `"${name}"`).join(' and ')}`;
}

/** @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-swagger-extensions-auth.html */
const AUTH = 'x-amazon-apigateway-auth';

/** `NONE` never opens what a security scheme protects. */
function authExtensionProblem(reader: DocumentReader, operation: DocumentNode, hasAuthorizer: boolean): string | undefined {
  const type = authExtension(reader, operation);
  return type === undefined || type === 'NONE' || type === 'AWS_IAM' || hasAuthorizer ? undefined : `${AUTH} asks for ${type}, and security names no authorizer`;
}

/** The type that the extension names, in upper case; undefined where there is no extension. */
function authExtension(reader: DocumentReader, operation: DocumentNode): string | undefined {
  if (!isDeclared(operation, AUTH)) return undefined;
  return reader.text(reader.member(operation, AUTH), 'type')?.toUpperCase() ?? 'an unknown type';
}
