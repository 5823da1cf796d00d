import { Command } from 'commander';
import { GatewayError } from '../../errors';
import { listDeployments, readStageRecords, recordedApis } from '../../runtime';
import { deploymentListing, deploymentListingValue } from '../deployment-listing';
import { action, jsonOption, type GlobalOptions, type StateOptions } from '../options';
import { stateDirectoryOf } from '../state-directory';
import { serveFlag } from '../serve-flags';
import { colorsOf, jsonText, type Terminal } from '../terminal';

interface DeploymentsOptions extends GlobalOptions, StateOptions {
  readonly assembly?: string;
  readonly json?: boolean;
}

export function deploymentsCommand(terminal: Terminal): Command {
  return new Command()
    .description('list deployments and the stages that serve them')
    .argument('[api]', 'API name (default: all)')
    .option('--assembly <directory or spec>', 'assembly whose state directory to use')
    .addOption(serveFlag('stateDirectory'))
    .addOption(jsonOption())
    .addHelpText('after', '\nExamples:\n  $ synthgate deployments\n  $ synthgate deployments Pets --json')
    .action(action(run, terminal));
}

async function run(api: string | undefined, options: DeploymentsOptions, terminal: Terminal): Promise<void> {
  const stateDirectory = await stateDirectoryOf(options, terminal);
  const deployments = listDeployments(stateDirectory);
  const names = [...new Set([...recordedApis(stateDirectory), ...deployments.map((deployment) => deployment.api)])];
  if (api !== undefined && !names.includes(api)) throw new GatewayError('API_UNKNOWN', { name: api, known: names.join(', ') || 'none' });
  const listing = {
    deployments: deployments.filter((deployment) => api === undefined || deployment.api === api),
    stages: names.filter((name) => api === undefined || name === api).flatMap((name) => readStageRecords(stateDirectory, name)),
  };
  terminal.out(options.json === true ? jsonText(deploymentListingValue(listing)) : deploymentListing(listing, colorsOf(terminal, options)));
}
