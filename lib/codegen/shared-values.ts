import { methodsOf } from '../spec';
import { printCode, type Code } from './code';
import type { Functions } from './functions';
import { integrationCode } from './integrations';
import { methodOptions, type MethodContext } from './method-options';

interface Repeated {
  readonly code: Code;
  readonly kind: 'integration' | 'options';
  readonly methods: readonly string[];
}

/** The text of an expression, by which equal ones are recognized. */
export function printed(code: Code): string {
  return printCode(code, { indent: '', column: 40 });
}

/** Declares once what several methods have and takes several lines. The variables are those of its text. */
export function declareRepeated(context: MethodContext & { readonly functions: Functions }): ReadonlyMap<string, string> {
  const { program } = context;
  const variables = new Map<string, string>();
  for (const [text, value] of repeated(context)) {
    const variable = program.variable(...namesOf(value));
    program.constant(variable, value.code);
    variables.set(text, variable);
  }
  return variables;
}

function repeated(context: MethodContext & { readonly functions: Functions }): [string, Repeated][] {
  const values = new Map<string, Repeated>();
  const add = (kind: Repeated['kind'], code: Code | undefined, method: string): void => {
    const text = code === undefined ? '' : printed(code);
    if (code !== undefined && text.includes('\n')) values.set(text, { code, kind, methods: [...values.get(text)?.methods ?? [], method] });
  };
  for (const placed of methodsOf(context.spec)) {
    const { integration } = placed.method;
    const code = integrationCode(integration, { ...context, location: placed.location });
    if (context.defaults.integration === undefined) add('integration', code, placed.httpMethod);
    add('options', methodOptions(placed, context), placed.httpMethod);
  }
  return [...values].filter(([, { methods }]) => methods.length > 1);
}

/**
 * Returns the names for a variable, the preferred one first. An integration of OPTIONS methods is a preflight; other integrations have
 * the name of their class.
 */
function namesOf({ code, kind, methods }: Repeated): string[] {
  const isPreflight = methods.every((method) => method === 'OPTIONS');
  if (kind === 'options') return [isPreflight ? 'preflightOptions' : 'methodOptions'];
  const className = typeof code === 'object' && code.type === 'call' ? code.callee.replace(/^new /, '') : 'integration';
  return isPreflight ? ['preflight', 'preflightIntegration'] : [className];
}
