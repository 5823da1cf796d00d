// Writes lib/props/structs.ts: what every props and option object of the public API may contain, read from the sources.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = path.resolve(import.meta.dirname, '..');
const require = createRequire(import.meta.url);
export const TABLE = path.join(root, 'lib', 'props', 'structs.ts');
const MODULES = ['constructs', 'synth', 'aws'];
const WIDTH = 180;
/** Types of arguments that are checked by themselves. */
const ARGUMENTS = ['IApiKey', 'IHttpUserPool', 'ILogGroup', 'IProxyFunction'];

/** The text of the table, for what the sources declare now. */
export function tableText() {
  const sources = MODULES.flatMap((module) => sourcesOf(module));
  const publicNames = namesOfEntryPoints(sources);
  const declared = sources.flatMap((source) => declarationsOf(source)).filter(({ key }) => publicNames.has(key)).sort(byKey);
  const known = new Map(declared.map((one) => [one.key, one]));
  const structs = declared.filter(({ node }) => isStruct(node)).map((one) => structLine(one, known));
  const enums = declared.filter(({ node }) => ts.isEnumDeclaration(node)).map((one) => enumLine(one));
  const objects = declared.filter(({ node }) => ts.isClassDeclaration(node) || (ts.isInterfaceDeclaration(node) && !isStruct(node)));
  const isTaken = ({ key }) => ARGUMENTS.includes(key) || structs.some((text) => new RegExp(`'\\{?${key}\\W`).test(text));
  return `// Generated from the public types by scripts/props.mjs; the build keeps it current.
import type { EnumTable, ObjectTable, StructTable } from './tables';

export const STRUCTS = {
${structs.join('\n')}
} as const satisfies StructTable;

export const ENUMS: EnumTable = {
${enums.join('\n')}
};

export const OBJECTS: ObjectTable = {
${objects.filter(isTaken).map((one) => objectLine(one, objects)).join('\n')}
};
`;
}

export function writeTable() {
  const text = tableText();
  if (readFileSync(TABLE, 'utf8') !== text) writeFileSync(TABLE, text);
}

function byKey(left, right) {
  return left.key < right.key ? -1 : 1;
}

function sourcesOf(module) {
  const folder = path.join(root, 'lib', module);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  return files.map((file) => {
    const full = path.join(folder, file);
    return { module, full, node: ts.createSourceFile(full, readFileSync(full, 'utf8'), ts.ScriptTarget.ES2022, true) };
  });
}

/** A struct of synthgate/aws may have the name of one of synthgate. */
function keyOf(module, name) {
  return module === 'aws' ? `aws.${name}` : name;
}

function declarationsOf({ module, node: file }) {
  const imports = importsOf(file, module);
  return file.statements
    .filter((node) => ts.isInterfaceDeclaration(node) || ts.isEnumDeclaration(node) || ts.isClassDeclaration(node))
    .filter((node) => node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword))
    .map((node) => ({ key: keyOf(module, node.name.text), node, module, imports }));
}

/** Returns the declaration that each imported name refers to: a key of the table, or a package and a name in it. */
function importsOf(file, module) {
  const byName = new Map();
  for (const { importClause, moduleSpecifier } of file.statements.filter(ts.isImportDeclaration)) {
    const from = moduleSpecifier.text;
    const isOwn = from.startsWith('.');
    const owner = /\/(constructs|synth|openapi)$/.test(from) ? 'constructs' : module;
    for (const { name, propertyName } of importClause?.namedBindings?.elements ?? []) {
      const original = (propertyName ?? name).text;
      byName.set(name.text, isOwn ? { key: keyOf(owner, original) } : { package: from, name: original });
    }
  }
  return byName;
}

/** Returns the keys of the names that lib/index.ts and lib/aws/index.ts export. */
function namesOfEntryPoints(sources) {
  const names = new Set();
  for (const { clause, module, target } of [...exportsOf('index.ts'), ...exportsOf('constructs/index.ts'), ...exportsOf('aws/index.ts')]) {
    const source = sources.find(({ full }) => full === `${target}.ts`);
    const elements = clause === undefined || ts.isNamespaceExport(clause) ? [] : clause.elements;
    elements.forEach(({ name }) => names.add(keyOf(module, name.text)));
    if (clause === undefined && source !== undefined) declarationsOf(source).forEach(({ key }) => names.add(key));
  }
  return names;
}

function exportsOf(file) {
  const full = path.join(root, 'lib', file);
  const source = ts.createSourceFile(full, readFileSync(full, 'utf8'), ts.ScriptTarget.ES2022);
  return source.statements.filter(ts.isExportDeclaration).map(({ exportClause: clause, moduleSpecifier }) => ({
    clause, module: file.split('/')[0], target: path.join(path.dirname(full), moduleSpecifier.text),
  }));
}

/** As jsii has it: an interface whose name does not begin with `I` is a struct. */
function isStruct(node) {
  return ts.isInterfaceDeclaration(node) && !/^I[A-Z]/.test(node.name.text);
}

function structLine(struct, known) {
  const parents = heritage(struct).filter((one) => one.key !== undefined).map(({ key }) => key);
  const own = struct.node.members.filter(ts.isPropertySignature)
    .map(({ name, questionToken, type }) => `'${name.text}${questionToken === undefined ? '' : '?'}': '${typeText(type, struct, known)}'`);
  const members = [...own, ...heritage(struct).filter((one) => one.key === undefined).flatMap(foreignMembers)];
  const head = parents.length > 0 ? [`extends: [${parents.map((one) => `'${one}'`).join(', ')}]`] : [];
  return entry(struct.key, [...head, `members: {${members.length === 0 ? '' : ` ${members.join(', ')} `}}`], members);
}

function entry(key, parts, members) {
  const line = `  '${key}': { ${parts.join(', ')} },`;
  if (line.length <= WIDTH) return line;
  const head = parts.slice(0, -1);
  return [`  '${key}': { ${[...head, 'members: {'].join(', ')}`, ...wrapped(members, 4), '  } },'].join('\n');
}

function wrapped(items, indent) {
  const lines = [];
  for (const item of items) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + item.length + 2 <= WIDTH) lines[lines.length - 1] = `${last} ${item},`;
    else lines.push(`${' '.repeat(indent)}${item},`);
  }
  return lines;
}

function heritage({ node, imports, module }) {
  const types = (node.heritageClauses ?? []).flatMap((clause) => clause.types);
  return types.map(({ expression }) => referenceOf(expression.getText(), { imports, module }));
}

function referenceOf(text, { imports, module }) {
  const [first, ...rest] = text.split('.');
  const imported = imports.get(first);
  if (imported === undefined) return { key: keyOf(module, first) };
  return imported.key === undefined ? { ...imported, rest } : imported;
}

/** `string`, `number[]`, `{boolean}` for a map, `any`, the name of a struct, enum, class or interface, `foreign <typeof> <name>`. */
function typeText(type, owner, known) {
  if (ts.isArrayTypeNode(type)) return `${typeText(type.elementType, owner, known)}[]`;
  const text = type.getText();
  if (['string', 'number', 'boolean'].includes(text)) return text;
  if (text === 'unknown' || text === 'any') return 'any';
  if (ts.isTypeReferenceNode(type) && type.typeName.getText() === 'Record') return `{${typeText(type.typeArguments[1], owner, known)}}`;
  const reference = referenceOf(text, owner);
  if (reference.key !== undefined) return known.has(reference.key) ? reference.key : 'any';
  return `foreign ${foreignType(reference)} ${[...reference.rest].at(-1) ?? reference.name}`;
}

/** The members of a struct of another package, by the types that the package declares for other languages. */
function foreignMembers({ package: name, name: first, rest }) {
  return structMembers(name, [name, first, ...rest].join('.')).sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([member, type]) => `'${member}': '${type}'`);
}

function structMembers(name, fqn) {
  const { properties = [], interfaces = [] } = assemblyOf(name).types[fqn];
  const own = properties.map(({ name: member, optional, type }) => [`${member}${optional === true ? '?' : ''}`, assemblyType(type)]);
  return [...own, ...interfaces.flatMap((parent) => structMembers(name, parent))];
}

function assemblyType({ primitive, collection, fqn = '' }) {
  if (collection !== undefined) {
    const element = assemblyType(collection.elementtype);
    return collection.kind === 'array' ? `${element}[]` : `{${element}}`;
  }
  if (['string', 'number', 'boolean'].includes(primitive)) return primitive;
  if (primitive !== undefined || fqn === '') return 'any';
  const [name, first, ...rest] = fqn.split('.');
  return `foreign ${foreignType({ package: name, name: first, rest })} ${rest.at(-1) ?? first}`;
}

const assemblies = new Map();

function assemblyOf(name) {
  const file = path.join(path.dirname(require.resolve(`${name}/package.json`)), '.jsii.gz');
  if (!assemblies.has(name)) assemblies.set(name, JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')));
  return assemblies.get(name);
}

/** The members of an enum of aws-cdk-lib are text or numbers; everything else of it is an object. */
function foreignType({ package: name, name: first, rest }) {
  const value = rest.reduce((object, key) => object?.[key], require(name)[first]);
  return typeof value === 'object' && value !== null ? typeof Object.values(value).at(-1) : 'object';
}

function enumLine({ key, node }) {
  const members = node.members.map(({ name, initializer }) => `${name.text}: ${initializer.getText()}`);
  const line = `  '${key}': { ${members.join(', ')} },`;
  return line.length <= WIDTH ? line : [`  '${key}': {`, ...wrapped(members, 4), '  },'].join('\n');
}

/** The members that tell the type, and what makes one: its static makers, or the classes that implement it. */
function objectLine(one, objects) {
  const { key, node } = one;
  const members = membersWith(one, objects);
  const makers = ts.isClassDeclaration(node) ? ownMakers(one) : implementers(one, objects);
  const shape = members.slice(0, 4).map((name) => `'${name}'`).join(', ');
  return `  '${key}': { isClass: ${ts.isClassDeclaration(node)}, members: [${shape}], makers: [${makers.map((name) => `'${name}'`).join(', ')}] },`;
}

function membersWith({ node, imports, module }, objects) {
  const own = node.members
    .filter((member) => member.name !== undefined && member.questionToken === undefined && !hasModifier(member, 'Static', 'Private', 'Protected'))
    .map(({ name }) => name.text).filter((name) => !name.startsWith('_'));
  const parents = ts.isClassDeclaration(node) ? [] : heritage({ node, imports, module });
  const isInherited = ({ key }) => parents.some((parent) => parent.key === key);
  const inherited = objects.filter(isInherited).flatMap((found) => membersWith(found, objects));
  return [...new Set([...own, ...inherited])];
}

function hasModifier(member, ...kinds) {
  return kinds.some((kind) => member.modifiers?.some((one) => one.kind === ts.SyntaxKind[`${kind}Keyword`]));
}

function ownMakers({ key, node }) {
  const name = node.name.text;
  const makers = node.members.filter((member) => ts.isMethodDeclaration(member) && hasModifier(member, 'Static') && member.type?.getText() === name)
    .map(({ name: maker }) => maker.text).filter((maker) => !maker.startsWith('_')).map((maker) => `${name}.${maker}()`);
  return makers.length > 0 || hasModifier(node, 'Abstract') ? makers.slice(0, 3) : [`new ${key.replace(/^aws\./, '')}()`];
}

/** Concrete classes that implement an interface, themselves or by what they extend. */
function implementers({ key }, objects) {
  const classes = objects.filter(({ node }) => ts.isClassDeclaration(node));
  const implementsIt = (one) => heritage(one).some((parent) => parent.key === key
    || objects.some((other) => other.key === parent.key && other !== one && implementsIt(other)));
  return classes.filter((one) => !one.key.startsWith('aws.') && !hasModifier(one.node, 'Abstract') && implementsIt(one)).slice(0, 3).map((one) => ownMakers(one)[0] ?? `new ${one.key}()`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeTable();
}
