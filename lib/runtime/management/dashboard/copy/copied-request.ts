import { isSecretHeader } from '../../../execution-log/secrets';
import type { HeaderLine, RequestRecord } from '../../protocol';
import type { RequestSurroundings } from '../dashboard-ports';

/** What a copy is made with. */
export interface CopiedRequest extends RequestSurroundings {
  readonly hidesSecrets: boolean;
}

/** Clients send these themselves. */
const BY_CLIENTS = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'accept-encoding', 'user-agent', 'expect']);

/** The headers that a copy repeats. */
export function copiedHeaders({ request }: Pick<RequestRecord, 'request'>): readonly HeaderLine[] {
  return request.headers.filter(({ name }) => !BY_CLIENTS.has(name.toLowerCase()) && !name.toLowerCase().startsWith('sec-'));
}

/** The variable that has a hidden secret: `X_API_KEY`; undefined if the value may be shown. */
export function variableOf(header: HeaderLine, { hidesSecrets }: Pick<CopiedRequest, 'hidesSecrets'>): string | undefined {
  return hidesSecrets && isSecretHeader(header) ? header.name.toUpperCase().replaceAll('-', '_') : undefined;
}
