import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { closed, listening, portOf } from './service-server';

/** A server that answers as an emulator does. */
export interface EmulatorStandIn {
  readonly url: string;
  readonly port: number;
  /** Method and path of each request. */
  readonly seen: string[];
  readonly close: () => Promise<void>;
}

type Answers = Readonly<Record<string, readonly [status: number, body: string]>>;

const NO_BUCKET = '<Error><Code>NoSuchBucket</Code></Error>';

/** The documented answers by path; any other path is taken for a bucket. Compatible emulators answer the health of LocalStack, too. */
export const ANSWERS: Readonly<Record<string, Answers>> = {
  'LocalStack': { '/_localstack/health': [200, '{"services": {"s3": "available"}, "edition": "community", "version": "4.12.0"}'] },
  'MiniStack': { '/_ministack/health': [200, '{"status": "ok"}'], '/_localstack/health': [200, '{"services": {}}'] },
  'Floci': { '/_floci/health': [200, '{"services": {}}'], '/_localstack/health': [200, '{"services": {}}'] },
  'DynamoDB Local': {
    '*': [400, '{"__type":"com.amazonaws.dynamodb.v20120810#MissingAuthenticationToken","message":"Request must contain either a valid (registered) AWS access key ID or X.509 certificate."}'],
  },
  'an API with JSON': { '*': [200, '{"message": "not found"}'] },
  'a server': { '*': [200, '<html>{"__type": "none"}</html>'] },
};

interface Tls {
  readonly key: string;
  readonly cert: string;
}

/** @param tls - key and certificate, for HTTPS */
export async function startEmulator(answers: Answers = {}, tls?: Tls): Promise<EmulatorStandIn> {
  const seen: string[] = [];
  const answer = (method: string, path: string): readonly [number, string] => {
    seen.push(`${method} ${path}`);
    return answers[path] ?? answers['*'] ?? [404, NO_BUCKET];
  };
  const server: Server = (tls === undefined ? createServer() : createSecureServer({ ...tls })).on('request', (request, response) => {
    const [status, body] = answer(request.method ?? '', request.url ?? '');
    response.writeHead(status).end(body);
  });
  await listening(server);
  const port = portOf(server);
  return { url: `http${tls === undefined ? '' : 's'}://127.0.0.1:${port}`, port, seen, close: () => closed(server) };
}
