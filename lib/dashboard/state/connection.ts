import { CallError, type Client } from '../api/client';
import type { BuildState, ConnectionSummary, DashboardEvent, DashboardState, RequestSummary } from '../protocol';
import { isFailure } from '../model/preflights';
import { EMPTY_TIMELINE, MOST_REQUESTS, withRequests } from '../model/timeline';
import type { Actions } from './actions';
import type { AppState } from './app-state';
import type { Store } from './store';

/** Requests are shown in batches: a screen needs no more. */
const BATCH_MS = 80;
/** Quotas and buckets follow at their own pace. */
const LIMITS_MS = 300;
const RETRY_MS = [250, 500, 1000, 2000];

interface Parts {
  readonly store: Store<AppState>;
  readonly client: Client;
  readonly actions: Actions;
  readonly wait: (ms: number) => Promise<void>;
  /** Whether a request is shown beside the list, and not in its place. */
  readonly isWide: () => boolean;
}

/** Follows the gateway as long as the page is open; a lost connection is tried again, a refused token is not. */
export async function stayConnected(parts: Parts): Promise<void> {
  const { store, client, wait } = parts;
  for (let failures = 0; store.get().connection !== 'refused';) {
    try {
      const { onEvent, sinceOpen } = eventHandler(parts);
      await client.follow(onEvent, () => {
        failures = 0;
        void readEverything(parts, sinceOpen).catch(() => undefined); // the stream fails as well, and is tried again
      });
    } catch (error) {
      if (error instanceof CallError && error.status === 401) return store.set({ connection: 'refused' });
    }
    store.set({ connection: 'lost' });
    await wait(RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)] ?? 0);
  }
}

/** Once the stream is open, so that nothing is missed in between. */
async function readEverything(
  { store, client, actions, isWide }: Parts, sinceOpen: () => readonly RequestSummary[],
): Promise<void> {
  const [gateway, { items }, limits, { items: connections }] = await Promise.all([
    client.state(), client.requests(MOST_REQUESTS), client.limits(), client.connections(),
  ]);
  const { requests } = withRequests({ ...EMPTY_TIMELINE, requests: items }, sinceOpen());
  const isFirst = store.get().gateway === undefined;
  // a change is news only to a page that was open
  const closedBuildAt = gateway.build.status === 'ok' ? gateway.build.at : store.get().closedBuildAt;
  store.set({ gateway, limits, connections, closedBuildAt, connection: 'live', timeline: { ...store.get().timeline, requests, waiting: [] } });
  const failure = isFirst && isWide() && store.get().detail.kind === 'none' ? requests.find(isFailure) : undefined;
  if (failure !== undefined) actions.selectRequest(failure.id);
}

function eventHandler({ store, client, actions, wait }: Parts) {
  let received: readonly RequestSummary[] = [];
  let shown = 0;
  const flush = once(wait, BATCH_MS, () => {
    actions.addRequests(received.slice(shown));
    received = received.slice(-MOST_REQUESTS);
    shown = received.length;
  });
  let changed: ConnectionSummary[] = [];
  const showConnections = once(wait, BATCH_MS, () => {
    actions.addConnections(changed);
    changed = [];
  });
  const refreshLimits = once(wait, LIMITS_MS, actions.refreshLimits);
  const readState = async (): Promise<void> => store.set({ gateway: await client.state() });
  const readRequests = async (): Promise<void> => {
    const { items } = await client.requests(MOST_REQUESTS);
    const { requests } = withRequests({ ...EMPTY_TIMELINE, requests: items }, received);
    store.set({ timeline: { ...store.get().timeline, requests, waiting: [] } });
  };
  const onEvent = (event: DashboardEvent): void => {
    const { gateway } = store.get();
    switch (event.type) {
      case 'request':
        received = [...received, event.data];
        flush();
        refreshLimits();
        break;
      case 'connection':
        changed.push(event.data);
        showConnections();
        break;
      case 'reload':
        void readState().then(refreshLimits, () => undefined); // a lost connection is seen by the stream
        break;
      case 'cleared':
        received = [];
        shown = 0;
        store.set({ timeline: { ...EMPTY_TIMELINE, isPaused: store.get().timeline.isPaused } });
        break;
      case 'restored':
        void readRequests().catch(() => undefined); // a lost connection is seen by the stream
        break;
      case 'build':
        if (gateway !== undefined) store.set(withBuild(gateway, event.data));
        break;
      case 'clock':
        if (gateway !== undefined) store.set({ gateway: { ...gateway, clock: event.data } });
        break;
      default: // a newer gateway may send more
    }
  };
  return { onEvent, sinceOpen: (): readonly RequestSummary[] => received };
}

/** Returns the state with a build; its panel opens for a failed build or new changes, and is closed otherwise. */
function withBuild(gateway: DashboardState, build: BuildState): Partial<AppState> {
  return { gateway: { ...gateway, build }, closedBuildAt: isNews(build, gateway.build) ? undefined : build.at };
}

/** A build that changed only code still has the changes of the one before. */
function isNews({ status, changes }: BuildState, before: BuildState): boolean {
  return status === 'failed' || (status === 'ok' && changes.join('\n') !== before.changes.join('\n'));
}

/** Runs once for all calls of the next `ms`. */
function once(wait: Parts['wait'], ms: number, run: () => void): () => void {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    void wait(ms).then(() => {
      isDue = false;
      run();
    });
  };
}
