import type { RequestSummary } from '../protocol';
import { EMPTY_TIMELINE, withPause, withRequests } from '../model/timeline';
import type { AppState } from './app-state';
import type { ActionParts } from './notices';

/** Creates the actions on the list and the page. */
export function pageActions({ store: { get, set }, client, attempt }: ActionParts) {
  return {
    setFilter: (filter: string) => set({ filter }),
    showPreflights: (showsPreflights: boolean) => set({ showsPreflights }),
    pause: (isPaused: boolean) => set({ timeline: withPause(get().timeline, isPaused) }),
    clear: () => attempt(async () => {
      await client.clear();
      set({ timeline: { ...EMPTY_TIMELINE, isPaused: get().timeline.isPaused }, detail: { kind: 'none' } });
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
