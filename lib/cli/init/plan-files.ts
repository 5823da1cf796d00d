import { dependenciesOf, usesJest, type ExistingProject } from './existing-project';
import { packageJson } from './package-json';
import type { Template } from './template-files';

/** The change of a file: `kept` files are the project's own settings. */
export type Change = 'added' | 'completed' | 'replaced' | 'kept' | 'unchanged';

export interface PlannedFile {
  readonly file: string;
  readonly text: string;
  readonly change: Change;
}

export interface Plan {
  readonly files: readonly PlannedFile[];
  /** Files of the project that the template has with another text. */
  readonly conflicts: readonly string[];
}

export interface PlanOptions {
  readonly template: Template;
  readonly name: string;
  readonly version: string;
  readonly project: ExistingProject;
  readonly templateFiles: Readonly<Record<string, string>>;
  /** The text of a file of the project; undefined if there is none. */
  readonly read: (file: string) => string | undefined;
}

const CONFIG = 'synthgate.json';
/** Settings: a project that has them knows better. */
const KEPT: readonly string[] = ['tsconfig.json', 'cdk.json', CONFIG, 'AGENTS.md', '.vscode/launch.json'];
/** Left out of a project that has an app of the CDK. */
const OF_NEW_CDK_PROJECTS: readonly string[] = ['cdk.json', 'bin/app.ts'];

/** Decides about every file of a template before any is written. */
export function planFiles(options: PlanOptions): Plan {
  const { template, project, templateFiles, read } = options;
  const ofTemplate = template === 'cdk' && project.cdkApp !== undefined ? forCdkApp(templateFiles, sourceOf(project.cdkApp)) : templateFiles;
  const wanted = { 'package.json': packageJson(project.manifest, options), ...ofTemplate };
  const files = Object.entries(wanted).map(([file, text]) => planOf(file, adapted(file, text, project), read(file)));
  return { files, conflicts: files.filter(({ change }) => change === 'replaced').map(({ file }) => file) };
}

/** An app that is there stays; if it is one source file, `dev` bundles that instead of running its command. */
function forCdkApp(files: Readonly<Record<string, string>>, app: string | undefined): Record<string, string> {
  const left = Object.entries(files).filter(([file]) => !OF_NEW_CDK_PROJECTS.includes(file) && (app !== undefined || file !== CONFIG));
  return Object.fromEntries(left.map(([file, text]) => [file, file === CONFIG ? text.replace('bin/app.ts', app ?? '') : text]));
}

/** The source file that the command of a cdk.json runs. */
export function sourceOf(command: string): string | undefined {
  return /\S+\.[cm]?[jt]s(?=\s|$)/.exec(command)?.[0];
}

/** The text with the project's test runner, whose functions are imported unless it is jest, and its package manager's commands. */
function adapted(file: string, text: string, { manifest, packageManager }: ExistingProject): string {
  const hasJestTypes = usesJest(manifest) && dependenciesOf(manifest)['@types/jest'] !== undefined;
  if (file === 'tsconfig.json' && hasJestTypes) return text.replace('"types": ["node"]', '"types": ["node", "jest"]');
  const inTest = file.endsWith('.test.ts') && usesJest(manifest) ? text.replace(/^import \{[^}]*\} from 'vitest';\n/, '') : text;
  return file === 'AGENTS.md' ? inTest.replaceAll('npm run', `${packageManager} run`).replaceAll('npm test', `${packageManager} test`) : inTest;
}

function planOf(file: string, text: string, existing: string | undefined): PlannedFile {
  if (existing === undefined) return { file, text, change: 'added' };
  if (existing === text) return { file, text, change: 'unchanged' };
  if (file === 'package.json') return { file, text, change: 'completed' };
  if (file === '.gitignore') return withMissingLines(file, text, existing);
  return { file, text, change: KEPT.includes(file) ? 'kept' : 'replaced' };
}

function withMissingLines(file: string, text: string, existing: string): PlannedFile {
  const lines = existing.split('\n').map((line) => line.trim().replace(/^\/|\/$/g, ''));
  const missing = text.split('\n').filter((line) => line !== '' && !lines.includes(line.replace(/\/$/, '')));
  if (missing.length === 0) return { file, text: existing, change: 'unchanged' };
  return { file, text: `${existing.replace(/\n?$/, '\n')}${missing.join('\n')}\n`, change: 'completed' };
}
