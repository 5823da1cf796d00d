import type { RequestRecord, StepRecord } from '../../runtime';
import type { Colors } from '../terminal';

const SIGNS = { passed: '✓', stopped: '✗', skipped: '·' } as const;

/** A request for a terminal: its pipeline up to where it stopped, why, and what to do. */
export function recordText(record: RequestRecord, colors: Colors): string {
  const { method, request, status, ms, id, traceId, why, cors } = record;
  const width = Math.max(0, ...record.steps.map(({ name }) => name.length));
  const color = status >= 500 ? colors.red : status >= 400 ? colors.yellow : colors.green;
  return [
    `${colors.bold(`${method} ${request.url}`)}  ${color(String(status))}  ${colors.dim(`${Math.round(ms)} ms  ${id}`)}`,
    ...(traceId === undefined ? [] : [colors.dim(`  trace ${traceId}`)]),
    ...record.steps.map((step) => `  ${stepLine(step, width, colors)}`),
    ...(why === undefined ? [] : ['', `${colors.bold(why.code)}: ${why.sentence}`, ...(why.fix === undefined ? [] : [`  ${why.fix}`])]),
    ...(cors?.ok === false ? ['', ...cors.problems.map((problem) => `${colors.bold('CORS')}: ${problem}`), ...(cors.fix === undefined ? [] : [`  ${cors.fix}`])] : []),
    ...(record.console.length === 0 ? [] : ['', ...record.console.map(({ functionName, text }) => colors.dim(`${functionName}: ${text}`))]),
    '',
  ].join('\n');
}

function stepLine({ name, status, ms, detail }: StepRecord, width: number, colors: Colors): string {
  const line = `${SIGNS[status]} ${name.padEnd(width)}${detail === undefined ? '' : `  ${detail}`}${ms >= 1 ? `  ${Math.round(ms)} ms` : ''}`.trimEnd();
  return status === 'skipped' ? colors.dim(line) : status === 'stopped' ? colors.yellow(line) : line;
}
