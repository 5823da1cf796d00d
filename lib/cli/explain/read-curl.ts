import { parse } from 'shell-quote';
import { parseArgs } from 'node:util';
import { GatewayError } from '../../errors';
import type { HeaderLine, PlayRequest } from '../../runtime';
import { DEFAULT_STAGE } from '../../spec';

interface ServedUrl {
  readonly name: string;
  readonly url: string;
  readonly stages: readonly { readonly name: string }[];
}

/** The options that say what is sent; others, such as -k and -s, are about the connection or the output. Browsers copy some of them. */
const OPTIONS = {
  'request': { type: 'string', short: 'X' }, 'header': { type: 'string', short: 'H', multiple: true },
  'data': { type: 'string', short: 'd', multiple: true }, 'data-raw': { type: 'string', multiple: true }, 'data-binary': { type: 'string', multiple: true },
  'json': { type: 'string', multiple: true }, 'url': { type: 'string' }, 'head': { type: 'boolean', short: 'I' },
  'cookie': { type: 'string', short: 'b', multiple: true }, 'user': { type: 'string', short: 'u' }, 'user-agent': { type: 'string', short: 'A' },
  'compressed': { type: 'boolean' }, 'insecure': { type: 'boolean', short: 'k' }, 'location': { type: 'boolean', short: 'L' }, 'fail': { type: 'boolean', short: 'f' },
  'show-error': { type: 'boolean', short: 'S' }, 'output': { type: 'string', short: 'o' }, 'dump-header': { type: 'string', short: 'D' }, 'max-time': { type: 'string', short: 'm' },
  'globoff': { type: 'boolean', short: 'g' }, 'path-as-is': { type: 'boolean' },
  'include': { type: 'boolean', short: 'i' }, 'silent': { type: 'boolean', short: 's' }, 'verbose': { type: 'boolean', short: 'v' },
} as const;

/** The APIs that a curl command can call, and access to the files that it names. */
interface Surroundings {
  readonly apis: readonly ServedUrl[];
  /** The text, or the content of the file that it names: `@body.json`. */
  readonly read: (text: string) => string;
}

/** The request of a curl command, as a line or as words, to an API that is served. @throws OPTION_INVALID */
export function readCurl(command: string | readonly string[], { apis, read }: Surroundings): PlayRequest {
  const { values, positionals } = parsed((typeof command === 'string' ? wordsOf(command) : [...command]).slice(1));
  const address = values.url ?? positionals[0] ?? '';
  const target = URL.canParse(address) ? new URL(address) : refuse(address, 'with an absolute URL');
  const api = apis.find(({ url }) => new URL(url).port === target.port) ?? refuse(target.origin, `to a served API: ${apis.map(({ url }) => url).join(', ')}`);
  const json = (values.json ?? []).map((text) => read(text));
  // curl leaves out the line breaks of a file, except with --data-binary
  const plain = (values.data ?? []).map((text) => (text.startsWith('@') ? read(text).replaceAll(/[\r\n]/g, '') : text));
  const data = [...plain, ...values['data-raw'] ?? [], ...(values['data-binary'] ?? []).map((text) => read(text)), ...json];
  const { stage, path } = placeOf(target.pathname, api);
  const headers = (values.header ?? []).map((header) => {
    const [name = '', ...value] = header.split(':');
    return { name: name.trim(), value: value.join(':').trim() };
  }).concat(headersOf(values));
  const type = json.length > 0 ? 'application/json' : 'application/x-www-form-urlencoded';
  const isTyped = data.length === 0 || headers.some(({ name }) => name.toLowerCase() === 'content-type');
  return {
    api: api.name, stage, path: `${path}${target.search}`,
    method: values.request ?? (values.head === true ? 'HEAD' : data.length > 0 ? 'POST' : 'GET'),
    headers: isTyped ? headers : [...headers, { name: 'Content-Type', value: type }],
    body: data.join(json.length > 0 ? '' : '&'),
  };
}

/** The stage that a path names, with the rest of it; the default stage of an HTTP API has no segment. */
function placeOf(pathname: string, { stages }: ServedUrl): Pick<PlayRequest, 'stage' | 'path'> {
  const [, segment = '', rest = ''] = /^\/([^/]*)(.*)$/s.exec(pathname) ?? [];
  const isStage = segment !== '' && (stages.some(({ name }) => name === segment) || stages.every(({ name }) => name !== DEFAULT_STAGE));
  return isStage ? { stage: segment, path: rest } : { stage: DEFAULT_STAGE, path: pathname };
}

/** Returns the headers that curl sends for its options of cookies, user and user agent. */
function headersOf({ cookie = [], user, 'user-agent': agent }: ReturnType<typeof parsed>['values']): HeaderLine[] {
  return [
    ...(cookie.length === 0 ? [] : [{ name: 'Cookie', value: cookie.join('; ') }]),
    ...(user === undefined ? [] : [{ name: 'Authorization', value: `Basic ${Buffer.from(user).toString('base64')}` }]),
    ...(agent === undefined ? [] : [{ name: 'User-Agent', value: agent }]),
  ];
}

/** @throws OPTION_INVALID for an option that is not known */
function parsed(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (cause) {
    return refuse(args.join(' '), `with the options ${Object.keys(OPTIONS).join(', ')} (${cause instanceof Error ? cause.message : String(cause)})`);
  }
}

function refuse(value: string, allowed: string): never {
  throw new GatewayError('OPTION_INVALID', { option: 'curl command', given: value, allowed: `one ${allowed}` });
}

/** The words of a command line, as a POSIX shell splits them; variables and patterns that match no file stay as they are. */
function wordsOf(line: string): string[] {
  return parse(line.replaceAll('\\\n', ' '), (name) => `$${name}`).flatMap((word) => (typeof word === 'string' ? [word] : 'pattern' in word ? [word.pattern] : []));
}
