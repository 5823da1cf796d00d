import { openApiDocument } from '../../openapi';
import type { ReferenceRenderer } from '../../runtime';
import { servedReferencePage } from './reference-page';
import { hasRenderer, readRenderer } from './renderer';

/** The references in the dashboard of a project, where the renderer is installed: it may be while the gateway runs. */
export function dashboardReference(directory: string): ReferenceRenderer {
  return {
    isThere: () => hasRenderer(directory),
    page: () => servedReferencePage(readRenderer(directory)),
    document: (spec) => openApiDocument(spec, { version: '3.1', hasExtensions: false, hasErrors: true }).document,
  };
}
