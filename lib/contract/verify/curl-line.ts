/** Headers and body of a request. */
export interface CurlParts {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A request as one line for a shell. */
export function curlLine(method: string, url: string, { headers, body }: CurlParts): string {
  const parts = Object.entries(headers).map(([name, value]) => `-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`);
  const data = body === undefined ? [] : ['--data-raw', quoted(body)];
  return ['curl', '-i', ...method === 'GET' ? [] : method === 'HEAD' ? ['-I'] : ['-X', method], quoted(url), ...parts, ...data].join(' ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
