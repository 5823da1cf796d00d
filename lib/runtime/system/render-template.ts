import { renderTemplate as render, type RenderedTemplate, type TemplateInvocation } from '../mapping/render-template';
import { limitBacktracking } from './backtracking';

/** Renders a template as a served gateway would, with its limit for regular expressions. */
export function renderTemplate(invocation: TemplateInvocation): RenderedTemplate {
  limitBacktracking();
  return render(invocation);
}
