import { maskKey } from '../access-log/variables';
import type { CallerRecord, CorsDiagnosis, HeaderLine, MessageRecord, RecordedText, RequestRecord, RequestSummary, StepRecord, TemplateContext, Why } from './protocol';
import { isSecretHeader, isSecretParameter } from '../execution-log/secrets';
import { maskedQuery, maskedUrl, queryReplacements, type Replacement } from '../execution-log/secret-query';
import { optional } from './optional';

/** Shorter secrets, and shorter parts of them, would mask half a text. */
const SHORTEST = 8;

type Hide = (text: string) => string;

/** The record without its secrets: values of secret headers and query parameters are masked wherever they occur. */
export function withoutSecrets(record: RequestRecord): RequestRecord {
  const { request, response, event, result, why, cors, caller } = record;
  const hide = hider([...request.headers, ...response.headers, ...namedKey(caller)], record.query);
  const shown = (text: RecordedText): RecordedText => ({ ...text, text: hide(text.text) });
  return {
    ...record,
    query: maskedQuery(record.query),
    request: { ...request, ...hiddenMessage(request, hide), url: maskedUrl(request.url) },
    response: { ...response, ...hiddenMessage(response, hide) },
    steps: record.steps.map((step) => hiddenStep(step, hide)),
    ...(why === undefined ? {} : { why: hiddenWhy(why, hide) }),
    ...(caller === undefined ? {} : { caller: hiddenCaller(caller, hide) }),
    ...(event === undefined ? {} : { event: shown(event) }),
    ...(result === undefined ? {} : { result: shown(result) }),
    ...(cors === undefined ? {} : { cors: hiddenCors(cors, hide) }),
    templates: record.templates.map(({ input, output, context, ...one }) =>
      ({ ...one, input: hide(input), output: hide(output), context: maskedContext(context, hide) })),
    console: record.console.map((line) => ({ ...line, text: hide(line.text) })),
    executionLog: record.executionLog.map(hide),
  };
}

/** The line of a request without its secrets. @param headers - of the request and its response */
export function summaryWithoutSecrets(summary: RequestSummary, headers: readonly HeaderLine[]): RequestSummary {
  const { query, why } = summary;
  if (query === '' && why === undefined) return summary;
  return { ...summary, query: maskedQuery(query), ...(why === undefined ? {} : { why: hider(headers, query)(why) }) };
}

function hiddenMessage({ headers, body, isBase64 }: MessageRecord, hide: Hide): Pick<MessageRecord, 'headers' | 'body'> {
  return { headers: headers.map((header) => hiddenHeader(header, hide)), body: isBase64 ? body : hide(body) };
}

/** A `Location` may repeat a secret of the query. */
function hiddenHeader(header: HeaderLine, hide: Hide): HeaderLine {
  return isSecretHeader(header) ? maskedHeader(header) : { ...header, value: hide(header.value) };
}

function hiddenStep(step: StepRecord, hide: Hide): StepRecord {
  return step.detail === undefined ? step : { ...step, detail: hide(step.detail) };
}

function hiddenWhy({ sentence, fix, details, ...others }: Why, hide: Hide): Why {
  const shown = Object.entries(details).map(([name, value]) => [name, typeof value === 'string' ? hide(value) : value] as const);
  return { ...others, sentence: hide(sentence), ...(fix === undefined ? {} : { fix: hide(fix) }), details: Object.fromEntries(shown) };
}

/** The key that an authorizer named for the caller is as secret as one that was sent. */
function namedKey(caller: CallerRecord | undefined): HeaderLine[] {
  return caller?.type === 'function' && caller.usageIdentifierKey !== undefined ? [{ name: 'x-api-key', value: caller.usageIdentifierKey }] : [];
}

function hiddenCaller(caller: CallerRecord, hide: Hide): CallerRecord {
  const hidden = (values: Readonly<Record<string, string>>) => mapped(values, (_, value) => hide(value));
  switch (caller.type) {
    case 'function': return { ...caller, principalId: hide(caller.principalId), context: hidden(caller.context), ...optional('usageIdentifierKey', caller.usageIdentifierKey && hide(caller.usageIdentifierKey)) };
    case 'claims': return { ...caller, claims: hidden(caller.claims) };
    case 'iam': return caller;
  }
}

function hiddenCors({ problems, fix, ...others }: CorsDiagnosis, hide: Hide): CorsDiagnosis {
  return { ...others, problems: problems.map(hide), ...(fix === undefined ? {} : { fix: hide(fix) }) };
}

function maskedContext({ headers = {}, query = {}, context = {}, ...others }: TemplateContext, hide: Hide): TemplateContext {
  return {
    ...others,
    headers: mapped(headers, (name, value) => hiddenHeader({ name, value }, hide).value),
    query: mapped(query, (name, value) => (isSecretParameter(name) ? maskKey(value) : hide(value))),
    context: mapped(context, (_, value) => (typeof value === 'string' ? hide(value) : value)),
  };
}

function mapped<Value>(values: Readonly<Record<string, Value>>, change: (name: string, value: Value) => Value): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(name, value)]));
}

function maskedHeader(header: HeaderLine): HeaderLine {
  return isSecretHeader(header) ? { ...header, value: maskKey(header.value) } : header;
}

/** The values, and what follows the scheme of `Bearer …`; verbatim and inside JSON. */
function headerReplacements(headers: readonly HeaderLine[]): Replacement[] {
  const values = headers.filter(isSecretHeader).map(({ value }) => value);
  const parts = values.flatMap((value) => value.split(/[ ;=]+/).slice(1)).filter((part) => part.length >= SHORTEST);
  return [...values, ...parts].flatMap((secret): Replacement[] => {
    const shown = maskKey(secret);
    return [[secret, shown], [JSON.stringify(secret).slice(1, -1), shown]];
  });
}

function hider(headers: readonly HeaderLine[], query: string): Hide {
  const all = new Map([...queryReplacements(query, SHORTEST), ...headerReplacements(headers)].filter(([text]) => text !== ''));
  const ordered = [...all].sort(([left], [right]) => right.length - left.length);
  return (text) => ordered.reduce((hidden, [secret, shown]) => hidden.replaceAll(secret, () => shown), text);
}
