import { Command } from 'commander';
import { CATALOG, GatewayError, type CatalogRow, type ErrorCode } from '../../errors';
import { similar, suggest, type DashboardState, type RequestList, type RequestRecord } from '../../runtime';
import { GATEWAY_RESPONSE_DEFAULTS } from '../../spec';
import { dashboardOf, type DashboardApi } from '../dashboard-api';
import { readCurl } from '../explain/read-curl';
import { recordText } from '../explain/record-text';
import type { StateOptions } from '../options';
import { textOrFile } from '../request-options';
import { serveFlag } from '../serve-flags';
import { stateDirectoryOf } from '../state-directory';
import { colorsOf, type Colors, type Terminal } from '../terminal';

type ExplainOptions = StateOptions & { readonly color?: boolean };

/** A code, in whatever case it was typed. A short id may look like one, but then no code is near it. */
const CODE = /^(?:[A-Z][A-Z0-9_]*|[a-z]+(?:_[a-z0-9]+)+)$/;
/** The short id of a request, at the end of a line of the log. */
const SHORT_ID = /^[\w-]{8}$/;
/** A UUID or its beginning, or a trace id; of an HTTP API 15 characters of base64 and `=`, or the first 8. */
const ID = /^(?:[0-9a-f-]{8,}|[\w-]{8}(?:[\w-]{7}=)?)$/i;
const MOST_KEPT = 1_000;

export function explainCommand(terminal: Terminal): Command {
  const command = new Command()
    .description('explain an error code, a request, or a curl command')
    .argument('[subject...]', 'an error code, the id of a request (x-amzn-requestid or apigw-requestid of its response, or the short id in the log) or of its trace (as in traceparent or X-Amzn-Trace-Id), or a curl command, which is sent (default: the last request that failed)')
    .allowUnknownOption() // those of curl
    .addOption(serveFlag('stateDirectory'))
    .addHelpText('after', `
For a request or a curl command, synthgate dev or synthgate serve --dashboard must be running. The answer lists the steps of the request,
where it stopped and why.

Examples:
  $ synthgate explain ROUTE_UNKNOWN
  $ synthgate explain 3f0c2a1e-9f5b-4a53-9e0e-0a0f6f7ad0c1
  $ synthgate explain curl -X POST http://127.0.0.1:3000/prod/orders -d '{}'
  $ synthgate explain`)
    .action(async (words: readonly string[]) => {
      terminal.out(await explanation(words, command.optsWithGlobals<ExplainOptions>(), terminal));
    });
  return command;
}

/** @param words - of the command line; a curl command may be one of them, or be all of them */
async function explanation(words: readonly string[], options: ExplainOptions, terminal: Terminal): Promise<string> {
  const colors = colorsOf(terminal, options);
  const subject = (words[0] ?? '').trim();
  const isCurl = /^curl(?:\s|$)/.test(subject);
  if (!isCurl && words.length > 1) throw invalid(words.join(' '));
  if (!isCurl && isMeantAsCode(subject)) return codeText(subject.toUpperCase(), colors);
  if (!isCurl && subject !== '' && !ID.test(subject)) throw invalid(subject);
  const client = dashboardOf(await stateDirectoryOf(options, terminal));
  if (isCurl) return recordText(await played(words.length === 1 ? subject : words, client, terminal), colors);
  return recordText(subject === '' ? await lastFailed(client) : await recordOf(subject, client), colors);
}

function invalid(given: string): GatewayError {
  return new GatewayError('OPTION_INVALID', { option: 'subject', given, allowed: 'an error code, the id of a request or of its trace, or a curl command' });
}

/** @throws REQUEST_NOT_RECORDED */
async function lastFailed(client: DashboardApi): Promise<RequestRecord> {
  const { items } = await client.get<RequestList>(`/api/requests?limit=${MOST_KEPT}`);
  const failed = items.find(({ status, isBlockedByCors }) => status >= 400 || isBlockedByCors === true);
  if (failed === undefined) throw new GatewayError('REQUEST_NOT_RECORDED', { id: 'that failed' });
  return client.get<RequestRecord>(`/api/requests/${encodeURIComponent(failed.id)}`);
}

/** @throws OPTION_INVALID */
function codeText(subject: string, colors: Colors): string {
  if (!isCode(subject)) {
    const near = similar(subject, Object.keys(CATALOG));
    const allowed = near.length === 0 ? 'a code of the catalog' : `a code of the catalog; nearest: ${suggest(subject, near).map((name) => `"${name}"`).join(', ')}`;
    throw new GatewayError('OPTION_INVALID', { option: 'code', given: subject, allowed });
  }
  const { message, help, kind, ...row }: CatalogRow = CATALOG[subject];
  return `${colors.bold(subject)}  ${colors.dim(`kind ${kind}`)}\n  ${message}\n  ${help}\n${answerText(row)}`;
}

/** Describes the response that the client receives, unless the API has a gateway response of its own. */
function answerText({ gatewayResponse, status, clientMessage, isPlainText }: Partial<CatalogRow>): string {
  if (gatewayResponse === undefined) return '';
  const response = GATEWAY_RESPONSE_DEFAULTS[gatewayResponse];
  const message = clientMessage ?? response.message;
  return `  The client gets ${status ?? response.statusCode} ${isPlainText === true ? message : JSON.stringify({ message })}\n`;
}

function isMeantAsCode(subject: string): boolean {
  return CODE.test(subject) && (!SHORT_ID.test(subject) || similar(subject.toUpperCase(), Object.keys(CATALOG)).length > 0);
}

function isCode(text: string): text is ErrorCode {
  return Object.hasOwn(CATALOG, text);
}

/** The record of a request; a short id stands for the newest request whose id begins with it. */
async function recordOf(id: string, client: DashboardApi): Promise<RequestRecord> {
  const { items } = SHORT_ID.test(id) ? await client.get<RequestList>(`/api/requests?limit=${MOST_KEPT}`) : { items: [] };
  const matching = items.find((request) => request.id.startsWith(id) && /[-=]/.test(request.id.slice(id.length)));
  return client.get<RequestRecord>(`/api/requests/${encodeURIComponent(matching?.id ?? id)}`);
}

async function played(line: string | readonly string[], client: DashboardApi, terminal: Terminal): Promise<RequestRecord> {
  const { apis } = await client.get<DashboardState>('/api/state');
  return client.post<RequestRecord>('/api/requests', readCurl(line, { apis, read: (text) => textOrFile('curl command', text, terminal) }));
}
