import ts from 'typescript';
import { locationOf, visitAll, type Source } from './source';

/** The methods that register a listener, of Node's emitters and of event targets. */
const REGISTERING: ReadonlySet<string> = new Set(['on', 'once', 'addListener', 'prependListener', 'prependOnceListener', 'addEventListener']);
/** Calls whose last argument may be a listener: `socket.setTimeout(ms, listener)`, `createServer(options, listener)`. */
const TAKING_A_LISTENER: ReadonlySet<string> = new Set(['setTimeout', 'createServer', 'createSecureServer']);

/** Listeners in these folders that are not registered by the file that makes them safe. */
export function directListeners(sources: readonly Source[], folders: readonly string[], safe: string): readonly string[] {
  const listeners: string[] = [];
  for (const source of sources.filter(({ file }) => file !== safe && folders.some((folder) => file.startsWith(folder)))) {
    visitAll(source, (node) => {
      if (ts.isCallExpression(node) && registers(node)) listeners.push(`${locationOf(source, node)}: registers a listener directly`);
    });
  }
  return listeners;
}

function registers({ expression, arguments: given }: ts.CallExpression): boolean {
  const method = methodOf(expression);
  if (method !== undefined && REGISTERING.has(method)) return true;
  const name = method ?? (ts.isIdentifier(expression) ? expression.text : '');
  // the timer has its function first
  const last = given.length > 0 && !(ts.isIdentifier(expression) && name === 'setTimeout') ? given[given.length - 1] : undefined;
  if (last === undefined || !TAKING_A_LISTENER.has(name)) return false;
  return ts.isArrowFunction(last) || ts.isFunctionExpression(last) || (name === 'setTimeout' && given.length > 1);
}

function methodOf(expression: ts.Expression): string | undefined {
  if (ts.isPropertyAccessExpression(expression)) return expression.name.text;
  const member = ts.isElementAccessExpression(expression) ? expression.argumentExpression : undefined;
  if (member !== undefined && ts.isStringLiteral(member)) return member.text;
  return undefined;
}
