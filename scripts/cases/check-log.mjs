// The operators about an execution log.
import { isDeepStrictEqual } from 'node:util';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;

/** Problems of the execution log of a test invocation. */
export function checkLog(log, expected) {
  if (expected === undefined) {
    return [];
  }
  const requestId = UUID.exec(log)?.[0] ?? 'no request id';
  const [first, ...rest] = (log.endsWith('\n') ? log.slice(0, -1) : log).split('\n');
  const prefix = new RegExp(expected.linePrefixRegex ?? '^');
  const seen = { first, lines: rest.map((line) => line.replace(prefix, '')) };
  return [
    ...(expected.endsWithNewline === undefined || log.endsWith('\n') === expected.endsWithNewline ? [] : ['log: its last line has no end']),
    ...rest.filter((line) => !prefix.test(line)).map((line) => `log: no time before ${JSON.stringify(line)}`),
    ...Object.entries(expected).flatMap(([operator, wanted]) => OPERATORS[operator]?.(seen, withId(wanted, requestId)) ?? [`unknown log operator ${operator}`]),
  ];
}

const OPERATORS = {
  firstLine: ({ first }, wanted) => equal(first, wanted),
  lines: ({ lines }, wanted) => wanted.flatMap((line, index) => equal(lines[index], line)).concat(lines.slice(wanted.length).map((line) => `log: unexpected ${line}`)),
  linesStartWithInOrder: ({ lines }, wanted) => inOrder(lines, wanted),
  linePrefixRegex: () => [],
  endsWithNewline: () => [],
};

function inOrder(lines, wanted) {
  let at = 0;
  return wanted.flatMap((start) => {
    const found = lines.findIndex((line, index) => index >= at && line.startsWith(start));
    at = found === -1 ? at : found + 1;
    return found === -1 ? [`log: no line starts with ${JSON.stringify(start)} there`] : [];
  });
}

function withId(wanted, requestId) {
  const fill = (value) => (typeof value === 'string' ? value.replaceAll('{requestId}', requestId) : value);
  return Array.isArray(wanted) ? wanted.map(fill) : fill(wanted);
}

function equal(seen, wanted) {
  return isDeepStrictEqual(seen, wanted) ? [] : [`log: expected ${JSON.stringify(wanted)}, seen ${JSON.stringify(seen)}`];
}
