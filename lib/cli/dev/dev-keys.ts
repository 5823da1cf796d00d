import { spawn } from 'node:child_process';
import path from 'node:path';
import { writeDashboardLink, type Log, type Serving, type ReplayResult, type RequestList } from '../../runtime';
import { dashboardAt } from '../dashboard-api';
import { messageOf } from '../error-stack';
import type { Hotkey } from './hotkeys';

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

/** How the system opens a page; its first word is the program. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly string[]>> = { darwin: ['open'], win32: ['cmd', '/c', 'start', ''] };
const OTHERWISE: readonly string[] = ['xdg-open'];
const DIFFERENCES_SHOWN = 3;

interface DashboardPage {
  /** With the token. */
  readonly dashboardUrl: string;
  /** A file of the state directory. */
  readonly tokenFile: string;
}

/** Opens the dashboard by a file that only this user can read: others see parameters of programs. @returns what to tell the user */
export async function openDashboard({ dashboardUrl: url, tokenFile }: DashboardPage, env: NodeJS.ProcessEnv): Promise<string> {
  const [program = '', ...parameters] = OPENERS[process.platform] ?? OTHERWISE;
  const page = writeDashboardLink(path.dirname(tokenFile), url);
  return new Promise((resolve) => {
    const child = spawn(program, [...parameters, page], { env, stdio: 'ignore', detached: true });
    child.once('error', () => resolve(`no browser is found; open ${url}`));
    child.once('spawn', () => {
      child.unref();
      resolve('dashboard opened');
    });
  });
}

/** Plays the last request again, and says what it answers now. @param dashboardUrl - with the token of the dashboard's API */
export async function replayLast(dashboardUrl: string): Promise<string> {
  const { origin, searchParams } = new URL(dashboardUrl);
  const dashboard = dashboardAt({ url: origin, token: searchParams.get('token') ?? '' });
  const { items: [last] } = await dashboard.get<RequestList>('/api/requests?limit=1');
  if (last === undefined) return 'nothing to replay yet';
  const { record, differences } = await dashboard.post<ReplayResult>(`/api/requests/${encodeURIComponent(last.id)}/replay`, {});
  const lines = differences.slice(0, DIFFERENCES_SHOWN).map(({ what, before = 'none', after = 'none' }) => `${what}: ${before} → ${after}`);
  const more = differences.length > lines.length ? [`${differences.length - lines.length} more in the dashboard`] : [];
  const result = differences.length === 0 ? 'the same response' : 'another response';
  return [`replayed ${record.method} /${record.stage}${record.path} → ${record.status}, ${result}`, ...lines, ...more].join('\n');
}
