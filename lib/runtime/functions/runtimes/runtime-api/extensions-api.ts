import type { IncomingMessage, ServerResponse } from 'node:http';
import { accept, refuse, reply } from './replies';

export interface ExtensionFacts {
  readonly functionName: string;
  readonly handler: string;
  readonly newId: () => string;
}

const REGISTER = 'POST /2020-01-01/extension/register';
const NEXT_EVENT = 'GET /2020-01-01/extension/event/next';
const ACCEPTED = new Set([
  'POST /2020-01-01/extension/init/error', 'POST /2020-01-01/extension/exit/error',
  'PUT /2022-07-01/telemetry', 'PUT /2020-08-15/logs',
]);

/**
 * Serves the Extensions API to code inside a runtime's own process, such as an agent for monitoring: it may register, and waits for
 * an event that never comes. Telemetry is accepted, and none is sent.
 *
 * @returns false if the request is not one of that API
 * @see https://docs.aws.amazon.com/lambda/latest/dg/runtimes-extensions-api.html
 */
export function serveExtension(request: IncomingMessage, response: ServerResponse, facts: ExtensionFacts): boolean {
  const { functionName, handler, newId } = facts;
  const operation = `${request.method ?? ''} ${request.url ?? ''}`;
  if (operation === NEXT_EVENT) return true; // without an answer
  if (ACCEPTED.has(operation)) {
    request.resume();
    accept(response);
    return true;
  }
  if (operation !== REGISTER) return false;
  if (request.headers['lambda-extension-name'] === undefined) {
    refuse(request, response, { status: 403, errorType: 'Extension.InvalidExtensionName', errorMessage: 'Lambda-Extension-Name is missing' });
    return true;
  }
  request.resume();
  response.setHeader('Lambda-Extension-Identifier', newId());
  reply(response, 200, JSON.stringify({ functionName, functionVersion: '$LATEST', handler }));
  return true;
}
