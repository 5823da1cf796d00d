import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runCommand, startCommand, type CommandLine, type Ended, type Started } from './command';
import { idOf, IN_EVERY_TEST, type Row } from './matrix';
import { MANAGERS } from './package-managers';
import { handler, newProjectFiles, projectFiles, testCommand, type ProjectFiles } from './project-files';
import { TEST_COUNT } from './project-tests';
import { repository } from '../repository';
import { until } from '../until';
import type { CaseResult } from '../suite';

/** The means that all projects are made with. */
export interface Workshop {
  readonly tarball: string;
  /** Downloads, shared by all projects and runs. */
  readonly cache: string;
  /** The folder of the package managers' programs. */
  readonly programs: string;
  readonly registry: string;
  readonly packagesOf: (row: Row) => Readonly<Record<string, string>>;
}

const STEPS = ['install', 'packages', 'synth', 'ls', 'dev', 'dev after an edit', 'tests', 'init'] as const;
type Step = (typeof STEPS)[number];

/** A project that `init` writes is tried on request only: it has packages of its own to install, in their newest versions. */
function stepsOf(row: Row): readonly Step[] {
  return IN_EVERY_TEST.some((often) => idOf(often) === idOf(row)) ? STEPS.filter((step) => step !== 'init') : STEPS;
}

const PATIENCE_MS = 180_000;
const UNREACHABLE = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|RequestError|ERR_PNPM_META_FETCH_FAIL/;

/** Installs a row's project in `folder` and lives there; one result for each step. Those that were not reached have failed. */
export async function play(row: Row, workshop: Workshop, folder: string): Promise<readonly CaseResult[]> {
  const results = new Map<Step, CaseResult>();
  const startedMs = performance.now();
  const note = (step: Step, problems: readonly string[], more: Partial<CaseResult> = {}): boolean => {
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
    results.set(step, { name: `${idOf(row)} ${step}`, problems, observed: `after ${seconds} s`, ...more });
    return problems.length === 0 && more.leftOut === undefined;
  };
  await steps(new Project(row, workshop, { folder: path.join(folder, 'shop'), files: projectFiles }), note);
  if (stepsOf(row).includes('init') && results.get('install')?.problems.length === 0) {
    note('init', await initProblems(new Project(row, workshop, { folder: path.join(folder, 'new'), files: newProjectFiles })));
  }
  const [leftOut] = [...results.values()].flatMap((one) => one.leftOut ?? []);
  return stepsOf(row).map((step) => results.get(step) ?? {
    name: `${idOf(row)} ${step}`, problems: leftOut === undefined ? ['was not reached'] : [], ...(leftOut === undefined ? {} : { leftOut }),
  });
}

type Note = (step: Step, problems: readonly string[], more?: Partial<CaseResult>) => boolean;

async function steps(project: Project, note: Note): Promise<void> {
  project.write();
  const installed = await project.install();
  if (installed.code !== 0 && UNREACHABLE.test(installed.output)) {
    note('install', [], { leftOut: 'the registry cannot be reached' });
    return;
  }
  if (!note('install', problemsOf(installed))) return;
  note('packages', await packageProblems(project));
  const synthesized = await project.synthgate('synth');
  note('synth', problemsOf(synthesized, /written to|gateway\.out|cdk\.out/));
  note('ls', problemsOf(await project.synthgate('ls'), /POST +\/pets .*CUSTOM.*api key/i));
  await develop(project, note);
  // the tests read the edited handler
  project.edit('second');
  note('tests', problemsOf(await project.test(), new RegExp(`(?:Tests:? +${TEST_COUNT} passed|pass ${TEST_COUNT}\\b)`)));
}

/** Problems of a project that `init` completes: its own test and its synthesis. */
async function initProblems(project: Project): Promise<readonly string[]> {
  const actions = [
    () => project.install(),
    () => project.synthgate(`init --no-install --template ${project.hasCdk ? 'cdk' : 'hello'}`),
    () => project.install(),
    () => project.synthgate('ls'),
    () => project.script('test'),
  ];
  project.write();
  for (const action of actions) {
    const ended = await action();
    if (ended.code !== 0) return problemsOf(ended);
  }
  return [];
}

/** Serves the project, and edits its handler once it answers. */
async function develop(project: Project, note: Note): Promise<void> {
  const dev = project.dev();
  try {
    const url = await until(() => dev.hasEnded() ? true : (/http:\/\/127\.0\.0\.1:\d+\/prod/.exec(dev.output())?.[0] ?? false), PATIENCE_MS);
    if (url === undefined || url === true) {
      note('dev', ['prints no address', ...lastLines(dev.output())]);
      return;
    }
    if (!note('dev', await answers(dev, url, 'first'))) return;
    project.edit('second');
    note('dev after an edit', await answers(dev, url, 'second'));
  } finally {
    await dev.stop();
  }
}

async function answers(dev: Started, url: string, word: string): Promise<readonly string[]> {
  let last = 'nothing';
  const answer = await until(async () => {
    if (dev.hasEnded()) return false;
    last = await fetch(`${url}/pets`).then(async (response) => `${response.status} ${await response.text()}`, String);
    return last === `200 ${word} /pets`;
  }, PATIENCE_MS);
  return answer === undefined ? [`answers ${last}, not "${word}"`, ...lastLines(dev.output())] : [];
}

/** Problems where the project finds other packages than the row says: the tarball, and the aws-cdk-lib that it names or none. */
async function packageProblems(project: Project): Promise<readonly string[]> {
  const expected = project.packages['aws-cdk-lib'] ?? 'none';
  const program = "const v = (n) => { try { return require(n + '/package.json').version } catch (e) { return e.code === 'MODULE_NOT_FOUND' ? 'none' : e.message } };"
    + "console.log('CDK=' + v('aws-cdk-lib') + ' LINKED=' + require.resolve('synthgate').startsWith(process.argv[2]))";
  const { output } = await project.node(program);
  return output.includes(`CDK=${expected} LINKED=false`) ? [] : [`expected aws-cdk-lib ${expected}`, ...lastLines(output)];
}

/** Where a project is, and what it is made of. */
interface ProjectPlace {
  readonly folder: string;
  readonly files: (row: Row, packages: Readonly<Record<string, string>>) => ProjectFiles;
}

class Project {
  public readonly packages: Readonly<Record<string, string>>;
  private readonly folder: string;
  private readonly directory: string;

  public constructor(private readonly row: Row, private readonly workshop: Workshop, private readonly place: ProjectPlace) {
    this.packages = workshop.packagesOf(row);
    this.folder = place.folder;
    this.directory = path.join(place.folder, MANAGERS[row.manager].project);
  }

  public get hasCdk(): boolean {
    return this.row.cdk !== 'none';
  }

  public write(): void {
    const { tarball } = this.workshop;
    writeFiles(this.folder, MANAGERS[this.row.manager].files);
    writeFiles(this.directory, this.place.files(this.row, { ...this.packages, synthgate: `file:${tarball}` }));
  }

  public edit(word: string): void {
    writeFiles(this.directory, { 'src/pets.ts': handler(word) });
  }

  public install(): Promise<Ended> {
    return this.run(MANAGERS[this.row.manager].install(this.workshop.cache), this.folder);
  }

  public synthgate(parameters: string): Promise<Ended> {
    return this.run(MANAGERS[this.row.manager].run(`synthgate ${parameters}`));
  }

  public node(program: string): Promise<Ended> {
    writeFiles(this.directory, { 'probe.cjs': program });
    return this.run(`${MANAGERS[this.row.manager].node} probe.cjs ${path.join(repository, 'build')}`);
  }

  public test(): Promise<Ended> {
    return this.run(testCommand(this.row));
  }

  /** Runs a script of package.json. */
  public script(name: string): Promise<Ended> {
    return this.run(`${MANAGERS[this.row.manager].script} ${name}`);
  }

  public dev(): Started {
    return startCommand(this.commandLine(MANAGERS[this.row.manager].run('synthgate dev --port 0')), this.workshop.programs);
  }

  private run(line: string, folder = this.directory): Promise<Ended> {
    return runCommand(this.commandLine(line, folder), this.workshop.programs);
  }

  private commandLine(line: string, folder = this.directory): CommandLine {
    const { cache, registry } = this.workshop;
    const isEsmJest = this.row.runner === 'jest' && this.row.modules === 'esm' && line === testCommand(this.row);
    const esm: Readonly<Record<string, string>> = isEsmJest ? { NODE_OPTIONS: '--experimental-vm-modules' } : {};
    return { line, folder, environment: { ...MANAGERS[this.row.manager].environment(cache, registry), ...esm } };
  }
}

function problemsOf({ code, output }: Ended, expected?: RegExp): readonly string[] {
  if (code !== 0) return [`ended with ${code}`, ...lastLines(output)];
  return expected === undefined || expected.test(output) ? [] : [`does not print ${String(expected)}`, ...lastLines(output)];
}

function lastLines(output: string): string[] {
  return output.trimEnd().split('\n').slice(-30);
}

function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
}
