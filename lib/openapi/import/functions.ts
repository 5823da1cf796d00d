import type { FunctionInput, FunctionReading, OpenApiImportContext } from './context';

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

const CALL = /:lambda:path\/[^/]+\/functions\/(.+)\/(response-streaming-)?invocations$/s;
/** `${Name.Arn}`, `${Name}` or `${Name}:alias`, as templates write functions of their own. */
const TEMPLATE_NAME = /^\$\{(?!stageVariables\.|AWS::)(\w+)(\.\w+)*\}(:.*)?$/;

/** The function that an address calls, as the address names it: an ARN, or a text with `${…}`. Undefined if it calls none. */
export function calledFunction(uri: string): string | undefined {
  return CALL.exec(uri.trim())?.[1];
}

/** The function that an address calls, by the name in its ARN or its logical id; versions and aliases are left out. */
function functionByName(uri: string): FunctionReading {
  const called = calledFunction(uri);
  if (called === undefined) return { reason: `${uri} is not the address of a function's invocations` };
  const logicalId = TEMPLATE_NAME.exec(called)?.[1];
  if (logicalId !== undefined) return { function: logicalId };
  const named = /:function:((?:\$\{[^}]*\}|[^:])+)/.exec(called)?.[1] ?? called;
  return { function: nameIn(TEMPLATE_NAME.exec(named)?.[1] ?? named) };
}

/** A name that a spec may have: stage variables stay, other placeholders go, and whatever else is not a name becomes `-`. */
function nameIn(text: string): string {
  const parts = text.replace(/\$\{(?!stageVariables\.\w+\})[^}]*\}/g, '-').split(/(\$\{stageVariables\.\w+\})/);
  const name = parts.map((part, index) => (index % 2 === 1 ? part : part.replace(/[^A-Za-z0-9_]+/g, '-').slice(0, 140))).join('');
  return name.replace(/^-+|-+$/g, '') || 'Function';
}
