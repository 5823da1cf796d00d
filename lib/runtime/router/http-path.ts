import { DEFAULT_STAGE } from '../../spec';
import { decodePath } from '../http/decode-path';
import type { RequestPath } from '../http/request';
import type { BasePath } from './base-path';
import { readWholeTarget } from './request-path';

/** The names of the stages that are served. */
export interface StageNames {
  readonly has: (name: string) => boolean;
}

/**
 * Splits the target of a request to an HTTP API: a first segment that names a stage is that stage; everything else goes to `$default`.
 * A base path that names a stage leaves no segment for it. Routes are matched on the decoded path.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html
 */
export function readHttpTarget(target: string, stages: StageNames, basePath?: BasePath): RequestPath {
  const { fullPath, query } = readWholeTarget(target);
  const inside = basePath === undefined ? fullPath : `/${fullPath.replace(/^\/+/, '')}`.slice(basePath.path.length) || '/';
  const [stageName, routed] = basePath?.stage === undefined ? splitStage(inside, stages) : [basePath.stage, inside];
  return {
    stageName,
    path: fullPath,
    routePath: decodePath(routed),
    fullPath,
    rawPath: decodePath(inside),
    query,
    ...(basePath === undefined ? {} : { basePath: basePath.path === '' ? '(none)' : basePath.path.slice(1) }),
  };
}

function splitStage(path: string, stages: StageNames): readonly [stageName: string, path: string] {
  const slash = path.indexOf('/', 1);
  const first = path.slice(1, slash === -1 ? path.length : slash);
  if (first === DEFAULT_STAGE || !stages.has(first)) return [DEFAULT_STAGE, path];
  return [first, slash === -1 ? '/' : path.slice(slash)];
}
