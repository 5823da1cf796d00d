import { parse } from 'shell-quote';
import { parseArgs } from 'node:util';
import { GatewayError } from '../../errors';
import type { PlayRequest } from '../../runtime';

interface ServedUrl {
  readonly name: string;
  readonly url: string;
}

/** The options that say what is sent; others, such as -i and -s, are about what curl prints. */
const OPTIONS = {
  request: { type: 'string', short: 'X' }, header: { type: 'string', short: 'H', multiple: true },
  data: { type: 'string', short: 'd', multiple: true }, 'data-raw': { type: 'string', multiple: true }, 'data-binary': { type: 'string', multiple: true },
  json: { type: 'string', multiple: true }, url: { type: 'string' }, head: { type: 'boolean', short: 'I' },
  'globoff': { type: 'boolean', short: 'g' }, 'path-as-is': { type: 'boolean' },
  include: { type: 'boolean', short: 'i' }, silent: { type: 'boolean', short: 's' }, verbose: { type: 'boolean', short: 'v' },
} as const;

/** The request of a curl command to an API that is served. @throws OPTION_INVALID */
export function readCurl(line: string, apis: readonly ServedUrl[]): PlayRequest {
  const { values, positionals } = parsed(wordsOf(line).slice(1));
  const address = values.url ?? positionals[0] ?? '';
  const target = URL.canParse(address) ? new URL(address) : refuse(address, 'with an absolute URL');
  const api = apis.find(({ url }) => new URL(url).port === target.port) ?? refuse(target.origin, `to a served API: ${apis.map(({ url }) => url).join(', ')}`);
  const json = values.json ?? [];
  const data = [...values.data ?? [], ...values['data-raw'] ?? [], ...values['data-binary'] ?? [], ...json];
  const [, stage = '', rest = '/'] = /^\/([^/]*)(.*)$/s.exec(target.pathname) ?? [];
  const given = (values.header ?? []).map((header) => {
    const [name = '', ...value] = header.split(':');
    return { name: name.trim(), value: value.join(':').trim() };
  });
  const type = json.length > 0 ? 'application/json' : 'application/x-www-form-urlencoded';
  const isTyped = data.length === 0 || given.some(({ name }) => name.toLowerCase() === 'content-type');
  return {
    api: api.name, stage, path: `${rest === '' ? '/' : rest}${target.search}`,
    method: values.request ?? (values.head === true ? 'HEAD' : data.length > 0 ? 'POST' : 'GET'),
    headers: isTyped ? given : [...given, { name: 'Content-Type', value: type }],
    body: data.join(json.length > 0 ? '' : '&'),
  };
}

/** @throws OPTION_INVALID for an option that is not known */
function parsed(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (cause) {
    return refuse(args.join(' '), `with the options ${Object.keys(OPTIONS).join(', ')} (${cause instanceof Error ? cause.message : String(cause)})`);
  }
}

function refuse(given: string, allowed: string): never {
  throw new GatewayError('OPTION_INVALID', { option: 'curl command', given, allowed: `one ${allowed}` });
}

/** The words of a command line, as a POSIX shell splits them; variables stay as they are. */
function wordsOf(line: string): string[] {
  return parse(line.replaceAll('\\\n', ' '), (name) => `$${name}`).filter((word) => typeof word === 'string');
}
