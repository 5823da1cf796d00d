import type { ConnectionSummary, MessageRequest } from '../protocol';
import { withConnections } from '../model/connections';
import type { ActionParts } from './notices';

/** Creates the actions on connections of WebSocket APIs. */
export function connectionActions({ store: { get, set }, client, attempt, show }: ActionParts) {
  async function load(id: string): Promise<void> {
    const record = await client.connection(id);
    const { detail } = get();
    if (detail.kind === 'connection' && detail.id === id) set({ detail: { ...detail, record } });
  }
  return {
    selectConnection: (id: string): void => {
      show({ kind: 'connection', id });
      attempt(() => load(id));
    },
    /** The connections have changed; the one that is shown is read again. */
    addConnections: (changed: readonly ConnectionSummary[]): void => {
      const { connections, detail } = get();
      set({ connections: withConnections(connections, changed) });
      if (detail.kind === 'connection' && changed.some(({ id }) => id === detail.id)) attempt(() => load(detail.id));
    },
    sendMessage: (id: string, message: MessageRequest) => attempt(async () => void await client.sendMessage(id, message)),
    disconnect: (id: string) => attempt(async () => void await client.disconnect(id)),
  };
}
