import { Command, Option } from 'commander';
import { spawn } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { GatewayError } from '../../errors';
import { codeOf } from '../error-stack';
import { ExitCode } from '../exit-code';
import { readProject, type ExistingProject } from '../init/existing-project';
import { planFiles, sourceOf, type Change, type PlannedFile } from '../init/plan-files';
import { TEMPLATES, templateFiles, type Template } from '../init/template-files';
import { action, type GlobalOptions } from '../options';
import { colorsOf, writeText, type Colors, type Terminal } from '../terminal';
import { version } from '../version';

interface InitOptions extends GlobalOptions {
  readonly template?: Template;
  readonly force?: boolean;
  readonly install?: boolean;
}

export function initCommand(terminal: Terminal): Command {
  return new Command()
    .description('create a project: an API, a handler, a test and settings; or add them to an existing one')
    .argument('[directory]', 'directory of the project; created if it does not exist (default: the current one)')
    .addOption(new Option('-t, --template <name>', 'what to start from: hello (an API of its own), cdk (a stack of the AWS CDK; default where there is a cdk.json), python or go (functions in that language)').choices(TEMPLATES))
    .option('--force', 'replace files that have the name of a file of the template')
    .option('--install', 'install the packages (default: ask in a terminal)')
    .option('--no-install', 'do not install the packages, and do not ask')
    .addHelpText('after', `
In an existing project, package.json and .gitignore are completed, and tsconfig.json, cdk.json, synthgate.json, AGENTS.md and
.vscode/launch.json are kept as they are. If any other file exists, nothing is written, unless --force is given.

Examples:
  $ synthgate init pets
  $ synthgate init shop --template cdk --install
  $ synthgate init orders --template python
  $ npm create synthgate@latest pets`)
    .action(action(run, terminal));
}

async function run(given: string | undefined, options: InitOptions, terminal: Terminal): Promise<void> {
  const directory = path.resolve(terminal.directory, given ?? '.');
  const shown = path.relative(terminal.directory, directory) || '.';
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() === false) throw new GatewayError('INIT_FILES_EXIST', { directory: '.', files: shown });
  const project = readProject(directory, terminal.environment.npm_config_user_agent);
  const template = options.template ?? (project.cdkApp === undefined ? await chosenTemplate(terminal) : 'cdk');
  const { files, conflicts } = planFiles({
    template, project, name: packageName(directory), version: version(), templateFiles: templateFiles(template),
    read: (file) => textOf(path.join(directory, file)),
  });
  if (conflicts.length > 0 && options.force !== true) {
    throw new GatewayError('INIT_FILES_EXIST', { directory: shown, files: conflicts.join(', ') });
  }
  write(directory, files);
  const colors = colorsOf(terminal, options);
  terminal.out(`${colors.bold(shown === '.' ? path.basename(directory) : shown)}  ${colors.dim(`template ${template}`)}\n${listing(files, colors)}`);
  const isInstalled = await wantsInstall(options, terminal, project);
  if (isInstalled) await install(project, directory, terminal);
  terminal.out(nextSteps({ shown, template, project, isInstalled }, colors));
}

async function chosenTemplate({ ask }: Terminal): Promise<Template> {
  const names = `${TEMPLATES.slice(0, -1).join(', ')} or ${TEMPLATES.at(-1) ?? ''}`;
  const answer = await ask?.(`template: ${names} [hello] `) ?? '';
  if (answer === '') return 'hello';
  const template = TEMPLATES.find((name) => name === answer);
  if (template === undefined) throw new GatewayError('OPTION_INVALID', { option: '--template', given: answer, allowed: names });
  return template;
}

/** Undefined for what does not exist. @throws INIT_FILES_EXIST for a file where a directory is needed */
function textOf(file: string): string | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false }) === undefined ? undefined : readFileSync(file, 'utf8');
  } catch (cause) {
    const isInTheWay = ['ENOTDIR', 'EISDIR'].includes(codeOf(cause));
    throw isInTheWay ? new GatewayError('INIT_FILES_EXIST', { directory: path.dirname(file), files: path.basename(file) }, { cause }) : cause;
  }
}

function write(directory: string, files: readonly PlannedFile[]): void {
  for (const { file, text } of files.filter(({ change }) => change !== 'kept' && change !== 'unchanged')) {
    writeText(path.join(directory, file), text);
  }
}

const MARKS: Readonly<Record<Change, string>> = { added: '+', completed: '~', replaced: '!', kept: '=', unchanged: '=' };

function listing(files: readonly PlannedFile[], colors: Colors): string {
  const width = Math.max(...files.map(({ file }) => file.length));
  return files.map(({ file, change }) => `  ${colors.green(MARKS[change])} ${file.padEnd(width)}${change === 'added' ? '' : `  ${colors.dim(change)}`}`.trimEnd())
    .map((line) => `${line}\n`).join('');
}

async function wantsInstall({ install: isWanted }: InitOptions, { ask }: Terminal, { packageManager }: ExistingProject): Promise<boolean> {
  if (isWanted !== undefined) return isWanted;
  if (ask === undefined) return false;
  const answer = await ask(`run ${packageManager} install? [Y/n] `);
  return !/^n/i.test(answer);
}

/** Installs the packages; the package manager prints to this terminal. @throws COMMAND_NOT_STARTED, and its exit code if it fails */
async function install({ packageManager }: ExistingProject, directory: string, { environment }: Terminal): Promise<void> {
  const child = spawn(packageManager, ['install'], { cwd: directory, env: environment, stdio: 'inherit' });
  const code = await new Promise<number>((resolve, reject) => {
    child.on('error', (cause) => reject(new GatewayError('COMMAND_NOT_STARTED', { command: packageManager, reason: cause.message }, { cause })));
    child.on('close', (exitCode) => resolve(exitCode ?? 1));
  });
  if (code !== 0) throw new ExitCode(code);
}

const DEV = 'synthgate dev';

interface Result {
  readonly shown: string;
  readonly template: Template;
  readonly project: ExistingProject;
  readonly isInstalled: boolean;
}

function nextSteps({ shown, template, project, isInstalled }: Result, colors: Colors): string {
  const { packageManager, cdkApp, manifest } = project;
  const isOwnDev = (manifest?.scripts?.dev ?? DEV) === DEV;
  const app = template === 'cdk' && cdkApp !== undefined ? sourceOf(cdkApp) ?? 'your app' : undefined;
  const steps = [
    ...(shown === '.' ? [] : [`cd ${shown}`]),
    ...(isInstalled ? [] : [`${packageManager} install`]),
    ...(template === 'go' ? ['(cd functions/pets && go mod tidy)'] : []),
    isOwnDev ? `${packageManager} run dev` : `npx ${DEV}`,
    `${packageManager} test`,
  ];
  const stack = app === undefined ? '' : `\nadd to ${app}:\n  import { PetsStack } from '../lib/pets-stack';\n  new PetsStack(app, 'PetsStack');\n`;
  return `${stack}\n${colors.dim('next:')}\n${steps.map((step) => `  ${step}\n`).join('')}`;
}

/** A name that npm accepts, from that of the directory. */
function packageName(directory: string): string {
  return path.basename(directory).toLowerCase().replace(/[^a-z0-9._-]+/g, '-').replace(/^[._-]+/, '') || 'my-api';
}
