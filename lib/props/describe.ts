import { distance } from 'fastest-levenshtein';
import { ENUMS, OBJECTS } from './structs';

const LONGEST_TEXT = 40;
const MAX_LISTED = 4;

/** A value as its author wrote it: `the number 5000`, `the string "5 s"`, `a LambdaIntegration`. */
export function describeValue(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return `the string ${JSON.stringify(value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value)}`;
  if (typeof value === 'number' || typeof value === 'bigint') return `the number ${value}`;
  if (typeof value === 'function') return value.name === '' ? 'a function' : `the function or class ${value.name}`;
  if (Array.isArray(value)) return 'an array';
  if (typeof value !== 'object') return String(value);
  const name = classNameOf(value);
  return name === undefined ? 'an object' : withArticle(name);
}

/** Undefined for plain objects. Decorated classes of aws-cdk-lib are compiled to names with a number: TokenAuthorizer2. */
export function classNameOf(value: object): string | undefined {
  const name: unknown = value.constructor?.name;
  return typeof name === 'string' && name !== '' && name !== 'Object' ? name.replace(/\d$/, '') : undefined;
}

const PRIMITIVES: Readonly<Record<string, string>> = { string: 'a string', number: 'a number', boolean: 'true or false' };
const PLURALS: Readonly<Record<string, string>> = { string: 'strings', number: 'numbers', boolean: 'true or false' };

/** Descriptions of types that often get a wrong value, with a sample of a correct one. */
const SAMPLES: Readonly<Record<string, (value: unknown) => string>> = {
  IDuration: (value) => `a Duration: ${typeof value === 'number' && value >= 0 ? durationFor(value) : 'Duration.seconds(5)'}`,
  ISize: (value) => `a Size: Size.bytes(${typeof value === 'number' && value >= 0 ? value : 1024})`,
  IIntegrationTarget: () => 'a ProxyFunction or an integration',
  IAuthorizer: () => 'an authorizer: new TokenAuthorizer(), new JwtAuthorizer() …',
  IResource: () => 'a resource: api.root',
  IUserPool: () => 'a user pool: UserPool.fromUserPoolArn()',
};

/** Describes the values that a type of the table accepts; a sample may be made from the given value. */
export function describeType(type: string, value: unknown): string {
  if (type.endsWith('[]')) return `an array of ${pluralOf(type.slice(0, -2))}`;
  if (type.startsWith('{')) return `an object with ${pluralOf(type.slice(1, -1))} as values`;
  if (type === 'any') return 'any value';
  const sample = SAMPLES[type];
  if (sample !== undefined) return sample(value);
  if (type.startsWith('foreign ')) return `${lastWord(type)} of aws-cdk-lib`;
  const primitive = PRIMITIVES[type];
  if (primitive !== undefined) return primitive;
  const members = ENUMS[type];
  if (members !== undefined) return describeEnum(shortName(type), members, value);
  return describeObject(type);
}

function describeObject(type: string): string {
  const makers = OBJECTS[type]?.makers ?? [];
  const name = shortName(type).replace(/^I(?=[A-Z])/, '');
  if (OBJECTS[type] === undefined) return `an object: ${name}`;
  return makers.length === 0 ? withArticle(name) : `${withArticle(name)}: ${makers.join(' or ')}`;
}

function describeEnum(name: string, members: Readonly<Record<string, string>>, value: unknown): string {
  const names = Object.keys(members);
  const near = typeof value === 'string' ? nearest(value, names) : undefined;
  if (near !== undefined) return `${name}.${near}`;
  if (names.length > MAX_LISTED) return `a member of ${name}, such as ${name}.${names[0]}`;
  return names.map((one) => `${name}.${one}`).join(' or ');
}

export function nearest(given: string, candidates: readonly string[]): string | undefined {
  const wanted = given.toLowerCase();
  const order = candidates.map((name) => ({ name, far: distance(wanted, name.toLowerCase()) })).sort((left, right) => left.far - right.far);
  const [best] = order;
  return best !== undefined && best.far <= Math.max(1, Math.floor(wanted.length / 3)) ? best.name : undefined;
}

/** A number in the place of a duration is most often one of milliseconds or, if it is small, of seconds. */
function durationFor(value: number): string {
  if (value < 1_000) return `Duration.seconds(${value})`;
  return value % 1_000 === 0 ? `Duration.seconds(${value / 1_000})` : `Duration.millis(${value})`;
}

function pluralOf(type: string): string {
  if (type.endsWith('[]')) return 'arrays';
  const own = PLURALS[type];
  if (own !== undefined) return own;
  return type.startsWith('foreign ') ? lastWord(type) : shortName(type).replace(/^I(?=[A-Z])/, '');
}

function shortName(type: string): string {
  return type.replace(/^aws\./, '');
}

function lastWord(type: string): string {
  return type.slice(type.lastIndexOf(' ') + 1);
}

function withArticle(name: string): string {
  return `${/^[AEIO]/.test(name) ? 'an' : 'a'} ${name}`;
}
