import type { Dashboard, Log } from '../../runtime';
import { countText } from '../diff/report';
import type { DevReporter, Reload } from './dev-server';

/** Files that a line names; of more it names the number. */
const FILES_NAMED = 2;

interface ReportTargets extends Pick<DevReporter, 'serving'> {
  readonly log: Log;
  readonly dashboard: Dashboard;
  /** Says what a reload leaves as it was. */
  readonly afterReload: () => void;
}

/** Reports edits and their problems to the dashboard, and as entries of the log, so that they are in order with the requests. */
export function devReporter({ log, dashboard, afterReload, serving }: ReportTargets): DevReporter {
  const ok = (changes: readonly string[] = []): void =>
    dashboard.report({ status: 'ok', at: Date.now(), ...(changes.length === 0 ? {} : { changes }) });
  return {
    building: () => dashboard.report({ status: 'building', at: Date.now() }),
    upToDate: () => ok(),
    serving: (...all) => {
      ok();
      serving(...all);
    },
    reloaded: (reload) => {
      ok([...changeLines(reload.changes), ...sinceStartLines(reload.sinceStart)]);
      log({ level: 'info', message: reloadText(reload), fields: { reload: reloadFields(reload) } });
      afterReload();
    },
    unchanged: (files, isMended) => {
      ok();
      log({ level: 'info', message: `↻ ${filesText(files)}  ${isMended ? 'error fixed; ' : ''}no change` });
    },
    problems: (problems, isServing, unavailable = []) => {
      const frame = problems[0]?.text.split('\n').slice(1).join('\n') ?? '';
      const message = problems.map(({ part, text }) => `${part}: ${text.split('\n', 1)[0] ?? ''}`).join('\n');
      dashboard.report({ status: 'failed', message, at: Date.now(), ...(frame === '' ? {} : { frame }) });
      for (const { part, code, text } of problems) log({ level: 'error', message: `${part}: ${text}`, ...(code === undefined ? {} : { code }) });
      log({ level: 'info', message: isServing ? servedText(unavailable) : 'nothing is served yet; waiting for the next edit' });
    },
    note: (text) => log({ level: 'info', message: text }),
  };
}

/** Describes what is served in spite of problems. */
function servedText(unavailable: readonly string[]): string {
  return unavailable.length === 0 ? 'still serving the last good build' : `serving the rest; methods of ${unavailable.join(', ')} answer 501 until it can be built`;
}

function changeLines(changes: Reload['changes']): string[] {
  return changes.flatMap(({ api, changes: ofApi }) => ofApi.map(({ sign, text }) => `${sign} ${changes.length > 1 ? `${api}: ` : ''}${text}`));
}

/** Findings that the terminal and the dashboard list; `synthgate diff` has all. */
const FINDINGS_SHOWN = 10;

/** `since the start: 1 breaking`, with a line for each finding that callers may notice, worst first. */
export function sinceStartLines(findings: Reload['sinceStart']): string[] {
  const noticed = findings.filter(({ level }) => level !== 'cosmetic');
  if (noticed.length === 0) return [];
  const more = noticed.length - FINDINGS_SHOWN;
  return [
    `since the start: ${countText(noticed) ?? ''}`,
    ...noticed.slice(0, FINDINGS_SHOWN).map(({ level, location, why }) => `  ${level.padEnd(8)}  ${location}: ${why}`),
    ...(more > 0 ? [`  and ${more} more: synthgate diff`] : []),
  ];
}

/** `↻ src/pets.ts  Pets reloaded in 38 ms`, with a line for each change of the definition. */
function reloadText({ files, functions, changes, sinceStart, durationMs }: Reload): string {
  const what = functions.length > 0 && changes.length === 0 ? `${functions.join(', ')} reloaded` : 'reloaded';
  return [`↻ ${filesText(files)}  ${what} in ${Math.round(durationMs)} ms`, ...changeLines(changes), ...sinceStartLines(sinceStart)].join('\n');
}

function filesText(files: readonly string[]): string {
  if (files.length === 0) return 'everything';
  return files.length > FILES_NAMED ? `${files.length} files` : files.join(', ');
}

function reloadFields({ durationMs, ...reload }: Reload): object {
  return { ...reload, durationMs: Math.round(durationMs) };
}
