import { GatewayError } from '../../errors';
import type { IntegrationResponseSpec } from '../../spec';
import type { RunInSandbox } from '../sandbox/jobs';
import { compileMatch, matchedIndex } from '../sandbox/match-in-time';

/** Chooses an integration response by a text: an error message or a status. @throws INTEGRATION_RESPONSE_UNMATCHED, SANDBOX_BUSY */
export type Select<Response> = (text: string) => Response | Promise<Response>;

/**
 * Compiles the selection of integration responses. A pattern is a Java expression that must match the whole text; its dot
 * does not match a line feed. If several match, the lowest status wins; patterns come before the default, so `.*` matches
 * everything on one line, including the empty text of a success.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/how-to-method-settings-execution-console.html; recorded:
 * L::test_lambda_selection_patterns
 */
export function compileSelection<Response extends Pick<IntegrationResponseSpec, 'statusCode' | 'selectionPattern'>>(
  responses: readonly Response[], run: RunInSandbox,
): Select<Response> {
  const candidates = [...responses].sort((left, right) => Number(left.statusCode) - Number(right.statusCode));
  const patterned = candidates.filter((response) => !isDefault(response));
  const match = compileMatch(patterned.map(({ selectionPattern = '' }) => ({ pattern: selectionPattern, extent: 'whole' })), run);
  const fallback = candidates.find(isDefault);
  const chosen = (index: number, text: string): Response => {
    const response = patterned[index] ?? fallback;
    if (response === undefined) throw new GatewayError('INTEGRATION_RESPONSE_UNMATCHED', { given: text === '' ? 'success' : text.slice(0, 200) });
    return response;
  };
  return (text) => {
    const matched = match(text);
    return typeof matched === 'number' ? chosen(matched, text) : matched.then((outcome) => chosen(matchedIndex(outcome), text));
  };
}

/** A response without a pattern, or with an empty one, is the default. */
function isDefault({ selectionPattern }: Pick<IntegrationResponseSpec, 'selectionPattern'>): boolean {
  return selectionPattern === undefined || selectionPattern === '';
}
