import type { Client } from '../api/client';
import type { ClockRequest, ConnectionSummary, MessageRequest, RequestSummary, ResetRequest } from '../protocol';
import { withConnections } from '../model/connections';
import { formatCount, formatDuration } from '../model/format';
import { EMPTY_TIMELINE, withPause, withRequests } from '../model/timeline';
import type { AppState } from './app-state';
import { formActions } from './form-actions';
import { actionParts, type ActionParts, type Browser, closeNotice } from './notices';
import { recordActions } from './record-actions';
import type { Store } from './store';

export type Actions = ReturnType<typeof createActions>;

export function createActions(store: Store<AppState>, client: Client, browser: Browser) {
  const parts = actionParts(store, client, browser);
  return {
    notify: parts.notify,
    closeNotice: (id: number) => closeNotice(store, id),
    ...recordActions(parts),
    ...connectionActions(parts),
    ...formActions(parts),
    ...gatewayActions(parts),
    ...pageActions(parts),
  };
}

function connectionActions({ store: { get, set }, client, attempt, show }: ActionParts) {
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

function gatewayActions({ store: { get, set }, client, notify, attempt, readLimits }: ActionParts) {
  return {
    refreshLimits: () => attempt(readLimits),
    moveClock: (request: ClockRequest) => attempt(async () => {
      const clock = await client.moveClock(request);
      const { gateway } = get();
      if (gateway !== undefined) set({ gateway: { ...gateway, clock } });
      await readLimits();
      notify('done', clock.offsetMs === 0 ? 'Clock, limits and caches reset' : `Clock ${formatDuration(clock.offsetMs)} ahead`);
    }),
    /** @param done - says what was reset */
    resetLimits: (request: ResetRequest, done: string) => attempt(async () => {
      set({ limits: await client.resetLimits(request) });
      notify('done', done);
    }),
    render: client.render,
  };
}

function pageActions({ store: { get, set }, client, attempt, notify, show }: ActionParts) {
  let beforeClear: AppState['detail'] = { kind: 'none' };
  const undoClear = (): void => attempt(async () => {
    await client.restore(); // the event tells every page to read the list again
    if (get().detail.kind === 'none') show(beforeClear);
    beforeClear = { kind: 'none' };
  });
  return {
    undoClear,
    setFilter: (filter: string) => set({ filter }),
    showPreflights: (showsPreflights: boolean) => set({ showsPreflights }),
    pause: (isPaused: boolean) => set({ timeline: withPause(get().timeline, isPaused) }),
    clear: () => attempt(async () => {
      const { timeline: { requests }, detail } = get();
      await client.clear();
      beforeClear = detail;
      set({ timeline: { ...EMPTY_TIMELINE, isPaused: get().timeline.isPaused }, detail: { kind: 'none' } });
      if (requests.length > 0) notify('done', `Cleared ${countText(requests.length)}`, { label: 'Undo', run: undoClear });
    }),
    addRequests: (requests: readonly RequestSummary[]) => set({ timeline: withRequests(get().timeline, requests) }),
    setTab: (tab: AppState['tab']) => set({ tab }),
    setPlace: (api: string, stage: string) => set({ api, stage }),
    setHelp: (isHelpOpen: boolean) => set({ isHelpOpen }),
    toggleBuild: (): void => {
      const { gateway, closedBuildAt } = get();
      set({ closedBuildAt: closedBuildAt === gateway?.build.at ? undefined : gateway?.build.at });
    },
  };
}

function countText(count: number): string {
  return count === 1 ? '1 request' : `${formatCount(count)} requests`;
}
