import { formatTime } from '../../model/format';
import type { ConsoleLine } from '../../protocol';

interface LogsTabProps {
  readonly lines: readonly ConsoleLine[];
  readonly executionLog: readonly string[];
}

/** The output of functions during the request, and its execution log as CloudWatch Logs would show it. */
export function LogsTab({ lines, executionLog }: LogsTabProps) {
  return (
    <>
      <h3>Console</h3>
      {lines.length === 0
        ? <p class="empty-line">No function wrote anything.</p>
        : (
          <ol class="log">
            {lines.map(({ at, level, functionName, text }, index) => (
              <li key={`${index}`} class={level === 'stderr' ? 'is-error' : ''}><time>{formatTime(at)}</time><b>{functionName}</b><span>{text}</span></li>
            ))}
          </ol>
        )}
      <h3>Execution log</h3>
      {executionLog.length === 0
        ? <p class="empty-line">No execution log of this request.</p>
        : <pre class="code" tabIndex={0} aria-label="Execution log">{executionLog.join('\n')}</pre>}
    </>
  );
}
