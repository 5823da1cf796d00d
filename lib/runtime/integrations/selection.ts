import { GatewayError } from '../../errors';
import { readJavaPattern, type IntegrationResponseSpec } from '../../spec';
import type { SandboxOutcome, RunInSandbox } from '../sandbox/jobs';
import { anchoredPatternBytes } from '../sandbox/pattern-cost';

/** An integration response with its pattern compiled; undefined for a default. */
interface Candidate<Response> {
  readonly pattern: RegExp | undefined;
  readonly response: Response;
}

/** Chooses an integration response by a text: an error message, or a status. @throws INTEGRATION_RESPONSE_UNMATCHED, SANDBOX_BUSY */
export type Select<Response> = (text: string) => Response | Promise<Response>;

/**
 * Compiles the selection of integration responses. A pattern is a Java expression. It must match from the first character
 * on, and need not match to the last: the developer guide's own `Malformed*` stands for "Malformed input ...". Of several,
 * the lowest status wins; patterns come before the default, so `.*` takes all, the empty text of a success included.
 * @see aws-data-plane §8; recorded: L::test_lambda_selection_patterns
 */
export function compileSelection<Response extends Pick<IntegrationResponseSpec, 'statusCode' | 'selectionPattern'>>(
  responses: readonly Response[], run?: RunInSandbox,
): Select<Response> {
  const candidates = [...responses]
    .sort((one, other) => Number(one.statusCode) - Number(other.statusCode))
    .map((response): Candidate<Response> => ({ pattern: compilePattern(response.selectionPattern), response }));
  const patterns = candidates.flatMap(({ pattern, response }) => (pattern === undefined ? [] : [{ pattern, response }]));
  const sources = patterns.map(({ pattern }) => pattern.source);
  const most = Math.min(...sources.map(anchoredPatternBytes));
  const fallback = candidates.find(({ pattern }) => pattern === undefined);
  const chosen = (index: number, text: string): Response => {
    const found = patterns[index] ?? fallback;
    if (found === undefined) throw new GatewayError('INTEGRATION_RESPONSE_UNMATCHED', { given: text === '' ? 'success' : text.slice(0, 200) });
    return found.response;
  };
  return (text) => {
    if (run === undefined || text.length <= most || text === '') return chosen(patterns.findIndex(({ pattern }) => pattern.test(text)), text);
    return run({ type: 'select', patterns: sources, text }).then((outcome) => chosen(selectedBy(outcome), text));
  };
}

/** A text that cannot be matched in time matches nothing. @throws SANDBOX_BUSY */
function selectedBy(outcome: SandboxOutcome): number {
  if (outcome.type === 'busy') throw new GatewayError('SANDBOX_BUSY', {});
  return outcome.type === 'selected' ? outcome.index : -1;
}

/** No pattern and an empty one are the default. */
function compilePattern(pattern: string | undefined): RegExp | undefined {
  return pattern === undefined || pattern === '' ? undefined : new RegExp(`^(?:${readJavaPattern(pattern).source})`);
}
