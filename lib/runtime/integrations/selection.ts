import { GatewayError } from '../../errors';
import { readJavaPattern, type IntegrationResponseSpec } from '../../spec';

/** An integration response with its pattern compiled; undefined for a default. */
interface Candidate<Response> {
  readonly pattern: RegExp | undefined;
  readonly response: Response;
}

/** Chooses an integration response by a text: an error message, or a status. @throws INTEGRATION_RESPONSE_UNMATCHED */
export type Select<Response> = (text: string) => Response;

/**
 * Compiles the selection of integration responses. A pattern is a Java expression. It must match from the first character
 * on, and need not match to the last: the developer guide's own `Malformed*` stands for "Malformed input ...". Of several,
 * the lowest status wins; patterns come before the default, so `.*` takes all, the empty text of a success included.
 * @see aws-data-plane §8; recorded: L::test_lambda_selection_patterns
 */
export function compileSelection<Response extends Pick<IntegrationResponseSpec, 'statusCode' | 'selectionPattern'>>(responses: readonly Response[]): Select<Response> {
  const candidates = [...responses]
    .sort((one, other) => Number(one.statusCode) - Number(other.statusCode))
    .map((response): Candidate<Response> => ({ pattern: compilePattern(response.selectionPattern), response }));
  const patterns = candidates.filter(({ pattern }) => pattern !== undefined);
  const fallback = candidates.find(({ pattern }) => pattern === undefined);
  return (text) => {
    const chosen = patterns.find(({ pattern }) => pattern?.test(text) === true) ?? fallback;
    if (chosen === undefined) throw new GatewayError('INTEGRATION_RESPONSE_UNMATCHED', { given: text === '' ? 'success' : text.slice(0, 200) });
    return chosen.response;
  };
}

/** No pattern and an empty one are the default. */
function compilePattern(pattern: string | undefined): RegExp | undefined {
  return pattern === undefined || pattern === '' ? undefined : new RegExp(`^(?:${readJavaPattern(pattern).source})`);
}
