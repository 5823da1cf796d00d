import type { HttpEvent } from './http-events';
import { DEFAULT_HEADERS, corsSettings } from './cors';
import { listOf, present, type JsonMap } from './value';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'OPTIONS', 'HEAD', 'DELETE'];

/** `provider.httpApi.cors` as CloudFormation has it: `true`, or settings. Methods that are not named are those of the events. */
export function httpApiCors(cors: unknown, events: readonly HttpEvent[]): JsonMap | undefined {
  const settings = corsSettings(cors);
  if (settings === undefined) return undefined;
  return present({
    AllowOrigins: listOf(settings['allowedOrigins'] ?? '*'),
    AllowHeaders: listOf(settings['allowedHeaders'] ?? DEFAULT_HEADERS),
    AllowMethods: listOf(settings['allowedMethods'] ?? methodsOf(events)),
    AllowCredentials: settings['allowCredentials'] === true ? true : undefined,
    ExposeHeaders: settings['exposedResponseHeaders'] === undefined ? undefined : listOf(settings['exposedResponseHeaders']),
    MaxAge: settings['maxAge'],
  });
}

function methodsOf(events: readonly HttpEvent[]): readonly string[] {
  const named = events.flatMap(({ method = 'ANY' }) => (method === 'ANY' ? METHODS : method));
  return [...new Set(['OPTIONS', ...named])];
}
