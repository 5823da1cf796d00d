import type { ConnectionRecord, ConnectionSummary, DashboardState, LimitsState, RequestRecord } from '../protocol';
import { EMPTY_TIMELINE, type Timeline } from '../model/timeline';
import type { Draft } from '../model/draft';

export interface AppState {
  readonly connection: 'connecting' | 'live' | 'lost' | 'refused';
  readonly gateway: DashboardState | undefined;
  readonly limits: LimitsState | undefined;
  readonly timeline: Timeline;
  /** Newest first. */
  readonly connections: readonly ConnectionSummary[];
  readonly filter: string;
  /** Whether preflights that went well are in the list. */
  readonly showsPreflights: boolean;
  /** The name of the API whose routes are shown; undefined stands for the first one. */
  readonly api: string | undefined;
  readonly stage: string | undefined;
  readonly detail: Detail;
  /** The part that a phone shows. */
  readonly tab: 'requests' | 'routes' | 'gateway';
  readonly isHelpOpen: boolean;
  readonly notices: readonly Notice[];
  readonly closedBuildAt: number | undefined;
}

export type Detail =
  | { readonly kind: 'none' }
  | { readonly kind: 'request'; readonly id: string; readonly record?: RequestRecord; readonly secrets: boolean; readonly compareWith?: RequestRecord }
  | { readonly kind: 'connection'; readonly id: string; readonly record?: ConnectionRecord }
  /** `route` is undefined for a request that is edited or new, `before` is the id of the request that was shown. */
  | {
    readonly kind: 'form'; readonly draft: Draft; readonly route: string | undefined; readonly replayOf?: RequestRecord;
    readonly before: string | undefined;
  };

export type DetailOf<Kind extends Detail['kind']> = Extract<Detail, { readonly kind: Kind }>;

/** Returns the id of the request that closing a panel leads back to. */
export function shownRequest(detail: Detail): string | undefined {
  if (detail.kind === 'request') return detail.id;
  return detail.kind === 'form' ? detail.before : undefined;
}

export interface Notice {
  readonly id: number;
  readonly kind: 'done' | 'failed';
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void } | undefined;
}

export const INITIAL_STATE: AppState = {
  connection: 'connecting',
  gateway: undefined,
  limits: undefined,
  timeline: EMPTY_TIMELINE,
  connections: [],
  filter: '',
  showsPreflights: false,
  api: undefined,
  stage: undefined,
  detail: { kind: 'none' },
  tab: 'requests',
  isHelpOpen: false,
  notices: [],
  closedBuildAt: undefined,
};
