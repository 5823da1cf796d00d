import type { FunctionReading } from './context';

const CALL = /:lambda:path\/[^/]+\/functions\/(.+)\/(response-streaming-)?invocations$/s;
/** `${Name.Arn}`, `${Name}` or `${Name}:alias`, as templates write functions of their own. */
const TEMPLATE_NAME = /^\$\{(?!stageVariables\.|AWS::)(\w+)(\.\w+)*\}(:.*)?$/;

/** The function that an address calls, as the address names it: an ARN, or a text with `${…}`. Undefined if it calls none. */
export function calledFunction(uri: string): string | undefined {
  return CALL.exec(uri.trim())?.[1];
}

/** The function that an address calls, by the name in its ARN or its logical id; versions and aliases are left out. */
export function functionByName(uri: string): FunctionReading {
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
