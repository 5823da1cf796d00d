import http from 'node:http';

/** A request; the path is sent as is. */
export interface RequestOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Buffer;
  /** Keeps connections; default: one connection per request. */
  readonly agent?: http.Agent;
}

/** A response with its header lines as received. */
export interface Answer {
  readonly status: number;
  /** Values by lower-case name, repeated ones joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** Names in their original case, in order. */
  readonly names: readonly string[];
  readonly text: string;
  readonly body: Buffer;
  readonly json: <T = Record<string, unknown>>() => T;
}

/** Sends a request with only the given headers, Host and Content-Length. */
export function sendRequest(url: string, { method = 'GET', headers = {}, body, agent }: RequestOptions = {}): Promise<Answer> {
  const { hostname, port, origin } = new URL(url);
  return new Promise((resolve, reject) => {
    const request = http.request({ host: hostname, port, method, path: url.slice(origin.length), agent: agent ?? false });
    if (agent === undefined) request.removeHeader('connection');
    for (const [name, value] of Object.entries(headers)) request.setHeader(name, value);
    if (body !== undefined) request.setHeader('Content-Length', Buffer.byteLength(body));
    request.on('error', reject);
    request.on('response', (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        resolve(answerOf(response, Buffer.concat(parts)));
        if (agent === undefined) request.destroy();
      });
    });
    request.end(body);
  });
}

/** Sends a request with a JSON body. */
export function post(url: string, value: unknown, headers: RequestOptions['headers'] = {}): Promise<Answer> {
  return sendRequest(url, { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(value) });
}

function answerOf({ statusCode = 0, rawHeaders }: http.IncomingMessage, body: Buffer): Answer {
  const names = rawHeaders.filter((_, index) => index % 2 === 0);
  const headers: Record<string, string> = {};
  names.forEach((name, index) => {
    const key = name.toLowerCase();
    const value = rawHeaders[2 * index + 1];
    headers[key] = headers[key] === undefined ? value : `${headers[key]}, ${value}`;
  });
  const text = body.toString('utf8');
  return { status: statusCode, headers, names, text, body, json: <T>() => JSON.parse(text) as T };
}
