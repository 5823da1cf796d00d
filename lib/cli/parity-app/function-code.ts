import type { ParityFunction } from './case-file';

/** Text that every path part of a setup has, and no other text. */
export const PREFIX = 'parity';
/** Hexadecimal digits after it. */
export const PREFIX_DIGITS = 10;

/** The handlers of the cases' vocabulary, as JavaScript functions of the event. */
const HANDLERS: Readonly<Record<string, (fn: ParityFunction) => string>> = {
  'proxy-echo': () => '(event) => ({ statusCode: 200, body: JSON.stringify(event), isBase64Encoded: false })',
  'echo': () => '(event) => event',
  'return-parsed-body': () => `(event) => {
  if (typeof event.body !== 'string') throw new TypeError('the body is not a string');
  return JSON.parse(event.body);
}`,
  'return': ({ value }) => `() => (${JSON.stringify(value)})`,
  'js': ({ code }) => code ?? '',
};

/** The event as if the setup were the whole API. The ARN of the method stays, because policies refer to it. */
const OWN_EVENT = `const own = (text) => text?.replace(/\\/${PREFIX}[0-9a-f]{${PREFIX_DIGITS}}(?=(\\/?))/, (_, slash) => (slash === '' ? '/' : ''));
const ownEvent = (event) => (typeof event?.resource !== 'string' ? event : {
  ...event, path: own(event.path), resource: own(event.resource),
  requestContext: { ...event.requestContext, path: own(event.requestContext?.path), resourcePath: own(event.requestContext?.resourcePath) },
});
`;

/** The module of a function, with the export `handler`; undefined for a handler that the vocabulary does not have. */
export function functionCode(fn: ParityFunction): string | undefined {
  if (fn.handler === 'module') return fn.code;
  const handler = HANDLERS[fn.handler];
  if (handler === undefined) return undefined;
  const isOwn = fn.handler === 'js';
  return `${isOwn ? OWN_EVENT : ''}const handle = ${handler(fn)};\nexports.handler = async (event) => handle(${isOwn ? 'ownEvent(event)' : 'event'});\n`;
}
