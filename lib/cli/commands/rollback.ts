import { Command } from 'commander';
import { GatewayError } from '../../errors';
import { readStageRecords, recordedApis, rollback } from '../../runtime';
import { shortId } from '../deployment-listing';
import { action, jsonOption, type GlobalOptions, type StateOptions } from '../options';
import { stateDirectoryOf } from '../state-directory';
import { serveFlag } from '../serve-flags';
import { colorsOf, jsonText, type Terminal } from '../terminal';

interface RollbackCommandOptions extends GlobalOptions, StateOptions {
  readonly stage?: string;
  readonly to?: string;
  readonly assembly?: string;
  readonly json?: boolean;
}

export function rollbackCommand(terminal: Terminal): Command {
  return new Command()
    .description('roll a stage back to its previous deployment')
    .argument('[api]', 'API name; optional if there is only one')
    .option('-s, --stage <name>', 'stage to roll back; optional if only one was deployed')
    .option('--to <deployment>', 'select this deployment; its first digits are enough')
    .option('--assembly <directory or spec>', 'assembly whose state directory to use')
    .addOption(serveFlag('stateDirectory'))
    .addOption(jsonOption())
    .addHelpText('after', `
Each rollback goes back one more deployment, including its stage variables.

Examples:
  $ synthgate rollback --stage prod
  $ synthgate rollback Pets --stage prod --to 3f9c2a`)
    .action(action(run, terminal));
}

async function run(name: string | undefined, options: RollbackCommandOptions, terminal: Terminal): Promise<void> {
  const stateDirectory = await stateDirectoryOf(options, terminal);
  const api = name ?? onlyApi(stateDirectory, options.stage);
  const stage = options.stage ?? onlyStage(stateDirectory, api);
  const change = rollback({ stateDirectory, api, stage, to: options.to, now: Date.now });
  if (options.json === true) return terminal.out(jsonText(change));
  const serves = change.isChanged ? 'now serves' : 'already serves';
  const before = change.isChanged && change.previous !== undefined ? ` (before: ${shortId(change.previous)})` : '';
  terminal.out(`${colorsOf(terminal, options).green('✓')} ${api} ${change.stage} ${serves} ${shortId(change.deployment)}${before}\n`);
}

/** @throws STAGE_NOT_DEPLOYED, NOTHING_DEPLOYED, API_NOT_CHOSEN */
function onlyApi(stateDirectory: string, stage: string | undefined): string {
  const [first, ...others] = recordedApis(stateDirectory);
  if (first === undefined) {
    throw stage === undefined
      ? new GatewayError('NOTHING_DEPLOYED', { directory: stateDirectory })
      : new GatewayError('STAGE_NOT_DEPLOYED', { stage, api: 'any API' }, { location: stateDirectory });
  }
  if (others.length === 0) return first;
  throw new GatewayError('API_NOT_CHOSEN', { names: [first, ...others].join(', ') });
}

/** @throws NOTHING_DEPLOYED, STAGE_NOT_CHOSEN */
function onlyStage(stateDirectory: string, api: string): string {
  const [first, ...others] = readStageRecords(stateDirectory, api).map(({ stage }) => stage);
  if (first === undefined) throw new GatewayError('NOTHING_DEPLOYED', { directory: stateDirectory });
  if (others.length === 0) return first;
  throw new GatewayError('STAGE_NOT_CHOSEN', { names: [first, ...others].join(', ') });
}
