import type { HeaderLine, RequestRecord } from '../../protocol';
import { copiedHeaders, variableOf, type CopiedRequest } from './copied-request';

type Copy = (record: RequestRecord, copied: CopiedRequest) => string;

/** A command line for POSIX shells. */
export const asCurl: Copy = (record, copied) => {
  const { method, request } = record;
  const body = request.isBase64 || request.body === '' ? [] : [`--data-raw ${shell(request.body)}`];
  const headers = copiedHeaders(record).map((header) => `-H ${shellHeader(header, copied)}`);
  const piped = request.isBase64 ? ['--data-binary @-'] : [];
  const parts = [`curl -i -X ${method} ${shell(urlOf(record, copied))}`, ...headers, ...body, ...piped];
  const command = `${parts.join(' \\\n  ')}\n`;
  return request.isBase64 ? `printf %s ${shell(request.body)} | base64 -d | ${command}` : command;
};

/** A statement of JavaScript. */
export const asFetch: Copy = (record, copied) => {
  const { method, request } = record;
  const headers = copiedHeaders(record).map((header) => `    [${JSON.stringify(header.name)}, ${codeValue(header, copied)}],`);
  const body = request.isBase64 ? `Buffer.from(${JSON.stringify(request.body)}, 'base64')` : JSON.stringify(request.body);
  return [
    `const response = await fetch(${JSON.stringify(urlOf(record, copied))}, {`,
    `  method: ${JSON.stringify(method)},`,
    ...(headers.length === 0 ? [] : ['  headers: [', ...headers, '  ],']),
    ...(request.body === '' ? [] : [`  body: ${body},`]),
    '});', '',
  ].join('\n');
};

/** A request of an `.http` file, as VS Code's REST Client and JetBrains' HTTP client read it. */
export const asHttp: Copy = (record, copied) => {
  const { method, request } = record;
  const headers = copiedHeaders(record).map((header) => {
    const variable = variableOf(header, copied);
    return `${header.name}: ${variable === undefined ? header.value : `{{${variable}}}`}`;
  });
  return [`${method} ${urlOf(record, copied)}`, ...headers, ...(request.body === '' ? [] : ['', request.body]), ''].join('\n');
};

/** A header's value as an expression of JavaScript. */
export function codeValue(header: HeaderLine, copied: CopiedRequest): string {
  const variable = variableOf(header, copied);
  return variable === undefined ? JSON.stringify(header.value) : `process.env.${variable} ?? ''`;
}

function urlOf({ request }: RequestRecord, { url }: CopiedRequest): string {
  return `${url}${request.url}`;
}

function shellHeader(header: HeaderLine, copied: CopiedRequest): string {
  const variable = variableOf(header, copied);
  return variable === undefined ? shell(`${header.name}: ${header.value}`) : `"${header.name}: $${variable}"`;
}

function shell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
