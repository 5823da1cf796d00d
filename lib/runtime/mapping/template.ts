import { GatewayError } from '../../errors';
import { readTemplate } from '../../spec';
import { templateBytes } from '../sandbox/template-cost';
import { TemplateEngine } from './velocity/engine';
import type { ValueMap } from './velocity/values';

/** A mapping template, parsed. */
export interface Template {
  /** For messages: `request application/json`. */
  readonly name: string;
  readonly text: string;
  /** Length of a payload up to which it is short work to render it. */
  readonly mainThreadBytes: number;
  /** @throws TEMPLATE_FAILED */
  readonly render: (variables: ValueMap) => string;
}

/**
 * Compiles a mapping template, once per load. References that cannot be resolved print nothing.
 * @throws TEMPLATE_FAILED with line and column when it is no template
 * @see aws-data-plane §11
 * @example compileTemplate('request application/json', '{"id": "$input.params(\'id\')"}').render(variables)
 */
export function compileTemplate(name: string, text: string): Template {
  const reading = readTemplate(text);
  if ('problem' in reading) throw new GatewayError('TEMPLATE_FAILED', { which: name, reason: reading.problem });
  return {
    name,
    text,
    mainThreadBytes: templateBytes(text),
    render: (variables) => {
      try {
        return new TemplateEngine(reading.template).renderWith(variables);
      } catch (cause) {
        throw new GatewayError('TEMPLATE_FAILED', { which: name, reason: cause instanceof Error ? cause.message : String(cause) }, { cause });
      }
    },
  };
}
