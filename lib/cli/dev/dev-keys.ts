import type { Log, Serving } from '../../runtime';
import { messageOf } from '../error-stack';
import { openDashboard, replayLast, type DashboardPage } from './dashboard-client';
import type { Hotkey } from './hotkeys';

/** The gateway and the functions that the keys act on. */
export interface DevKeyTargets {
  /** Returns the running gateway, if there is one. */
  readonly serving: () => Serving | undefined;
  readonly rebuild: () => Promise<void>;
  /** Prints addresses and routes again. */
  readonly show: () => void;
  readonly log: Log;
  /** The environment variables of the programs that are started. */
  readonly environment: NodeJS.ProcessEnv;
}

/** The keys of `synthgate dev`; those that every terminal program has are added by `listenForKeys`. */
export function devKeys({ serving, rebuild, show, log, environment }: DevKeyTargets): Hotkey[] {
  const withDashboard = (act: (page: DashboardPage) => Promise<string>) => (): void => {
    const { dashboardUrl, tokenFile = '' } = serving()?.management ?? {};
    const outcome = dashboardUrl === undefined ? Promise.resolve('nothing is served yet') : act({ dashboardUrl, tokenFile });
    outcome.then((message) => log({ level: 'info', message }), (error: unknown) => log({ level: 'error', message: messageOf(error) }));
  };
  return [
    { key: 'o', does: 'open the dashboard in the browser', hint: 'dashboard', action: withDashboard((page) => openDashboard(page, environment)) },
    { key: 'r', does: 'replay the last request, and compare the responses', hint: 'replay last', action: withDashboard(({ dashboardUrl }) => replayLast(dashboardUrl)) },
    { key: 'd', does: 'rebuild and reload everything, even what did not change', action: () => void rebuild() },
    { key: 'i', does: 'show addresses and routes again', hint: 'info', action: show },
  ];
}
