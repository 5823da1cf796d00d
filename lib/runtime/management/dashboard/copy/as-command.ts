import { GatewayError } from '../../../../errors';
import { shellQuoted } from '../../../shell-quoted';
import type { HeaderLine, RequestRecord } from '../../../inspection/protocol';
import { copiedHeaders, urlParts, variableOf, type CopiedRequest } from './copied-request';

type Copy = (record: RequestRecord, copied: CopiedRequest) => string;

/** Linux refuses a parameter of 128 kB; a pipe has no limit. */
const PARAMETER_BYTES = 100_000;

/** A command line for POSIX shells. @throws REQUEST_NOT_REPEATABLE */
export const asCurl: Copy = (record, copied) => {
  const { id, method, request: { body } } = record;
  if (method === 'HEAD' && body !== '') throw new GatewayError('REQUEST_NOT_REPEATABLE', { id, reason: 'curl sends no body with HEAD' });
  const headers = copiedHeaders(record).map((header) => `-H ${shellHeader(header, copied)}`);
  const { source, option } = shellBody(record);
  const parts = [`curl -i -g ${method === 'HEAD' ? '--head' : `-X ${method}`} ${shellUrl(record, copied)}`, ...headers, ...option];
  return `${source}${parts.join(' \\\n  ')}\n`;
};

export const asFetch: Copy = (record, copied) => {
  const { method, request } = record;
  const headers = copiedHeaders(record).map((header) => `    [${JSON.stringify(header.name)}, ${codeValue(header, copied)}],`);
  const body = request.isBase64 ? `Buffer.from(${JSON.stringify(request.body)}, 'base64')` : JSON.stringify(request.body);
  return [
    `const response = await fetch(${codeUrl(copied.url, record, copied)}, {`,
    `  method: ${JSON.stringify(method)},`,
    ...(headers.length === 0 ? [] : ['  headers: [', ...headers, '  ],']),
    ...(request.body === '' ? [] : [`  body: ${body},`]),
    '});', '',
  ].join('\n');
};

/** Parts of a body that an `.http` file does not read as text: a separator, a file, a variable. */
const NOT_TEXT = /^###|^<@?\s|\{\{|\0/m;

/** A request for the HTTP clients of VS Code and JetBrains, which read a body that is no text from a file: a comment says how. */
export const asHttp: Copy = (record, copied) => {
  const { method, request } = record;
  const headers = copiedHeaders(record).map((header) => {
    const variable = variableOf(header, copied);
    return `${header.name}: ${variable === undefined ? header.value : `{{${variable}}}`}`;
  });
  const url = urlParts(record, copied).map((part) => ('text' in part ? part.text : `{{${part.variable}}}`)).join('');
  const isFile = request.isBase64 || NOT_TEXT.test(request.body);
  const write = isFile ? [`# the body is not plain text; write it first: printf %s '${base64Of(request)}' | base64 -d > body.bin`] : [];
  const body = request.body === '' ? [] : ['', isFile ? '< ./body.bin' : request.body];
  return [...write, `${method} ${copied.url}${url}`, ...headers, ...body, ''].join('\n');
};

function codeValue(header: HeaderLine, copied: CopiedRequest): string {
  const variable = variableOf(header, copied);
  return variable === undefined ? JSON.stringify(header.value) : `process.env.${variable} ?? ''`;
}

/** A URL as an expression of JavaScript. @param origin - what comes before the path */
function codeUrl(origin: string, record: RequestRecord, copied: CopiedRequest): string {
  const parts = urlParts(record, copied);
  if (parts.every((part) => 'text' in part)) return JSON.stringify(`${origin}${record.request.url}`);
  const escaped = (text: string): string => text.replaceAll(/[\\`]|\$\{/g, '\\$&');
  const texts = parts.map((part) => ('text' in part ? escaped(part.text) : `\${encodeURIComponent(process.env.${part.variable} ?? '')}`));
  return `\`${escaped(origin)}${texts.join('')}\``;
}

/** Returns the command that is piped into curl, and the options that send the body. Bytes and long texts cannot be a parameter. */
function shellBody({ request }: RequestRecord): { readonly source: string; readonly option: readonly string[] } {
  const { body, headers } = request;
  if (body === '') return { source: '', option: [] };
  // curl would add its own
  const type = headers.some(({ name }) => name.toLowerCase() === 'content-type') ? [] : ["-H 'Content-Type:'"];
  const isBinary = request.isBase64 || body.includes('\0');
  if (!isBinary && Buffer.byteLength(body) < PARAMETER_BYTES) return { source: '', option: [...type, `--data-raw ${shellQuoted(body)}`] };
  const source = isBinary ? `printf %s '${base64Of(request)}' | base64 -d | ` : `printf %s ${shellQuoted(body)} | `;
  return { source, option: [...type, '--data-binary @-'] };
}

function base64Of({ body, isBase64 }: RequestRecord['request']): string {
  return isBase64 ? body : Buffer.from(body, 'utf8').toString('base64');
}

function shellUrl(record: RequestRecord, copied: CopiedRequest): string {
  const parts = urlParts(record, copied).map((part, index) => ('text' in part ? shellQuoted(`${index === 0 ? copied.url : ''}${part.text}`) : `"$${part.variable}"`));
  // curl would resolve them
  const asIs = /\/\.{1,2}(?:[/?]|$)/.test(record.request.url) ? '--path-as-is ' : '';
  return `${asIs}${parts.join('')}`;
}

function shellHeader(header: HeaderLine, copied: CopiedRequest): string {
  const variable = variableOf(header, copied);
  if (variable !== undefined) return `"${header.name}: $${variable}"`;
  // with a colon, curl would drop it
  return shellQuoted(header.value === '' ? `${header.name};` : `${header.name}: ${header.value}`);
}
