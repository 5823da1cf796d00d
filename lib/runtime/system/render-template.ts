import { renderedBy, renderingJob, renderWithinBudget, type RenderedTemplate, type TemplateInvocation } from '../mapping/render-template';
import { runAndWait } from '../sandbox/run-and-wait';
import { SANDBOX_DEADLINE_MS } from '../sandbox/sandbox-workers';
import { sandboxFile } from './host-file';

/**
 * Renders a template as a served gateway does: within the step budget of this thread, or else from the start in a worker with a
 * deadline, for which this thread waits.
 * @throws TEMPLATE_FAILED
 */
export function renderTemplate(invocation: TemplateInvocation): RenderedTemplate {
  const rendered = renderWithinBudget(invocation);
  if (rendered !== undefined) return rendered;
  const outcome = runAndWait(renderingJob(invocation), { file: sandboxFile(), deadlineMs: SANDBOX_DEADLINE_MS });
  return renderedBy(outcome, invocation);
}
