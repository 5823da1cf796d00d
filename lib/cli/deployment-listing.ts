import type { DeploymentSummary, StageRecord } from '../runtime';
import type { Colors } from './terminal';

/** The deployments and stages in a state directory, for `synthgate deployments`. */
export interface DeploymentListing {
  readonly deployments: readonly DeploymentSummary[];
  readonly stages: readonly StageRecord[];
}

/** A shortened deployment id: enough digits to distinguish deployments, including those of the code digest. */
export function shortId(id: string): string {
  const [fingerprint = '', code] = id.split('.');
  return code === undefined ? fingerprint.slice(0, 12) : `${fingerprint.slice(0, 12)}.${code.slice(0, 12)}`;
}

/** One deployment per line, newest last, with the stages that serve it. */
export function deploymentListing({ deployments, stages }: DeploymentListing, colors: Colors): string {
  if (deployments.length === 0) return 'no deployments\n';
  const width = Math.max(...deployments.map(({ id }) => shortId(id).length));
  const nameWidth = Math.max(...deployments.map(({ api }) => api.length));
  const lines = deployments.map(({ id, api, createdAt, codeDigest }) => {
    const at = stages.filter((record) => record.api === api && record.current === id).map(({ stage }) => stage);
    const columns = [shortId(id).padEnd(width), createdAt.slice(0, 19).replace('T', ' '), api.padEnd(nameWidth), colors.dim(`code ${codeDigest.slice(0, 8)}`)];
    return `${columns.join('  ')}${at.length === 0 ? '' : `  ${colors.green(`← ${at.join(', ')}`)}`}\n`;
  });
  return lines.join('');
}

/** The same as JSON, with the history of every stage, oldest first. */
export function deploymentListingValue({ deployments, stages }: DeploymentListing): unknown {
  return {
    deployments: deployments.map((deployment) => ({
      ...deployment,
      stages: stages.filter((record) => record.api === deployment.api && record.current === deployment.id).map(({ stage }) => stage),
    })),
    stages: stages.map(({ api, stage, current, variables, history }) => ({
      api, stage, current, variables, history: history.map(({ action, deployment, at }) => ({ action, deployment, at })),
    })),
  };
}
