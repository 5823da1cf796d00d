import { GatewayError } from '../../errors';
import { decodeMap, encodeMap } from '../sandbox/encoded-values';
import type { RunInSandbox } from '../sandbox/jobs';
import type { Template } from './template';
import type { TemplateScope } from './template-scope';

/**
 * Renders a template: at once where that is short work, else in a worker with a deadline, while other requests are served.
 * What it sets in `$context` is there afterwards either way.
 * @throws TEMPLATE_FAILED, SANDBOX_BUSY
 */
export function renderInTime(template: Template, payload: string, { scope, run }: RenderSurroundings): string | Promise<string> {
  if (run === undefined || payload.length <= template.mainThreadBytes) return template.render(scope.variables(payload));
  return renderElsewhere(template, payload, { scope, run });
}

export interface RenderSurroundings {
  readonly scope: TemplateScope;
  /** Without it everything is rendered at once. */
  readonly run: RunInSandbox | undefined;
}

async function renderElsewhere(
  { name, text }: Template, payload: string, { scope, run }: { readonly scope: TemplateScope; readonly run: RunInSandbox },
): Promise<string> {
  const { context, parameters, stageVariables } = scope;
  const outcome = await run({ type: 'render', template: text, payload, scope: { context: encodeMap(context), parameters, stageVariables } });
  switch (outcome.type) {
    case 'rendered':
      for (const member of Object.keys(context)) delete context[member];
      Object.assign(context, decodeMap(outcome.context));
      return outcome.text;
    case 'refused':
    case 'expired': throw new GatewayError('TEMPLATE_FAILED', { which: name, reason: outcome.reason });
    default: throw new GatewayError('SANDBOX_BUSY', {});
  }
}
