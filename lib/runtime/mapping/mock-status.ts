import { GatewayError } from '../../errors';
import type { RunInSandbox } from '../sandbox/jobs';

/** Strings in either kind of quotes, punctuation, and bare words. An unterminated string extends to the end, so that it is read once. */
const TOKEN = /"(?:[^"\\]|\\.)*(?:"|$)|'(?:[^'\\]|\\.)*(?:'|$)|[{}[\],:]|[^\s{}[\],:"']+/gs;
/** A longer text is read in a worker. */
const INLINE_LENGTH = 64 * 1024;

/** Reads the status, off the main thread if the text is long. @throws MOCK_STATUS_MISSING (500), SANDBOX_BUSY */
export async function mockStatusInTime(text: string, run: RunInSandbox): Promise<number> {
  if (text.length <= INLINE_LENGTH) return mockStatus(text);
  const outcome = await run({ type: 'status', text });
  if (outcome.type === 'status') return outcome.status;
  if (outcome.type === 'busy') throw new GatewayError('SANDBOX_BUSY', {});
  throw missing(text);
}

/**
 * The status that the request template of a MOCK integration names: an own member `statusCode` with an integer. The parser
 * is lenient: unquoted names, single quotes and trailing commas are accepted; a quoted status is not.
 * @throws MOCK_STATUS_MISSING (500)
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/how-to-mock-integration.html
 * @example mockStatus("{'statusCode': 404,}") // 404
 */
export function mockStatus(text: string): number {
  const tokens = text.match(TOKEN) ?? [];
  let depth = 0;
  let status: number | undefined;
  for (const [index, token] of tokens.entries()) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (depth === 1 && isStatusName(tokens, index)) status = integerOf(tokens[index + 2]);
    if (depth <= 0 && index < tokens.length - 1) throw missing(text);
  }
  if (status === undefined || depth !== 0 || tokens[0] !== '{') throw missing(text);
  return status;
}

function isStatusName(tokens: readonly string[], index: number): boolean {
  const follows = tokens[index - 1] === '{' || tokens[index - 1] === ',';
  return follows && tokens[index + 1] === ':' && /^(["']?)statusCode\1$/.test(tokens[index] ?? '');
}

function integerOf(token: string | undefined): number | undefined {
  return token !== undefined && /^-?\d{1,9}$/.test(token) ? Number(token) : undefined;
}

function missing(text: string): GatewayError {
  const reason = text.trim() === '' ? 'it printed nothing' : `it printed ${text.trim().slice(0, 200)}`;
  return new GatewayError('MOCK_STATUS_MISSING', { reason });
}
