import type { RequestPath } from '../http/request';
import { readTarget } from './request-path';

/** Where an API is on a port that several share, as base path mappings of custom domains say it. */
export interface BasePath {
  readonly api: string;
  /** Then the path has no stage. */
  readonly stage: string | undefined;
  /** `/orders`; empty for everything that has no other base path. */
  readonly path: string;
}

/** The form of a base path, with or without slashes around it; clients resolve dot segments before they send a path. */
export const BASE_PATH = /^(?!(?:.*\/)?\.{1,2}(?:\/|$))(?:\(none\)|\/?|\/?[\w$.+!*'()-]+(?:\/[\w$.+!*'()-]+)*\/?)$/;

/** Base paths as they are given, by name of an API, or of an API and its stage: `{ 'Orders': 'orders', 'Users/prod': 'users/v1' }`. */
export function readBasePaths(paths: Readonly<Record<string, string>>): BasePath[] {
  return Object.entries(paths).map(([name, text]) => {
    const at = name.lastIndexOf('/');
    const path = text === '(none)' ? '' : text.replace(/^\/|\/$/g, '');
    return {
      api: at === -1 ? name : name.slice(0, at),
      stage: at === -1 ? undefined : name.slice(at + 1),
      path: path === '' ? '' : `/${path}`,
    };
  });
}

/** As `basePathOf` takes them. */
export function longestFirst(basePaths: readonly BasePath[]): BasePath[] {
  return [...basePaths].sort((left, right) => right.path.length - left.path.length);
}

/** The longest base path that a request target begins with, by whole segments. */
export function basePathOf(target: string, byLength: readonly BasePath[]): BasePath | undefined {
  const path = `/${(target.split('?', 1)[0] ?? '').replace(/^\/+/, '')}`;
  return byLength.find((basePath) => path === basePath.path || path.startsWith(`${basePath.path}/`));
}

/**
 * Splits a request target behind a base path. Functions see the path with it, and with the stage if that is in the path; routes are
 * matched without both.
 * @see docs/guides/several-apis.md
 */
export function readMappedTarget(target: string, { path: basePath, stage }: BasePath): RequestPath {
  const { fullPath, query } = readTarget(target);
  const inside = `/${fullPath.replace(/^\/+/, '')}`.slice(basePath.length);
  const routed = readTarget(stage === undefined ? inside : `/${stage}/${inside}`);
  return {
    stageName: routed.stageName, path: fullPath, routePath: routed.path, fullPath, query,
    basePath: basePath === '' ? '(none)' : basePath.slice(1),
  };
}
