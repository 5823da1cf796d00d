import { GatewayError } from '../../errors';
import type { EncodedMap } from '../sandbox/encoded-value';
import { decodeMap, encodeMap } from './velocity/encoded-values';
import type { RunInSandbox } from '../sandbox/jobs';
import { MAIN_THREAD_STEPS, withinSteps } from '../sandbox/step-budget';
import type { Template } from './template';
import type { TemplateScope } from './template-scope';

/** Payloads above this size go straight to a worker. */
const INLINE_LENGTH = 64 * 1024;

/**
 * Renders a template: inline within its step budget, or else from the start in a worker with a deadline, while other
 * requests are served. Either way, what it sets in `$context` is set afterwards, once.
 * @throws TEMPLATE_FAILED, SANDBOX_BUSY
 */
export function renderInTime(template: Template, payload: string, { scope, run }: RenderSurroundings): string | Promise<string> {
  const context = template.usesContext ? encodeMap(scope.context) : undefined;
  const render = () => template.render(scope.variables(payload));
  const rendered = payload.length > INLINE_LENGTH ? undefined : withinSteps(MAIN_THREAD_STEPS, render);
  if (rendered !== undefined) return rendered.value;
  return renderElsewhere(template, payload, { scope, run, context: context ?? encodeMap(scope.context) });
}

export interface RenderSurroundings {
  readonly scope: TemplateScope;
  readonly run: RunInSandbox;
}

interface ElsewhereSurroundings extends RenderSurroundings {
  /** Restores `$context` after an interrupted rendering. */
  readonly context: EncodedMap;
}

async function renderElsewhere(
  { name, text }: Template, payload: string, { scope, run, context: before }: ElsewhereSurroundings,
): Promise<string> {
  const { context, parameters, stageVariables } = scope;
  const outcome = await run({ type: 'render', template: text, payload, scope: { context: before, parameters, stageVariables } });
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
