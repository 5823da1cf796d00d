import { call, quoted, type Code } from './code';
import type { Program } from './program';

/** A duration in the largest unit that is whole. */
export function duration(program: Program, ms: number): Code {
  const name = program.use('Duration');
  if (ms > 0 && ms % 60_000 === 0) return call(`${name}.minutes`, String(ms / 60_000));
  return ms % 1_000 === 0 ? call(`${name}.seconds`, String(ms / 1_000)) : call(`${name}.millis`, String(ms));
}

/** A size in the largest unit that is whole. */
export function size(program: Program, bytes: number): Code {
  const name = program.use('Size');
  if (bytes > 0 && bytes % 1_048_576 === 0) return call(`${name}.mebibytes`, String(bytes / 1_048_576));
  return bytes > 0 && bytes % 1_024 === 0 ? call(`${name}.kibibytes`, String(bytes / 1_024)) : call(`${name}.bytes`, String(bytes));
}

/** A member of an enum whose members have the values of the spec. */
export function enumMember(program: Program, name: string, value: string): Code {
  return `${program.use(name)}.${value}`;
}

/** The same, or nothing for the default. */
export function enumUnless(
  program: Program, name: string, { value, fallback }: { readonly value: string | undefined; readonly fallback?: string },
): Code | undefined {
  return value === undefined || value === fallback ? undefined : enumMember(program, name, value);
}

/** Texts as a list, or nothing if there is none. */
export function textsOrNothing(texts: readonly string[]): Code | undefined {
  return texts.length === 0 ? undefined : { type: 'list', items: texts.map(quoted) };
}
