import { GatewayError } from '../../errors';
import type { Mismatch } from './matcher';

/** @throws GATEWAY_ASSERTION_FAILED */
export function fail({ sentence, lines = [] }: { readonly sentence: string; readonly lines?: readonly string[] }): never {
  throw new GatewayError('GATEWAY_ASSERTION_FAILED', { text: [sentence, ...lines.map((line) => `  ${line}`)].join('\n') });
}

/** `authorization.type: expected "CUSTOM", is "NONE"`, one per line. */
export function mismatchLines(mismatches: readonly Mismatch[]): string[] {
  return mismatches.map(({ location, message }) => (location.length === 0 ? message : `${locationText(location)}: ${message}`));
}

function locationText(location: readonly (string | number)[]): string {
  return location.reduce<string>((text, member) => {
    if (typeof member === 'number') return `${text}[${member}]`;
    if (!/^[A-Za-z_$][\w$-]*$/.test(member)) return `${text}[${JSON.stringify(member)}]`;
    return text === '' ? member : `${text}.${member}`;
  }, '');
}

export function nodeLines(title: string, node: unknown): string[] {
  return [`${title}:`, ...JSON.stringify(node, null, 2).split('\n').map((line) => `  ${line}`)];
}
