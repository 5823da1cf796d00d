// docs/reference/limits.md: every limit of the service.
import { anchor, code, generatedFrom, page, plain, table } from './markdown.mjs';

/** The page about all limits. */
export function limitsPage(limits) {
  const rows = Object.entries(limits).sort(([left], [right]) => (left < right ? -1 : 1)).map(([name, limit]) => [
    `${anchor(name)}${code(name)}`,
    limit.unit,
    number(limit.default),
    number(limit.min),
    number(limit.max),
    limit.raisable === true ? 'yes' : 'no',
    exceededCell(limit.error),
    `[source](${limit.source})`,
  ]);
  return page([
    generatedFrom('lib/spec/limits.ts'),
    '# Limits',
    'Every limit of the service, what happens when it is exceeded, and its source. AWS raises the raisable ones on request; do the same '
      + 'locally with `quotas` of an `Api` (`api.quotas` in the spec).',
    table(['limit', 'unit', 'default', 'min', 'max', 'raisable', 'when exceeded', 'source'], rows),
  ]);
}

/** An error code with a link to its entry; a sentence where exceeding the limit is not an error. */
function exceededCell(error) {
  return /^[A-Z0-9_]+$/.test(error) ? `[${error}](errors.md#${error})` : plain(error);
}

function number(value) {
  return value === undefined ? '' : value.toLocaleString('en-GB');
}
