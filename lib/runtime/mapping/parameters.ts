import { jsonPath } from './json-path';
import { isMap, printValue, readMember, type ValueMap } from './velocity/values';

/** Values that a mapping expression stands for; none where its source is missing. */
export type Read<Source> = (source: Source) => readonly string[];

/** What the expressions of both directions can read. */
export interface CommonSource {
  /** `$context` of the request. */
  readonly context: ValueMap;
  readonly stageVariables: Readonly<Record<string, string>>;
}

const FAMILY = /^(context|stageVariables)\.(.+)$/;

/** `'constant'`, `context.x` and `stageVariables.x`; undefined for other expressions. */
export function compileCommon(expression: string): Read<CommonSource> | undefined {
  if (expression.startsWith('\'')) {
    const constant = expression.slice(1, -1);
    return () => [constant];
  }
  const [, family, path = ''] = FAMILY.exec(expression) ?? [];
  if (family === 'context') return ({ context }) => textsOf(path.split('.').reduce<unknown>(readMember, context));
  if (family === 'stageVariables') return ({ stageVariables }) => textsOf(readMember(stageVariables, path));
  return undefined;
}

/** The part of a body that `body`, `body.a.b` or `body[0]` stands for; objects and lists are compact JSON. */
export function bodyTexts(body: unknown, path: string): readonly string[] {
  const value = path === '' ? body : valueAt(body, path);
  if (value === undefined || value === null) return [];
  return [typeof value === 'string' ? value : JSON.stringify(value)];
}

/** A path that is none of JSONPath, or whose filter fails on this body, finds nothing. */
function valueAt(body: unknown, path: string): unknown {
  try {
    return jsonPath(body, `$${path}`);
  } catch {
    return undefined;
  }
}

/**
 * A text that a header can carry: line breaks and other control characters become spaces (RFC 9110 §5.5), and what does
 * not fit into one byte is sent as UTF-8.
 */
export function headerText(text: string): string {
  const line = text.replace(/[\u0000-\u0008\u000a-\u001f\u007f]/g, ' ').trim();
  return /^[\u0000-\u00ff]*$/.test(line) ? line : Buffer.from(line, 'utf8').toString('latin1');
}

function textsOf(value: unknown): readonly string[] {
  return value === null || value === undefined || isMap(value) ? [] : [printValue(value)];
}
