import { GatewayError } from '../../errors';
import { isFinalStatus } from '../http/final-status';
import { FIELD_NAME } from '../http/framing';
import type { HeaderField } from '../http/headers';
import { headerText } from './parameters';
import { isLargerThan, isMap } from './json';
import { printValue, readMember } from './velocity/values';

/** RFC 9110 §5.5: no control characters except the tab. */
const FIELD_VALUE = /^[\t\x20-\x7e\x80-\uffff]*$/;

/** Characters of all headers, or of the query, that a template sets. */
const MAX_CHARACTERS = 64 * 1024;

/** Headers that a template sets; a list becomes one line per item. @throws OVERRIDE_INVALID (500) */
export function headerOverrides(context: unknown, direction: 'requestOverride' | 'responseOverride'): HeaderField[] {
  return overridesOf(context, direction, 'header').flatMap(([name, values]) => values.map((value) => checked(name, value)));
}

/** Query parameters or path parameters that a request template sets. @throws OVERRIDE_INVALID (500) */
export function parameterOverrides(context: unknown, location: 'querystring' | 'path'): [string, readonly string[]][] {
  return overridesOf(context, 'requestOverride', location);
}

/**
 * The status that a template sets. Any other value than a final status is ignored.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-override-request-response-parameters.html
 */
export function statusOverride(context: unknown): number | undefined {
  const status = readMember(readMember(context, 'responseOverride'), 'status');
  return isFinalStatus(status) ? status : undefined;
}

/** The headers, in which an overriding header replaces all of the same name. */
export function overrideHeaders(headers: readonly HeaderField[], overriding: readonly HeaderField[]): HeaderField[] {
  const names = new Set(overriding.map(({ name }) => name.toLowerCase()));
  return [...headers.filter(({ name }) => !names.has(name.toLowerCase())), ...overriding];
}

function overridesOf(context: unknown, direction: string, location: string): [string, readonly string[]][] {
  const members = readMember(readMember(context, direction), location);
  if (!isMap(members)) return [];
  // a value for a later template may be kept in a path parameter; headers and queries are sent
  if (location !== 'path' && isLargerThan(members, MAX_CHARACTERS)) {
    throw new GatewayError('OVERRIDE_INVALID', { reason: `${location} would get more than ${MAX_CHARACTERS} characters, each value counted as 128 more` });
  }
  return Object.entries(members)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => [name, Array.isArray(value) ? value.map(printValue) : [printValue(value)]]);
}

function checked(name: string, value: string): HeaderField {
  if (!FIELD_NAME.test(name)) throw new GatewayError('OVERRIDE_INVALID', { reason: `${JSON.stringify(name)} is not a valid header name` });
  if (!FIELD_VALUE.test(value)) throw new GatewayError('OVERRIDE_INVALID', { reason: `header ${name} would get a line break or control character` });
  return { name, value: headerText(value) };
}
