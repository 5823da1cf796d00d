import type { BodyTexts } from './read-body';
import { isMap } from './json';
import { preparePath } from './json-path/json-path';
import { printValue, readMember, type ValueMap } from './velocity/values';

/** The values of a mapping expression; none if its source is missing. */
export type Read<Source> = (source: Source) => readonly string[];

/** Sources that expressions of both directions can read. */
export interface CommonSource {
  /** `$context` of the request. */
  readonly context: ValueMap;
  readonly stageVariables: Readonly<Record<string, string>>;
  /** The parts of the body that are read. */
  readonly body: BodyTexts;
}

const FAMILY = /^(context|stageVariables)\.(.+)$/;

const BODY = /^(?:(?:method|route)\.request|integration\.response)\.body(.*)$/s;

/** The part after `body` in the expressions that read it; prepares these paths. */
export function bodyPaths(expressions: readonly string[]): string[] {
  const paths = [...new Set(expressions.flatMap((expression) => BODY.exec(expression)?.[1] ?? []))];
  for (const path of paths) preparePath(`$${path}`);
  return paths;
}

/** `'constant'`, `context.x`, `stageVariables.x` and parts of the body; undefined for other expressions. */
export function compileCommon(expression: string): Read<CommonSource> | undefined {
  if (expression.startsWith('\'')) {
    const constant = expression.slice(1, -1);
    return () => [constant];
  }
  const bodyPath = BODY.exec(expression)?.[1];
  if (bodyPath !== undefined) return ({ body }) => body.get(bodyPath) ?? [];
  const [, family, path = ''] = FAMILY.exec(expression) ?? [];
  if (family === 'context') return ({ context }) => textsOf(path.split('.').reduce<unknown>(readMember, context));
  if (family === 'stageVariables') return ({ stageVariables }) => textsOf(readMember(stageVariables, path));
  return undefined;
}

/**
 * Makes a text valid in a header: line breaks and other control characters become spaces (RFC 9110 §5.5), and characters
 * beyond one byte are sent as UTF-8.
 */
export function headerText(text: string): string {
  const line = text.replace(/[\u0000-\u0008\u000a-\u001f\u007f]/g, ' ').trim();
  return /^[\u0000-\u00ff]*$/.test(line) ? line : Buffer.from(line, 'utf8').toString('latin1');
}

function textsOf(value: unknown): readonly string[] {
  return value === null || value === undefined || isMap(value) ? [] : [printValue(value)];
}
