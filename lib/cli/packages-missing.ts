import path from 'node:path';
import { GatewayError } from '../errors';
import { projectCache } from './bundle-app';
import { dependenciesOf, readProject } from './init/existing-project';
import { isReported } from './reported-failure';
import type { Terminal } from './terminal';

const FAILURES: readonly string[] = ['APP_FAILED', 'APP_NOT_BUNDLED', 'APP_BUNDLER_MISSING'];

/** The error of an app that failed: that its packages are not installed, if none of them are, as after a clone. */
export function withPackages(thrown: unknown, { directory, environment }: Pick<Terminal, 'directory' | 'environment'>): unknown {
  if (!GatewayError.isGatewayError(thrown) || !FAILURES.includes(thrown.code) || isReported(thrown)) return thrown;
  const { manifest, packageManager } = readProject(directory, environment.npm_config_user_agent);
  const isInstalled = projectCache(path.join(directory, 'package.json')) !== undefined;
  if (isInstalled || Object.keys(dependenciesOf(manifest)).length === 0) return thrown;
  return new GatewayError('PACKAGES_NOT_INSTALLED', { directory, command: `${packageManager} install` }, { cause: thrown });
}
