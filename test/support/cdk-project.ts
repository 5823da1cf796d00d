import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Project } from '../../lib/cli/dev/project';
import { readAssembly, type AssemblyApi } from '../../lib/runtime';
import { newDirectory } from './temporary-directory';

const ROOT = path.resolve(__dirname, '../..');
const PACKAGES = ['aws-cdk-lib', 'constructs', 'esbuild', 'ts-node', 'tsx', 'typescript', '@types'];
const PROGRAMS = { 'esbuild': 'esbuild/bin/esbuild', 'ts-node': 'ts-node/dist/bin.js', 'tsx': 'tsx/dist/cli.mjs' };
/** A file that the app appends a line to whenever it runs. */
const RUNS = 'runs.txt';

/** The line of an app that counts its runs. */
export const COUNT_RUN = `appendFileSync('${RUNS}', 'run\\n');`;

/** A project with an app of the CDK, as `synthgate dev` builds it. */
export class CdkProject {
  public readonly directory = realpathSync(newDirectory());
  public readonly project: Project;
  readonly #output = path.join(realpathSync(newDirectory()), 'gateway.out');

  /** @param app - the command of the app @param files - sources by path */
  public constructor(app: string, files: Readonly<Record<string, string>>) {
    mkdirSync(path.join(this.directory, 'node_modules/.bin'), { recursive: true });
    for (const name of PACKAGES) symlinkSync(path.join(ROOT, 'node_modules', name), path.join(this.directory, 'node_modules', name));
    for (const [name, program] of Object.entries(PROGRAMS)) symlinkSync(`../${program}`, path.join(this.directory, 'node_modules/.bin', name));
    for (const [name, text] of Object.entries({ 'package.json': '{}', 'package-lock.json': '{}', ...files })) this.write(name, text);
    this.project = new Project({ app, output: this.#output, terminal: { directory: this.directory, environment: process.env } });
  }

  public write(name: string, text: string): void {
    const file = path.join(this.directory, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  /** Writes a file, and builds what it affects. */
  public async save(name: string, text: string): ReturnType<Project['build']> {
    this.write(name, text);
    return this.project.build(new Set([path.join(this.directory, name)]));
  }

  /** How often the app ran. */
  public get runs(): number {
    const file = path.join(this.directory, RUNS);
    return existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0;
  }

  /** The code of a function, whose name in the definition begins with a name. */
  public codeOf(name: string): AssemblyApi['code'][string] {
    const [api] = readAssembly(this.#output);
    const code = Object.entries(api?.code ?? {}).find(([id]) => id.startsWith(name))?.[1];
    if (code === undefined) throw new Error(`there is no code of ${name}`);
    return code;
  }

  /** The answer of that function. */
  public answerOf(name: string): unknown {
    const code = this.codeOf(name);
    const [file = '', handler = ''] = code.handler.split('.');
    const module = ['.mjs', '.js'].map((extension) => path.join(code.directory, `${file}${extension}`)).find((found) => existsSync(found)) ?? '';
    const program = `import(${JSON.stringify(module)}).then(async (module) => console.log(JSON.stringify(await module.${handler}())));`;
    return JSON.parse(execFileSync(process.execPath, ['-e', program], { encoding: 'utf8' }));
  }
}
