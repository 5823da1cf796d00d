// docs/limits.md: every number of the service.
import { anchor, code, generatedFrom, page, table } from './markdown.mjs';

/** The page about all limits. */
export function limitsPage(limits) {
  const rows = Object.entries(limits).sort(([left], [right]) => (left < right ? -1 : 1)).map(([name, limit]) => [
    `${anchor(name)}${code(name)}`,
    limit.unit,
    number(limit.default),
    number(limit.min),
    number(limit.max),
    limit.raisable === true ? 'yes' : 'no',
    exceeded(limit.error),
    `[source](${limit.source})`,
  ]);
  return page([
    generatedFrom('lib/spec/limits.ts'),
    '# Limits',
    'Every number of the service, what happens when it is exceeded, and where it comes from. Raisable ones are quotas that AWS raises on request; '
      + '`api.quotas` of a spec (`quotas` of an `Api`) then does the same.',
    table(['limit', 'unit', 'default', 'min', 'max', 'raisable', 'when exceeded', 'source'], rows),
  ]);
}

/** A code of the catalog, or the text that says what happens instead of an error. */
function exceeded(error) {
  return /^[A-Z_]+$/.test(error) ? `[${error}](errors.md#${error})` : error;
}

function number(value) {
  return value === undefined ? '' : value.toLocaleString('en-GB');
}
