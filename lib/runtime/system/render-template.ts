import { renderTemplate as render, type RenderedTemplate, type TemplateRendering } from '../mapping/render-template';
import { limitBacktracking } from './backtracking';

/** Renders a template as a served gateway would, with its limit for regular expressions. */
export function renderTemplate(rendering: TemplateRendering): RenderedTemplate {
  limitBacktracking();
  return render(rendering);
}
