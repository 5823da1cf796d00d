import { isDeepStrictEqual } from 'node:util';
import type { LogEntry } from 'synthgate/runtime';
import { checkBody } from './check-body';
import type { Operators } from './recorded-case';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;

interface Lines {
  readonly first: string;
  /** The others without the time before them. */
  readonly lines: readonly string[];
}

/** Problems of the execution log of a test invocation; `{requestId}` in an expectation stands for the id in the log. */
export function checkLog(log: string | undefined, expected: Operators | undefined): readonly string[] {
  if (expected === undefined) return [];
  if (log === undefined) return ['log: there is none'];
  const requestId = UUID.exec(log)?.[0] ?? 'no request id';
  const [first = '', ...rest] = (log.endsWith('\n') ? log.slice(0, -1) : log).split('\n');
  const prefix = new RegExp(String(expected.linePrefixRegex ?? '^'));
  const actual = { first, lines: rest.map((line) => line.replace(prefix, '')) };
  return [
    ...(expected.endsWithNewline === undefined || log.endsWith('\n') === expected.endsWithNewline ? [] : ['log: its last line has no end']),
    ...rest.filter((line) => !prefix.test(line)).map((line) => `log: no time before ${JSON.stringify(line)}`),
    ...Object.entries(expected).flatMap(([operator, one]) => OPERATORS[operator]?.(actual, filledIn(one, requestId)) ?? [`unknown log operator ${operator}`]),
  ];
}

/** Problems of the execution log of a stage: every line has the prefix, so nothing comes before the first. */
export function checkExecutionLog(log: readonly LogEntry[], expected: Operators | undefined): readonly string[] {
  const text = log.filter(({ fields }) => fields?.executionLog !== undefined).at(-1)?.message;
  return checkLog(text === undefined ? undefined : `\n${text}`, expected).map((problem) => `execution ${problem}`);
}

/** Problems of the line of the access log. */
export function checkAccessLog(lines: readonly string[], expected: Operators | undefined): readonly string[] {
  const line = lines.at(-1);
  if (expected === undefined) return [];
  return line === undefined ? ['access log: no line'] : checkBody(Buffer.from(line), expected).map((problem) => `access log ${problem}`);
}

const OPERATORS: Readonly<Record<string, (actual: Lines, expected: readonly string[]) => readonly string[]>> = {
  firstLine: ({ first }, [expected]) => equal(first, expected),
  lines: ({ lines }, expected) => [
    ...expected.flatMap((line, index) => equal(lines[index], line)),
    ...lines.slice(expected.length).map((line) => `log: unexpected ${line}`),
  ],
  linesStartWithInOrder: ({ lines }, expected) => inOrder(lines, expected),
  linePrefixRegex: () => [],
  endsWithNewline: () => [],
};

function inOrder(lines: readonly string[], expected: readonly string[]): readonly string[] {
  let from = 0;
  return expected.flatMap((start) => {
    const lineNumber = lines.findIndex((line, index) => index >= from && line.startsWith(start));
    from = lineNumber === -1 ? from : lineNumber + 1;
    return lineNumber === -1 ? [`log: no line starts with ${JSON.stringify(start)} there`] : [];
  });
}

function filledIn(expected: unknown, requestId: string): readonly string[] {
  return [expected].flat().map((line) => String(line).replaceAll('{requestId}', requestId));
}

function equal(actual: unknown, expected: unknown): readonly string[] {
  return isDeepStrictEqual(actual, expected) ? [] : [`log: expected ${JSON.stringify(expected)}, seen ${JSON.stringify(actual)}`];
}
