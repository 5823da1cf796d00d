import { GatewayError } from '../../errors';
import { isDeeperThan, LIMITS, readTemplate } from '../../spec';
import { StepLimitError } from '../sandbox/step-budget';
import { isLargerThan, MAX_LEVELS, spendOn } from './json';
import { preparePatterns } from './template-patterns';
import type * as EngineModule from './velocity/engine';
import type { ValueMap } from './velocity/values';

/** A mapping template, parsed. */
export interface Template {
  /** For messages: `request application/json`. */
  readonly name: string;
  readonly text: string;
  /** Whether it can access, and so change, `$context`. */
  readonly usesContext: boolean;
  /** @throws TEMPLATE_FAILED, StepLimitError */
  readonly render: (variables: ValueMap) => string;
}

/**
 * Compiles a mapping template, once per load. References that cannot be resolved print nothing.
 * @throws TEMPLATE_FAILED with line and column if it is not a valid template
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-mapping-template-reference.html
 * @example compileTemplate('request application/json', '{"id": "$input.params(\'id\')"}').render(variables)
 */
export function compileTemplate(name: string, text: string): Template {
  const reading = readTemplate(text);
  if ('problem' in reading) throw new GatewayError('TEMPLATE_FAILED', { which: name, reason: reading.problem });
  preparePatterns(reading.template);
  // loaded when there is a template: most APIs have none, and the library takes a while
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const { TemplateEngine } = require('./velocity/engine') as typeof EngineModule;
  const usesContext = text.includes('context');
  return {
    name,
    text,
    usesContext,
    render: (variables) => {
      try {
        const printed = new TemplateEngine(reading.template).renderWith(variables);
        if (usesContext) checkContext(variables.context);
        return printed;
      } catch (cause) {
        if (cause instanceof StepLimitError) throw cause;
        throw new GatewayError('TEMPLATE_FAILED', { which: name, reason: reasonOf(cause) }, { cause });
      }
    },
  };
}

/** Checks the size of the `$context` of a template: it is copied between threads, and into headers. @throws StepLimitError, Error */
function checkContext(context: unknown): void {
  spendOn(context);
  if (isLargerThan(context, LIMITS.payloadBytes.max)) throw new Error(`it leaves more than ${LIMITS.payloadBytes.max} characters in $context`);
  if (isDeeperThan(context, MAX_LEVELS)) throw new Error(`it leaves values in $context that are nested deeper than ${MAX_LEVELS} levels`);
}

/** A value that a template builds can be too deep for the stack, or too large for a text or a number. */
function reasonOf(cause: unknown): string {
  if (cause instanceof RangeError) return 'a value is nested too deeply, or too large';
  return cause instanceof Error ? cause.message : String(cause);
}
