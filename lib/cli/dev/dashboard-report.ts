import type { Dashboard } from '../../runtime';
import { changeLines, sinceStartLines } from './dev-report';
import type { DevReporter } from './dev-server';

/** Reports to the dashboard as well. */
export function withDashboard(dashboard: Dashboard, reporter: DevReporter): DevReporter {
  const ok = (changes?: readonly string[]): void =>
    dashboard.report({ status: 'ok', at: Date.now(), ...(changes === undefined || changes.length === 0 ? {} : { changes }) });
  return {
    ...reporter,
    building: () => {
      dashboard.report({ status: 'building', at: Date.now() });
      reporter.building();
    },
    upToDate: () => {
      ok();
      reporter.upToDate();
    },
    serving: (...all) => {
      ok();
      reporter.serving(...all);
    },
    reloaded: (reload) => {
      ok([...changeLines(reload.changes), ...sinceStartLines(reload.sinceStart)]);
      reporter.reloaded(reload);
    },
    unchanged: (...all) => {
      ok();
      reporter.unchanged(...all);
    },
    problems: (problems, ...others) => {
      const [first] = problems;
      const frame = first?.text.split('\n').slice(1).join('\n') ?? '';
      const message = problems.map(({ part, text }) => `${part}: ${text.split('\n', 1)[0] ?? ''}`).join('\n');
      dashboard.report({ status: 'failed', message, at: Date.now(), ...(frame === '' ? {} : { frame }) });
      reporter.problems(problems, ...others);
    },
  };
}
