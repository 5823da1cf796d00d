import { maskKey } from '../access-log/variables';
import type { HeaderLine, MessageRecord, RecordedText, RequestRecord, TemplateContext } from '../management/protocol';
import { isSecretHeader } from '../execution-log/secrets';

/** Shorter parts of a secret would mask half a text. */
const SHORTEST = 8;

/** The record without its secrets: the values of secret headers are masked wherever they occur. */
export function withoutSecrets(record: RequestRecord): RequestRecord {
  const { request, response, event, result } = record;
  const hide = hider(secretsOf([...request.headers, ...response.headers]));
  const shown = (text: RecordedText): RecordedText => ({ ...text, text: hide(text.text) });
  return {
    ...record,
    request: { ...request, ...hiddenMessage(request, hide) },
    response: { ...response, ...hiddenMessage(response, hide) },
    ...(event === undefined ? {} : { event: shown(event) }),
    ...(result === undefined ? {} : { result: shown(result) }),
    templates: record.templates.map(({ input, output, context, ...one }) =>
      ({ ...one, input: hide(input), output: hide(output), context: maskedContext(context) })),
    console: record.console.map((line) => ({ ...line, text: hide(line.text) })),
    executionLog: record.executionLog.map(hide),
  };
}

function hiddenMessage({ headers, body, isBase64 }: MessageRecord, hide: (text: string) => string): Pick<MessageRecord, 'headers' | 'body'> {
  return { headers: headers.map(maskedHeader), body: isBase64 ? body : hide(body) };
}

function maskedContext({ headers = {}, ...others }: TemplateContext): TemplateContext {
  const masked = Object.entries(headers).map(([name, value]) => [name, maskedHeader({ name, value }).value]);
  return { ...others, headers: Object.fromEntries(masked) as Record<string, string> };
}

export function maskedHeader(header: HeaderLine): HeaderLine {
  return isSecretHeader(header) ? { ...header, value: maskKey(header.value) } : header;
}

/** The values, and what follows the scheme of `Bearer …`. */
function secretsOf(headers: readonly HeaderLine[]): string[] {
  const values = headers.filter(isSecretHeader).map(({ value }) => value);
  const parts = values.flatMap((value) => value.split(/[ ;=]+/).slice(1)).filter((part) => part.length >= SHORTEST);
  return [...new Set([...values, ...parts])].filter((value) => value !== '').sort((left, right) => right.length - left.length);
}

/** Verbatim and inside JSON. */
function hider(secrets: readonly string[]): (text: string) => string {
  const texts = secrets.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]);
  return (text) => texts.reduce((hidden, secret) => hidden.replaceAll(secret, () => maskKey(secret)), text);
}
