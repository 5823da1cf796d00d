import { Command, Option } from 'commander';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { GatewayError, type Issue } from '../../errors';
import type { ImportedSource } from '../../importers';
import { issueLines, programCode, requireApi } from '../../sources';
import { canonicalText, readSpec } from '../../spec';
import type { FileContents } from '../../synth';
import { tokenValuesOption } from '../json-file';
import { action, type SourceOptions } from '../options';
import { refuseUnused } from '../refuse-unused';
import { reportOf, reportText } from '../sources/import-report';
import { importOptionsOf, environmentFlags, requireExact, sourceOptions } from '../sources/source-options';
import { serveFlag } from '../serve-flags';
import { jsonText, type Terminal } from '../terminal';

const FORMS = ['spec', 'constructs', 'cdk'] as const;

interface ImportCommandOptions extends SourceOptions {
  readonly to: (typeof FORMS)[number];
  readonly out?: string;
  readonly report?: 'md' | 'json' | true;
  readonly strict?: boolean;
}

/** The output of an import: files by absolute path, or text for standard output. */
interface Written {
  readonly text?: string;
  readonly files: ReadonlyMap<string, string | FileContents>;
  readonly issues: readonly Issue[];
}

export function importCommand(terminal: Terminal): Command {
  const command = new Command()
    .description('read an API from a cloud assembly, template, OpenAPI document or serverless.yml; print its spec or code')
    .argument('<source>', 'cdk.out, template.yaml, openapi.json …; its kind is recognized by its content')
    .addOption(new Option('--to <form>', 'what to write: the spec of each API as JSON, TypeScript with constructs, or TypeScript with a CDK stack').choices(FORMS).default('spec'))
    .option('-o, --out <path>', 'write to a file, or to a directory: app.ts and the code of inline and zipped functions')
    .addOption(new Option('--report [format]', 'print a report instead: what was imported, changed and refused, by resource and line; md (default) or json').choices(['md', 'json']))
    .option('--strict', 'fail if anything cannot be imported exactly')
    .addHelpText('after', `
Nothing is fetched from the network, and no code of the source runs. The generated program produces the same spec as the source; differences are
listed on standard error. API keys and other secrets are not in it: it reads them from the environment.

Examples:
  $ synthgate import cdk.out > pets.gateway.json
  $ synthgate import template.yaml --to constructs --out gateway
  $ synthgate import serverless.yml --to cdk --out lib/pets-stack.ts
  $ synthgate import template.yaml --parameter Stage=prod --report
  $ synthgate import openapi.yaml --strict --report json`)
    .action(action(run, terminal));
  for (const option of [...sourceOptions(), ...environmentFlags(), serveFlag('tokenValues'), tokenValuesOption()]) command.addOption(option);
  return command;
}

async function run(source: string, options: ImportCommandOptions, terminal: Terminal): Promise<void> {
  const { importSource } = await import('../../importers');
  if (options.report !== undefined) refuseUnused({ '--out': options.out }, 'nothing: a report is printed; redirect it to a file');
  const file = path.resolve(terminal.directory, source);
  const imported = importSource(file, importOptionsOf(options, terminal));
  const written = options.to === 'spec' ? specsOf(imported, options, terminal) : await programOf(imported, options, terminal);
  const issues = [...imported.issues, ...written.issues];
  if (options.report === undefined) {
    terminal.err(issueLines(issues));
    requireApi(imported, file);
    write(written, terminal);
  } else {
    const report = reportOf({ ...imported, issues });
    terminal.out(options.report === 'json' ? jsonText(report) : reportText(report));
  }
  if (options.strict === true) requireExact(issues);
  requireApi(imported, file);
}

function specsOf({ apis }: ImportedSource, { out }: ImportCommandOptions, terminal: Terminal): Written {
  const specs = apis.map(({ name, spec }) => readSpec(spec, name).spec);
  const [only] = specs;
  const text = only !== undefined && specs.length === 1 ? canonicalText(only) : jsonText(specs);
  if (out === undefined) return { text, files: new Map(), issues: [] };
  return { files: new Map([[path.resolve(terminal.directory, out), text]]), issues: [] };
}

async function programOf({ apis }: ImportedSource, { to, out }: ImportCommandOptions, { directory }: Terminal): Promise<Written> {
  const { writeProgram } = await import('../../codegen');
  const file = out === undefined ? undefined : path.resolve(directory, /\.[cm]?ts$/.test(out) ? out : path.join(out, 'app.ts'));
  const output = out === undefined || path.resolve(directory, out) === file ? undefined : path.resolve(directory, out);
  const codes = apis.map((api) => programCode(api, { directory, output }));
  const programs = apis.map(({ name, spec }, index) => ({ spec: readSpec(spec, name).spec, code: codes[index]?.code ?? new Map() }));
  const { text, issues } = writeProgram(programs, to === 'cdk' ? 'cdk' : 'constructs');
  if (file === undefined) return { text, files: new Map(), issues };
  const code = codes.flatMap(({ files }) => [...files].map(([name, bytes]) => [path.resolve(directory, name), bytes] as const));
  return { files: new Map<string, string | FileContents>([[file, text], ...code]), issues };
}

/** Nothing is written over. @throws PROGRAM_EXISTS */
function write({ text, files }: Written, terminal: Terminal): void {
  if (text !== undefined) terminal.out(text);
  const shown = (file: string): string => path.relative(terminal.directory, file);
  const existing = [...files.keys()].find((file) => existsSync(file));
  if (existing !== undefined) throw new GatewayError('PROGRAM_EXISTS', { file: shown(existing) });
  for (const [file, content] of files) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content, { mode: typeof content !== 'string' && content.isExecutable === true ? 0o777 : 0o666 });
  }
  if (files.size > 0) terminal.out([...files.keys()].map((file) => `written: ${shown(file)}\n`).join(''));
}
