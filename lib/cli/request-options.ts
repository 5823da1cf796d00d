import { InvalidArgumentError } from 'commander';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { GatewayError } from '../errors';
import { routePathOf } from '../spec';
import { messageOf } from './error-stack';
import type { Terminal } from './terminal';

/** A method and a path: `GET /pets/7`; the method of a path alone is GET. */
export interface MethodAndPath {
  readonly method: string;
  readonly path: string;
}

/** Reads a method and a path, or the key of a route, which has neither: `$default`, `join`. @throws OPTION_INVALID */
export function methodAndRoute(given: string): MethodAndPath {
  const key = /^[^\s/]\S*$/.exec(given.trim())?.[0];
  return key === undefined ? methodAndPath(given) : { method: 'ANY', path: routePathOf(key) };
}

/** Reads `GET /pets/7?color=red`. @throws OPTION_INVALID */
export function methodAndPath(given: string): MethodAndPath {
  const [, method = 'GET', target] = /^(?:([A-Za-z]+)\s+)?(\/\S*)$/.exec(given.trim()) ?? [];
  if (target === undefined) throw new GatewayError('OPTION_INVALID', { option: 'the request', given, allowed: '"METHOD /path"' });
  return { method: method.toUpperCase(), path: target };
}

/** Collects `Name: value` of a repeatable option. */
export function header(text: string, before: Readonly<Record<string, string>> | undefined): Record<string, string> {
  const at = text.indexOf(':');
  if (at < 1) throw new InvalidArgumentError('Expected "Name: value".');
  return { ...before, [text.slice(0, at).trim()]: text.slice(at + 1).trim() };
}

/** A text, or the content of the file after `@`; `@-` is standard input. @throws OPTION_INVALID */
export function textOrFile(option: string, given: string, terminal: Terminal): string {
  return given.startsWith('@') ? fileText(option, given.slice(1), terminal) : given;
}

/** The content of a file; `-` is standard input. @throws OPTION_INVALID */
export function fileText(option: string, name: string, terminal: Terminal): string {
  try {
    return readFileSync(name === '-' ? 0 : path.resolve(terminal.directory, name), 'utf8');
  } catch (cause) {
    throw new GatewayError('OPTION_INVALID', { option, given: name, allowed: `a file that can be read (${messageOf(cause)})` }, { cause });
  }
}
