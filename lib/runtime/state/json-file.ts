import { readFileSync } from 'node:fs';
import type * as z from 'zod';

/** Why a file could not be used; whoever reads it gives it a code of the catalog. */
export class UnreadableFile extends Error {
  public constructor(public readonly file: string, public readonly reason: string, options?: ErrorOptions) {
    super(`${file}: ${reason}`, options);
  }
}

/**
 * The text of a file.
 * @throws UnreadableFile
 */
export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new UnreadableFile(file, isMissing(cause) ? 'the file is missing' : reasonOf(cause), { cause });
  }
}

/**
 * The JSON value of a text that was read from a file.
 * @throws UnreadableFile
 */
export function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UnreadableFile(file, `no JSON text (${reasonOf(cause)})`, { cause });
  }
}

/**
 * The value in the form of its schema.
 * @throws UnreadableFile naming the first member that is wrong
 */
export function checkForm<T>(value: unknown, schema: z.ZodType<T>, file: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [first] = parsed.error.issues;
  throw new UnreadableFile(file, first === undefined ? 'wrong form' : `/${first.path.map(String).join('/')}: ${first.message}`);
}

/** Whether an error says that a file or directory is not there. */
export function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(systemCode(error));
}

/**
 * The system's code of an error, `` where it has none. Not asked with `instanceof`: test runners give tests an Error of
 * their own, and Node's errors are none of those.
 */
export function systemCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

/** The sentence of an error. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
