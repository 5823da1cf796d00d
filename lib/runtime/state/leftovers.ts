import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { GatewayError } from '../../errors';
import type { Log } from '../ports';
import { freshDeployments } from './deployment-store';
import { temporaryFiles } from './durable';
import { underStateLock } from './lock';
import { temporaryRecords } from './stage-records';
import { reasonOf, systemCode } from './system-error';

/** Directories that deploys write, under a lock of their own. */
const OF_DEPLOYS: readonly string[] = ['stages', 'deployments'];

/**
 * Removes what gateways and commands that were killed have left in a state directory, and says so; to be called by the gateway
 * that has its lock. While a deploy is at work, its files stay. What has its name is whole, and is not touched.
 */
export function removeLeftovers(stateDirectory: string, log: Log): void {
  const removed: string[] = [];
  const remove = (file: string): void => {
    rmSync(file, { recursive: true, force: true });
    removed.push(path.relative(stateDirectory, file));
  };
  const ofDeploys = (): string[] => [...freshDeployments(stateDirectory), ...temporaryRecords(stateDirectory)];
  try {
    leftInside(stateDirectory).forEach(remove);
    if (ofDeploys().length > 0) underStateLock(stateDirectory, () => ofDeploys().forEach(remove));
  } catch (error) {
    const isInUse = GatewayError.isGatewayError(error) && error.code === 'DEPLOY_IN_PROGRESS';
    if (GatewayError.isGatewayError(error) ? !isInUse && error.code !== 'STATE_NOT_WRITABLE' : systemCode(error) === '') throw error;
    if (!isInUse) log({ level: 'warn', code: 'STATE_NOT_WRITABLE', message: `what a killed process left in ${stateDirectory} is not removed: ${reasonOf(error)}` });
  }
  if (removed.length === 0) return;
  log({ level: 'warn', message: `a process was killed while it wrote to ${stateDirectory}; unfinished files are removed: ${removed.join(', ')}` });
}

function leftInside(stateDirectory: string): string[] {
  const directories = readdirSync(stateDirectory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !OF_DEPLOYS.includes(entry.name)).map(({ name }) => path.join(stateDirectory, name));
  const ofEnded = readdirSync(stateDirectory).filter(isOfEndedProcess).map((name) => path.join(stateDirectory, name));
  return [...temporaryFiles(stateDirectory), ...ofEnded, ...directories.flatMap(temporaryFiles)];
}

/** A file that a command writes beside a gateway has the number of its process: `.lock.123`, `local-issuer.json.123.tmp`. */
function isOfEndedProcess(name: string): boolean {
  const pid = Number(/^(?:\..*lock\.(\d+)|.*\.json\.(\d+)\.tmp)$/.exec(name)?.slice(1).find((digits) => digits !== undefined) ?? 0);
  if (pid === 0) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return systemCode(error) === 'ESRCH';
  }
}
