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
    consequence(limit.error),
    `[source](${limit.source})`,
  ]);
  return page([
    generatedFrom('lib/spec/limits.ts'),
    '# Limits',
    'Every number of the service, what happens past it, and where it comes from. Raisable ones are quotas that AWS raises on request; '
      + '`api.quotas` of a spec (`quotas` of an `Api`) then does the same.',
    table(['limit', 'unit', 'default', 'least', 'most', 'raisable', 'past it', 'from'], rows),
  ]);
}

/** A link to the error, or what happens without one: `none; the function waits`. */
function consequence(error) {
  return /^[A-Z_]+$/.test(error) ? `[${error}](errors.md#${error})` : error;
}

function number(value) {
  return value === undefined ? '' : value.toLocaleString('en-GB');
}
