import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/* ProxyFunction of synthgate/aws takes what NodejsFunction takes and has what Function has; the compiler says so of every name. */

const ROOT = path.resolve(__dirname, '..', '..');
const GUIDE = readFileSync(path.join(ROOT, 'docs', 'guides', 'migrating-from-rest-api.md'), 'utf8');
const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS, moduleResolution: ts.ModuleResolutionKind.Bundler,
  strict: true, noEmit: true, skipLibCheck: true, types: [],
};

/** Names that differ; the guide has the reason for each. */
const DIFFERS = { props: ['code'], members: ['addEnvironment'], statics: ['fromFunctionName'] };
/** Statics about the functions of an account or about those of other stacks: they stay with `lambda.Function`. */
const ABSENT_STATICS = /^(prototype|PROPERTY_INJECTION_ID|classifyVersionProperty|metricAll.*|fromFunctionArn|fromFunctionAttributes|isConstruct|isResource|isOwnedResource)$/;

interface Positions {
  readonly props: Readonly<Record<string, string>>;
  readonly members: Readonly<Record<string, string>>;
  readonly statics: Readonly<Record<string, string>>;
}

let members: Positions;
beforeAll(() => { members = positions(); });

test('every prop of NodejsFunction is a prop of ProxyFunction with the same values', () => {
  expect(Object.keys(members.props).length).toBeGreaterThan(55);
  expect(namesThat(members.props, 'absent')).toEqual([]);
  expect(namesThat(members.props, 'differs')).toEqual(DIFFERS.props);
});

test('every public member of Function is one of ProxyFunction', () => {
  expect(Object.keys(members.members).length).toBeGreaterThan(40);
  expect(namesThat(members.members, 'absent')).toEqual([]);
  expect(namesThat(members.members, 'differs')).toEqual(DIFFERS.members);
});

test('what it does not have are statics that are about functions in general', () => {
  expect(namesThat(members.statics, 'absent').filter((name) => !ABSENT_STATICS.test(name))).toEqual([]);
  expect(namesThat(members.statics, 'differs').filter((name) => name !== 'prototype')).toEqual(DIFFERS.statics);
});

test('the guide has a reason for each difference', () => {
  expect(Object.values(DIFFERS).flat().filter((name) => !new RegExp(`^\\| \`[^|]*${name}`, 'm').test(GUIDE))).toEqual([]);
});

function namesThat(table: Readonly<Record<string, string>>, position: string): string[] {
  return Object.entries(table).flatMap(([name, one]) => (one === position ? [name] : []));
}

function positions(): Positions {
  const files = ['lib/aws/index.ts', 'node_modules/aws-cdk-lib/aws-lambda/index.d.ts', 'node_modules/aws-cdk-lib/aws-lambda-nodejs/index.d.ts'];
  const program = ts.createProgram(files.map((file) => path.join(ROOT, file)), OPTIONS);
  const checker = program.getTypeChecker();
  const symbolIn = (file: string, name: string): ts.Symbol => {
    const source = program.getSourceFile(path.join(ROOT, file));
    const module = source && checker.getSymbolAtLocation(source);
    const symbol = module && checker.getExportsOfModule(module).find((one) => one.name === name);
    if (symbol === undefined) throw new Error(`${file} does not export ${name}`);
    return (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
  };
  const [ours = '', lambda = '', nodejs = ''] = files;
  const instance = (file: string, name: string): ts.Type => checker.getDeclaredTypeOfSymbol(symbolIn(file, name));
  const compare = (their: ts.Type, own: ts.Type, isInput: boolean) => Object.fromEntries(checker.getPropertiesOfType(their)
    .filter((member) => !member.name.startsWith('_') && isPublic(member))
    .map((member) => [member.name, positionOf(checker, { member, own: checker.getPropertyOfType(own, member.name), isInput })]));
  const classType = (file: string, name: string): ts.Type => checker.getTypeOfSymbol(symbolIn(file, name));
  return {
    props: compare(instance(nodejs, 'NodejsFunctionProps'), instance(ours, 'ProxyFunctionProps'), true),
    members: compare(instance(lambda, 'Function'), instance(ours, 'ProxyFunction'), false),
    statics: compare(classType(lambda, 'Function'), classType(ours, 'ProxyFunction'), false),
  };
}

interface Pair {
  readonly member: ts.Symbol;
  readonly own: ts.Symbol | undefined;
  /** Whether callers give it: then theirs must fit ours. */
  readonly isInput: boolean;
}

function positionOf(checker: ts.TypeChecker, { member, own, isInput }: Pair): string {
  if (own === undefined) return 'absent';
  const [theirs, mine] = [member, own].map((one) => checker.getTypeOfSymbol(one));
  if (theirs === undefined || mine === undefined) return 'absent';
  return (isInput ? checker.isTypeAssignableTo(theirs, mine) : checker.isTypeAssignableTo(mine, theirs)) ? 'same' : 'differs';
}

function isPublic(member: ts.Symbol): boolean {
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
  return (member.declarations ?? []).every((one) => (ts.getCombinedModifierFlags(one) & hidden) === 0);
}
