import { GatewayError } from '../errors';
import type { ImportedSource } from '../importers';

/**
 * Refuses a source of which nothing can be served, once its issues are reported.
 * @throws SOURCE_WITHOUT_API
 */
export function requireApi({ apis, nothingToServe }: Pick<ImportedSource, 'apis' | 'nothingToServe'>, source: string): void {
  const reason = nothingToServe ?? (apis.length === 0 ? 'it declares no API that is served' : undefined);
  if (reason !== undefined) throw new GatewayError('SOURCE_WITHOUT_API', { reason }, { location: source });
}
