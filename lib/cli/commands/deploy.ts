import { Command } from 'commander';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { diffApis } from '../../diff';
import { GatewayError } from '../../errors';
import {
  chooseApi, deploy, deploymentChange, pinExistingStages, readAssembly, readStageRecords, servableApis, suggestText, type AssemblyApi,
  type StageChange, type PinnedStage,
} from '../../runtime';
import { freshAssembly, replacedAssembly } from '../assembly-source';
import { shortId } from '../deployment-listing';
import { currentDay, judge, readAccepted } from '../diff/accepted';
import { findingLines } from '../diff/formats';
import { countText } from '../diff/report';
import { action, appOption, jsonOption, outputOption, type AppOptions, type StateOptions } from '../options';
import { reportWarnings } from '../report-warnings';
import { serveFlag } from '../serve-flags';
import { allowOutsideOption } from '../sources/source-options';
import { stateOf } from '../state-directory';
import { colorsOf, jsonText, type Terminal } from '../terminal';

interface DeployCommandOptions extends AppOptions, StateOptions {
  readonly stage?: string;
  readonly assembly?: string;
  readonly create?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

export function deployCommand(terminal: Terminal): Command {
  return new Command()
    .description('deploy the current definition to a stage')
    .argument('[api]', 'API name; optional if there is only one')
    .option('-s, --stage <name>', 'stage to deploy to; optional if only one is declared')
    .addOption(appOption())
    .addOption(outputOption())
    .addOption(allowOutsideOption())
    .option('--assembly <directory or spec>', 'deploy this assembly instead of running the app')
    .option('--create', 'create the stage if the app does not declare it (default: ask in a terminal)')
    .option('--yes', 'deploy also if callers would fail (default: ask in a terminal)')
    .addOption(serveFlag('stateDirectory'))
    .addOption(jsonOption())
    .addHelpText('after', `
What changes for callers of the stage is printed first. Other stages are not changed. A running "synthgate serve" picks up the change without dropping a request.

Examples:
  $ synthgate deploy --stage prod
  $ synthgate deploy Pets --stage test --assembly gateway.out`)
    .action(action(run, terminal));
}

async function run(name: string | undefined, given: DeployCommandOptions, terminal: Terminal): Promise<void> {
  const served = await servedBefore(name, given, terminal);
  const options = served === undefined ? given : await tryStage(served, name, { options: given, terminal });
  if (served !== undefined) keepServed(served, options, terminal);
  const source = await freshAssembly(options.assembly, options, terminal);
  reportWarnings(source, terminal);
  const api = chooseApi(readAssembly(source), name);
  const stage = options.stage ?? onlyStage(api);
  await requireStage(api, stage, { options, source, terminal });
  await confirmChanges(api, stage, { options, source, terminal });
  const { kept, ...change } = deploy({ source, stateDirectory: stateOf(source, options, terminal), api: api.name, stage, now: Date.now });
  terminal.err(keptText(api.name, kept));
  terminal.out(options.json === true ? jsonText(change) : changeText(change, colorsOf(terminal, options).green('✓')));
}

interface DeployParts {
  readonly options: DeployCommandOptions;
  readonly source: string;
  readonly terminal: Terminal;
}

/** A misspelled stage would be a new one. One that was deployed before exists. @throws STAGE_NOT_DECLARED */
async function requireStage(api: AssemblyApi, stage: string, { options, source, terminal }: DeployParts): Promise<void> {
  if (isKnown(api, stage, { options, source, terminal })) return;
  const answer = await terminal.ask?.(`${api.name} declares no stage ${stage}. Make it? [y/N] `) ?? '';
  if (/^y/i.test(answer)) return;
  throw new GatewayError('STAGE_NOT_DECLARED', { api: api.name, stage, known: suggestText(stage, Object.keys(api.spec.stages)) });
}

/** Says what the deploy changes for callers of the stage, and asks if they would fail. @throws DEPLOY_BREAKING */
async function confirmChanges(api: AssemblyApi, stage: string, { options, source, terminal }: DeployParts): Promise<void> {
  const change = deploymentChange(stateOf(source, options, terminal), api, stage);
  if (change === undefined) return;
  const { open } = judge(diffApis([change.before], [change.after], { today: currentDay() }).findings, readAccepted(terminal));
  if (open.length === 0) return;
  const colors = colorsOf(terminal, options);
  terminal.err(`${api.name} ${stage}: ${countText(open) ?? ''}\n${findingLines(open, colors).join('\n')}\n`);
  const breaking = open.filter(({ level }) => level === 'breaking');
  if (breaking.length === 0 || options.yes === true) return;
  const answer = await terminal.ask?.(`Callers of ${api.name} ${stage} that follow its definition will fail. Deploy? [y/N] `) ?? '';
  if (!/^y/i.test(answer)) throw new GatewayError('DEPLOY_BREAKING', { api: api.name, stage, count: breaking.length });
}

/** Whether a stage is declared, was deployed before, or may be made. */
function isKnown({ name, spec }: AssemblyApi, stage: string, { options, source, terminal }: DeployParts): boolean {
  return options.create === true || Object.hasOwn(spec.stages, stage)
    || readStageRecords(stateOf(source, options, terminal), name).some((record) => record.stage === stage);
}

/** The API that is served until the app is run again, and the stage to deploy to. */
interface Served {
  readonly source: string;
  readonly api: AssemblyApi;
  readonly stage: string;
}

/** Undefined if no app is run, or nothing is served. @throws API_NOT_CHOSEN, STAGE_NOT_CHOSEN */
async function servedBefore(name: string | undefined, options: DeployCommandOptions, terminal: Terminal): Promise<Served | undefined> {
  const source = await replacedAssembly(options.assembly, options, terminal);
  const served = source === undefined ? [] : servableApis(source).filter((api) => name === undefined || api.name === name);
  if (source === undefined || served.length === 0) return undefined;
  const api = chooseApi(served, name);
  return Object.keys(api.spec.stages).length === 0 ? undefined : { source, api, stage: options.stage ?? onlyStage(api) };
}

/**
 * A stage that does not exist yet may be one that was added to the app, or misspelled: only a run tells. This one writes
 * elsewhere, so that a misspelled stage changes neither the assembly nor the state.
 * @returns the options for the deploy: the stage may be made
 * @throws STAGE_NOT_DECLARED and the errors of an app
 */
async function tryStage(
  { source, api, stage }: Served, name: string | undefined, { options, terminal }: Pick<DeployParts, 'options' | 'terminal'>,
): Promise<DeployCommandOptions> {
  if (isKnown(api, stage, { options, source, terminal })) return options;
  const directory = mkdtempSync(path.join(tmpdir(), 'synthgate-deploy-'));
  try {
    const tried = await freshAssembly(options.assembly, { ...options, output: path.join(directory, 'gateway.out') }, terminal);
    await requireStage(chooseApi(readAssembly(tried), name), stage, { options, source, terminal });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
  return { ...options, create: true };
}

/** Records stages that serve the old assembly before a run replaces it, and says so at once: it holds even if the app fails. */
function keepServed({ source, api, stage }: Served, options: DeployCommandOptions, terminal: Terminal): void {
  const kept = pinExistingStages({ api, stateDirectory: stateOf(source, options, terminal), now: Date.now });
  terminal.err(keptText(api.name, kept.filter((one) => one.stage !== stage)));
}

/** One line for each stage that keeps its deployment, and how to deploy to it as well. */
function keptText(api: string, kept: readonly PinnedStage[]): string {
  return kept.map(({ stage, deployment }) =>
    `${api} ${stage} keeps ${shortId(deployment)}, which it has been serving; to deploy to it as well, run: synthgate deploy ${api} --stage ${stage}\n`).join('');
}

/** The result of a deploy, on one line. */
function changeText({ api, stage, deployment, previous, isChanged }: StageChange, mark: string): string {
  if (!isChanged) return `${mark} ${api} ${stage} already serves ${shortId(deployment)}\n`;
  const isElsewhere = previous !== undefined && previous !== deployment;
  return `${mark} ${api} ${stage} now serves ${shortId(deployment)}${isElsewhere ? ` (before: ${shortId(previous)})` : ''}\n`;
}

function onlyStage(api: AssemblyApi): string {
  const [first, ...others] = Object.keys(api.spec.stages);
  if (first !== undefined && others.length === 0) return first;
  throw new GatewayError('STAGE_NOT_CHOSEN', { names: Object.keys(api.spec.stages).join(', ') || 'none' });
}
