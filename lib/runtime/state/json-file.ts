import path from 'node:path';
import type * as z from 'zod';
import { GatewayError } from '../../errors';
import { readInside } from './inside';
import { isMissing, reasonOf } from './system-error';

/** Why a file could not be used; its reader turns it into a code of the catalog. */
export class UnreadableFile extends Error {
  public constructor(public readonly file: string, public readonly reason: string, options?: ErrorOptions) {
    super(`${file}: ${reason}`, options);
  }
}

/** The text of a file in a directory. @throws UnreadableFile, PATH_OUTSIDE_DIRECTORY */
export function readText(directory: string, name: string): string {
  const file = path.join(directory, name);
  try {
    return readInside(directory, name).contents.toString('utf8');
  } catch (cause) {
    if (GatewayError.isGatewayError(cause)) throw cause;
    throw new UnreadableFile(file, isMissing(cause) ? 'the file is missing' : reasonOf(cause), { cause });
  }
}

/** The JSON value of a text that was read from a file. @throws UnreadableFile */
export function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UnreadableFile(file, `no JSON text (${reasonOf(cause)})`, { cause });
  }
}

/** The value in the form of its schema. @throws UnreadableFile naming the first member that is wrong */
export function checkForm<T>(value: unknown, schema: z.ZodType<T>, file: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [first] = parsed.error.issues;
  throw new UnreadableFile(file, first === undefined ? 'wrong form' : `/${first.path.map(String).join('/')}: ${first.message}`);
}
