import type { RequestSummary } from '../protocol';
import { formatCount } from '../model/format';
import { EMPTY_TIMELINE, withPause, withRequests } from '../model/timeline';
import type { AppState } from './app-state';
import type { ActionParts } from './notices';

/** Creates the actions on the list and the page. */
export function pageActions({ store: { get, set }, client, attempt, notify, show }: ActionParts) {
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
    /** Opens or closes what is known of the last build. */
    toggleBuild: (): void => {
      const { gateway, closedBuildAt } = get();
      set({ closedBuildAt: closedBuildAt === gateway?.build.at ? undefined : gateway?.build.at });
    },
  };
}

function countText(count: number): string {
  return count === 1 ? '1 request' : `${formatCount(count)} requests`;
}
