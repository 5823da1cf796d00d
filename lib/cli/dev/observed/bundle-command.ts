import path from 'node:path';
import type * as Esbuild from 'esbuild';
import { parse } from 'shell-quote';

export interface BundleCommand {
  /** Absolute path of the entry. */
  readonly entry: string;
  /** Name of the file that it makes: `index.js`, `index.mjs`. */
  readonly output: string;
  /** The remaining options, as esbuild's own API takes them. */
  readonly options: Esbuild.BuildOptions;
}

/** A command, or why it cannot be run here. */
export type CommandReading = { readonly command: BundleCommand } | { readonly reason: string };

/** `AssetStaging.BUNDLING_INPUT_DIR` and `BUNDLING_OUTPUT_DIR` of the CDK. */
const INPUT = '/asset-input';
const OUTPUT = '/asset-output';

/**
 * Reads the command of a bundle that is one call of esbuild, as NodejsFunction makes it.
 * @param words - `bash`, `-c` and a script
 * @param source - absolute path of the directory with the sources
 * @param environment - variables of the shell
 */
export function readBundleCommand(words: readonly string[], source: string, environment: NodeJS.ProcessEnv): CommandReading {
  const [, , script = ''] = words;
  if (!/\besbuild\b/.test(script)) return { reason: 'it is not bundled by esbuild' };
  if (/`|\$\(/.test(script)) return { reason: 'its command runs other commands' };
  const parsed = parse(script, (name) => environment[name] ?? '').map((word) => (typeof word === 'object' && 'pattern' in word ? word.pattern : word));
  const texts = parsed.filter((word) => typeof word === 'string');
  if (texts.length < parsed.length || texts[0] !== 'esbuild') return { reason: 'it is bundled by more than a call of esbuild: commandHooks, preCompilation or nodeModules' };
  return readWords(texts.slice(1).map((word) => ofOption(word, source)));
}

interface Argument {
  /** Empty for the entry. */
  readonly name: string;
  readonly value: string;
}

/** `--name=value`, `--name:value`, `--name`, or the entry. */
function ofOption(word: string, source: string): Argument {
  const [, name = '', value = ''] = /^--([a-z-]+(?::(?:js|css)(?==))?)[=:]?(.*)$/s.exec(word) ?? ['', '', word];
  return { name, value: value.startsWith(`${INPUT}/`) ? path.join(source, value.slice(INPUT.length)) : value };
}

function readWords(all: readonly Argument[]): CommandReading {
  const entries = all.filter(({ name }) => name === '').map(({ value }) => value);
  const unknown = all.find(({ name }) => name !== '' && !Object.hasOwn(OPTIONS, name));
  if (unknown !== undefined) return { reason: `it is bundled with --${unknown.name}` };
  const [entry] = entries;
  if (entry === undefined || entries.length > 1 || !path.isAbsolute(entry)) return { reason: 'its command has no single entry' };
  const options: Record<string, unknown> = {};
  for (const { name, value } of all) if (name !== '') merge(options, OPTIONS[name]?.(value) ?? {});
  const { outfile, ...others } = options as Esbuild.BuildOptions; // each row returns a part of them; esbuild refuses wrong values
  if (outfile === undefined || path.dirname(outfile) !== OUTPUT) return { reason: 'its command writes more than one file' };
  return { command: { entry, output: path.basename(outfile), options: others } };
}

/** Lists and records of an option that is repeated are joined. */
function merge(options: Record<string, unknown>, more: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(more)) {
    const before = options[name];
    if (Array.isArray(before) && Array.isArray(value)) options[name] = [...before as unknown[], ...value as unknown[]];
    else options[name] = typeof before === 'object' && typeof value === 'object' ? { ...before, ...value } : value;
  }
}

type Option = (value: string) => Record<string, unknown>;

const text = (name: string): Option => (value) => ({ [name]: value });
const flag = (name: string): Option => (value) => ({ [name]: value !== 'false' });
const list = (name: string): Option => (value) => ({ [name]: value.split(',').filter((item) => item !== '') });
const item = (name: string): Option => (value) => ({ [name]: [value] });
/** `key=value`; a loader's key has no `=` in it, a definition's value may. */
const pair = (name: string): Option => (value) => {
  const at = value.indexOf('=');
  return { [name]: { [value.slice(0, at)]: value.slice(at + 1) } };
};
/** Concerns the terminal, or a file beside the bundle. */
const withoutEffect: Option = () => ({});

/** Options of esbuild's command, and what they are in its API. @see https://esbuild.github.io/api/ */
const OPTIONS: Readonly<Record<string, Option>> = {
  'bundle': withoutEffect, 'metafile': withoutEffect, 'log-level': withoutEffect, 'log-limit': withoutEffect, 'color': withoutEffect,
  'outfile': text('outfile'), 'platform': text('platform'), 'format': text('format'), 'charset': text('charset'), 'packages': text('packages'),
  'tsconfig': text('tsconfig'), 'tsconfig-raw': text('tsconfigRaw'), 'legal-comments': text('legalComments'), 'source-root': text('sourceRoot'),
  'jsx': text('jsx'), 'jsx-factory': text('jsxFactory'), 'jsx-fragment': text('jsxFragment'), 'jsx-import-source': text('jsxImportSource'),
  'target': list('target'), 'main-fields': list('mainFields'), 'conditions': list('conditions'), 'resolve-extensions': list('resolveExtensions'),
  'drop-labels': list('dropLabels'),
  'external': item('external'), 'inject': item('inject'), 'drop': item('drop'), 'pure': item('pure'),
  'loader': pair('loader'), 'define': pair('define'), 'alias': pair('alias'), 'out-extension': pair('outExtension'), 'log-override': pair('logOverride'),
  'banner:js': (value) => ({ banner: { js: value } }), 'footer:js': (value) => ({ footer: { js: value } }),
  'minify': flag('minify'), 'minify-whitespace': flag('minifyWhitespace'), 'minify-identifiers': flag('minifyIdentifiers'),
  'minify-syntax': flag('minifySyntax'), 'keep-names': flag('keepNames'), 'tree-shaking': flag('treeShaking'), 'jsx-dev': flag('jsxDev'),
  'ignore-annotations': flag('ignoreAnnotations'), 'preserve-symlinks': flag('preserveSymlinks'), 'sources-content': flag('sourcesContent'),
  'sourcemap': (value) => ({ sourcemap: value === '' ? true : value }),
};
