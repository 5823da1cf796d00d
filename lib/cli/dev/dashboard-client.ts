import { spawn } from 'node:child_process';
import type { ReplayResult, RequestList } from '../../runtime';
import { dashboardAt } from '../dashboard-api';

/** How the system opens a page; its first word is the program. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly string[]>> = { darwin: ['open'], win32: ['cmd', '/c', 'start', ''] };
const OTHERWISE: readonly string[] = ['xdg-open'];
const DIFFERENCES_SHOWN = 3;

/** Opens a page in the browser. Resolves with what to tell the user: a machine without one needs the address. */
export function openPage(url: string, env: NodeJS.ProcessEnv): Promise<string> {
  const [program = '', ...parameters] = OPENERS[process.platform] ?? OTHERWISE;
  return new Promise((resolve) => {
    const child = spawn(program, [...parameters, url], { env, stdio: 'ignore', detached: true });
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
