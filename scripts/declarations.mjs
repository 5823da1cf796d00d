// Makes the declarations of build/ complete: those that no entry point leads to are removed, those of Zod that ours
// refer to are copied, since users do not install Zod, and imports of packages that a user may not have are marked.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const root = path.resolve(import.meta.dirname, '..');
const build = path.join(root, 'build');
const zod = path.join(root, 'node_modules', 'zod');
const zodCopy = path.join(build, 'library', 'zod');

/** Zod's sixty languages, of which the library contains English only. */
const LOCALES = '../locales/index.cjs';
/** A program without them has `any` for their types, and no type error in a file of this package. */
const OPTIONAL_PACKAGES = ['aws-cdk-lib'];

/** Types later than TypeScript 5.0, with replacements. Only the types of values that it infers anyway are wider without them. */
const LATER_TYPES = [[/\bBuffer<ArrayBuffer(?:Like)?>/g, 'Buffer'], [/\bNoInfer<(\w+)>/g, '$1']];

/** Runs after jsii and tsc have written all declarations. */
export function completeDeclarations() {
  const { exports } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const entryPoints = Object.values(exports).flatMap(({ types }) => types ?? []).map((file) => path.join(root, file));
  const reached = reachedFrom(entryPoints);
  for (const file of declarationsBelow(build)) {
    if (!reached.has(file)) rmSync(file);
  }
  for (const [file, imports] of reached) {
    if (file.startsWith(zod + path.sep)) write(zodTarget(file), withoutLaterTypes(zodText(file, imports)));
    else write(file, withoutLaterTypes(ownText(file, imports)));
  }
}

/** All declarations that the given ones import, directly or not, each with its imports. */
function reachedFrom(entryPoints) {
  const reached = new Map();
  const waiting = [...entryPoints];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file)) continue;
    const imports = importsOf(file);
    reached.set(file, imports);
    waiting.push(...imports.flatMap(({ target }) => target ?? []));
  }
  return reached;
}

/** The modules that a declaration names, where in its text, and the files they are where they are ours or Zod's. */
function importsOf(file) {
  const tree = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022, true);
  const declarations = [];
  const visit = (node) => {
    const literal = ts.isImportTypeNode(node) ? node.argument.literal : node.moduleSpecifier;
    if (literal !== undefined && ts.isStringLiteral(literal)) {
      const { text: name } = literal;
      declarations.push({ name, start: literal.getStart(tree) + 1, end: literal.getEnd() - 1, target: targetOf(file, name) });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return declarations;
}

function targetOf(file, name) {
  if (name === 'zod') return path.join(zod, 'index.d.cts');
  if (!name.startsWith('.')) return undefined;
  if (name === LOCALES) return undefined;
  const named = path.resolve(path.dirname(file), name);
  const bare = named.replace(/\.js$/, '');
  const candidates = name.endsWith('.cjs') ? [named.replace(/\.cjs$/, '.d.cts')] : [`${bare}.d.ts`, path.join(bare, 'index.d.ts')];
  const target = candidates.find((candidate) => existsSync(candidate));
  if (target === undefined) throw new Error(`${file} refers to ${name}, which is not declared`);
  return target;
}

function ownText(file, imports) {
  const text = renamed(file, imports, ({ name, target }) => (name === 'zod' ? relative(file, zodTarget(target)) : undefined));
  const optional = new RegExp(`^(?:import|export) .* from '(?:${OPTIONAL_PACKAGES.join('|')})(?:/[^']*)?';$`);
  return text.split('\n').flatMap((line) => (optional.test(line) ? ['// @ts-ignore: an optional package', line] : [line])).join('\n');
}

function zodText(file, imports) {
  const text = renamed(file, imports, ({ target }) => (target === undefined ? undefined : relative(zodTarget(file), zodTarget(target))));
  return text.replace(`export * as locales from "${LOCALES}";\n`, '');
}

function withoutLaterTypes(text) {
  return LATER_TYPES.reduce((changed, [type, earlier]) => changed.replace(type, earlier), text);
}

function zodTarget(file) {
  return path.join(zodCopy, path.relative(zod, file)).replace(/\.d\.cts$/, '.d.ts');
}

function relative(from, to) {
  const name = path.relative(path.dirname(from), to).split(path.sep).join('/').replace(/\.d\.ts$/, '.js');
  return name.startsWith('.') ? name : `./${name}`;
}

/** The text of a file with other names of modules, where there are; the last is replaced first, so that places stay as they were. */
function renamed(file, imports, newName) {
  return [...imports].sort((left, right) => right.start - left.start).reduce((text, one) => {
    const name = newName(one);
    return name === undefined ? text : text.slice(0, one.start) + name + text.slice(one.end);
  }, readFileSync(file, 'utf8'));
}

function declarationsBelow(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)).filter((file) => /\.d\.[cm]?ts$/.test(file));
}

function write(file, text) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}
