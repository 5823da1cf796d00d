import type { FunctionInput, FunctionReading, OpenApiImportContext } from './context';
import { functionByName } from './function-uri';

/** Finds the functions that addresses call. */
export interface FunctionResolver {
  readonly of: (uri: string) => FunctionReading;
  /** The function of an authorizer; one that refuses everybody if none is found. */
  readonly ofAuthorizer: (uri: string | undefined, authorizer: string) => string;
  /** Functions without code: whoever imports has none for them. */
  readonly withoutCode: Readonly<Record<string, FunctionInput>>;
  /** Names of all other functions that the spec refers to. */
  readonly known: ReadonlySet<string>;
}

const NOT_THERE = 'an OpenAPI document has no code; give the command the template of the function, or --handler';

export function functionResolver({ functionOf, handler }: OpenApiImportContext): FunctionResolver {
  const withoutCode: Record<string, FunctionInput> = {};
  const known = new Set<string>(handler === undefined ? [] : [handler]);
  const standIn = (name: string, reason: string): void => {
    if (!name.includes('${')) withoutCode[name] = { unavailable: reason, handler: 'index.handler' };
  };
  const of = (uri: string): FunctionReading => {
    const read = (functionOf ?? functionByName)(uri);
    if ('reason' in read) return read;
    if (functionOf === undefined) standIn(read.function, NOT_THERE);
    else if (!read.function.includes('${')) known.add(read.function);
    return read;
  };
  const ofAuthorizer = (uri: string | undefined, authorizer: string): string => {
    const read = uri === undefined ? { reason: 'the authorizer has no authorizerUri' } : of(uri);
    if ('function' in read) return read.function;
    const name = authorizer.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 120);
    standIn(name, read.reason);
    return name;
  };
  return { of, ofAuthorizer, withoutCode, known };
}
