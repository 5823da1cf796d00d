import type { ParityFunction } from './case-file';

/** The handlers of the cases' vocabulary, as JavaScript functions of the event. */
const HANDLERS: Readonly<Record<string, (fn: ParityFunction) => string>> = {
  'proxy-echo': () => '(event) => ({ statusCode: 200, body: JSON.stringify(event), isBase64Encoded: false })',
  'echo': () => '(event) => event',
  'return-parsed-body': () => `(event) => {
  if (typeof event.body !== 'string') throw new TypeError('the body is not a text');
  return JSON.parse(event.body);
}`,
  'return': ({ value }) => `() => (${JSON.stringify(value)})`,
  'js': ({ code }) => code ?? '',
};

/** The module of a function, with the export `handler`; undefined for a handler that the vocabulary does not have. */
export function functionCode(fn: ParityFunction): string | undefined {
  const handler = HANDLERS[fn.handler];
  return handler === undefined ? undefined : `const handle = ${handler(fn)};\nexports.handler = async (event) => handle(event);\n`;
}
