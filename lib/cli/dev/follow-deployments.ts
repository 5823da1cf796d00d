import { driftedStages, driftText, makeStagesDirectory, type Log, type Serving } from '../../runtime';
import { messageOf } from '../error-stack';
import { createFileWatcher } from './file-watcher';

/** The running gateway of `dev --deployed`, and its assembly. */
export interface Deployed {
  readonly serving: Serving;
  /** The assembly that edits are built to. */
  readonly source: string;
}

export interface DeploymentFollower {
  /** Says which stages do not serve the last edit, and what to run. */
  readonly reportBehind: () => void;
  readonly close: () => Promise<void>;
}

/** Serves each deployment and rollback as soon as it is made. @throws STATE_NOT_WRITABLE */
export async function followDeployments(stateDirectory: string, served: () => Deployed | undefined, log: Log): Promise<DeploymentFollower> {
  const reportBehind = (): void => {
    const source = served()?.source;
    if (source === undefined) return;
    for (const drift of driftedStages(source, stateDirectory)) log({ level: 'warn', message: driftText(drift, 'leave --deployed out') });
  };
  const failed = (error: unknown): void => log({ level: 'error', message: `deployments cannot be followed: ${messageOf(error)}` });
  const reload = async (): Promise<void> => {
    await served()?.serving.reload();
    log({ level: 'info', message: '↻ deployments  reloaded' });
    reportBehind();
  };
  const directory = makeStagesDirectory(stateDirectory);
  const watcher = createFileWatcher({ directory, changed: () => void reload().catch(failed), failed });
  await watcher.watch({ files: [], directories: [directory] }, false);
  return { reportBehind, close: watcher.close };
}
