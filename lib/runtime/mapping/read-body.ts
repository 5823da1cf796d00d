import { GatewayError } from '../../errors';
import type { RunInSandbox } from '../sandbox/jobs';
import { MAIN_THREAD_STEPS, withinSteps } from '../sandbox/step-budget';
import { isMap, JsonDepthError, jsonText, parseJson } from './json';
import { jsonPath } from './json-path/json-path';
import { readMember } from './velocity/values';

/** The parts of a body that mappings read: texts by path, none for missing parts. */
export type BodyTexts = ReadonlyMap<string, readonly string[]>;

/** The body of the client's request, or of the backend's response. */
export type BodyDirection = 'request' | 'response';

interface BodyPaths {
  readonly direction: BodyDirection;
  /** The part after `body` in a mapping: empty, `.a.b`, `[0]`. */
  readonly paths: readonly string[];
}

/** Bodies above this size go straight to a worker. */
const INLINE_BYTES = 64 * 1024;
const NOT_JSON = 'it starts like JSON but is not valid';
const CODES = { request: 'PARAMETER_BODY_NOT_JSON', response: 'RESPONSE_BODY_NOT_JSON' } as const;

/**
 * Reads the mapped parts of a body: inline within the step budget, or else in a worker with a deadline.
 * @throws PARAMETER_BODY_NOT_JSON, RESPONSE_BODY_NOT_JSON, SANDBOX_BUSY
 */
export function readBodyInTime(body: Buffer, wanted: BodyPaths, run: RunInSandbox): BodyTexts | Promise<BodyTexts> {
  if (wanted.paths.length === 0) return new Map();
  const read = (): Reading => readBody(body.toString('utf8'), wanted);
  const done = body.length > INLINE_BYTES ? undefined : withinSteps(MAIN_THREAD_STEPS, read);
  return done === undefined ? readElsewhere(body, wanted, run) : textsOf(done.value, wanted);
}

async function readElsewhere(body: Buffer, wanted: BodyPaths, run: RunInSandbox): Promise<BodyTexts> {
  const outcome = await run({ type: 'read', ...wanted, bytes: body });
  if (outcome.type === 'busy') throw new GatewayError('SANDBOX_BUSY', {});
  if (outcome.type === 'read') return textsOf({ texts: outcome.texts }, wanted);
  return textsOf({ problem: 'reason' in outcome ? outcome.reason : outcome.type }, wanted);
}

/** The texts for each path, or why there are none. */
export type Reading = { readonly texts: readonly (readonly string[])[] } | { readonly problem: string };

/** An empty body is `{}`. A body that does not start like JSON is a string. @throws StepLimitError */
export function readBody(payload: string, { direction, paths }: BodyPaths): Reading {
  const text = payload.trim();
  try {
    const body = text === '' ? {} : /^[{["']/.test(text) ? parseJson(text) : text;
    if (body === undefined) return { problem: NOT_JSON };
    return { texts: paths.map((path) => bodyTexts(direction === 'response' ? withErrorMessage(body, path) : body, path)) };
  } catch (error) {
    if (error instanceof JsonDepthError) return { problem: error.message };
    throw error;
  }
}

function textsOf(reading: Reading, { direction, paths }: BodyPaths): BodyTexts {
  if ('problem' in reading) throw new GatewayError(CODES[direction], { reason: reading.problem });
  return new Map(paths.map((path, index) => [path, reading.texts[index] ?? []]));
}

/** The part of a body that `body`, `body.a.b` or `body[0]` stands for; objects and lists are compact JSON. */
function bodyTexts(body: unknown, path: string): readonly string[] {
  const value = path === '' ? body : valueAt(body, path);
  if (value === undefined || value === null) return [];
  return [typeof value === 'string' ? value : jsonText(value) ?? ''];
}

/** A path that is not valid JSONPath, or whose filter fails on this body, finds nothing. */
function valueAt(body: unknown, path: string): unknown {
  try {
    return jsonPath(body, `$${path}`);
  } catch {
    return undefined;
  }
}

/**
 * A function's error may carry JSON text as its message; a path below `errorMessage` reads into it.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/handle-errors-in-lambda-integration.html
 */
function withErrorMessage(body: unknown, path: string): unknown {
  if (!/^\.errorMessage[.[]/.test(path) || !isMap(body)) return body;
  const message = readMember(body, 'errorMessage');
  return typeof message === 'string' ? { ...body, errorMessage: parseJson(message) } : body;
}
