import path from 'node:path';
import ts from 'typescript';

/** How a name of aws-cdk-lib/aws-apigateway is found in synthgate/aws. */
export type Position = 'same' | 'differs' | 'absent';

/** A name that the package exports, with the names inside it. */
export interface ExportedName {
  readonly name: string;
  readonly kind: 'class' | 'interface' | 'enum' | 'function' | 'other';
  readonly position: Position;
  readonly members: Readonly<Record<string, Position>>;
}

/** The positions of one file's exports in another file. */
export interface Positions {
  readonly names: readonly ExportedName[];
  /** L1 classes that the other file does not export, or not as the same class. */
  readonly missingL1: readonly string[];
}

const ROOT = path.resolve(__dirname, '..', '..', '..');
export const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS, moduleResolution: ts.ModuleResolutionKind.Bundler,
  strict: true, noEmit: true, skipLibCheck: true, types: [],
};

/** L1 classes are generated from CloudFormation's resource types, and their props with them: one rule covers them. */
const isL1 = (name: string): boolean => name.startsWith('Cfn');

/** The position of every name that the file `theirs` exports, but for L1 classes, in what the file `ours` exports. */
export function positionsOf(ours: string, theirs: string): Positions {
  const program = ts.createProgram([ours, theirs], OPTIONS);
  const checker = program.getTypeChecker();
  const own = exportsOf(program, checker, ours);
  const exported = [...exportsOf(program, checker, theirs)];
  return {
    names: exported.filter(([name]) => !isL1(name)).map(([name, symbol]) => compared(name, { checker, symbol, own: own.get(name) })),
    missingL1: exported.flatMap(([name, symbol]) => (isL1(name) && own.get(name) !== symbol ? [name] : [])),
  };
}

/** The declaration of the installed package. */
export const API_GATEWAY = path.join(ROOT, 'node_modules', 'aws-cdk-lib', 'aws-apigateway', 'index.d.ts');
export const ENTRY_POINT = path.join(ROOT, 'lib', 'cdk', 'index.ts');

interface Pair {
  readonly checker: ts.TypeChecker;
  readonly symbol: ts.Symbol;
  readonly own: ts.Symbol | undefined;
}

function exportsOf(program: ts.Program, checker: ts.TypeChecker, file: string): Map<string, ts.Symbol> {
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error(`${file} is not a module`);
  return new Map(checker.getExportsOfModule(module).map((one) => [one.name, resolved(checker, one)]));
}

function resolved(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol {
  const named = (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
  return classBehind(checker, named) ?? named;
}

/** The class that is both the type of a constant and, under its name, that of its instances. */
function classBehind(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol | undefined {
  const isBoth = (symbol.flags & ts.SymbolFlags.Variable) !== 0 && (symbol.flags & ts.SymbolFlags.TypeAlias) !== 0;
  if (!isBoth) return undefined;
  const ofValue = checker.getTypeOfSymbol(symbol).getSymbol();
  return ofValue === checker.getDeclaredTypeOfSymbol(symbol).getSymbol() ? ofValue : undefined;
}

function compared(name: string, pair: Pair): ExportedName {
  const { symbol } = pair;
  const members = Object.fromEntries(membersOf(symbol).map(([member, theirs]) => [member, memberPosition(member, theirs, pair)]));
  const isWhole = Object.values(members).every((one) => one === 'same');
  const position = positionOf(pair);
  return { name, kind: kindOf(symbol), position: position === 'same' && !isWhole ? 'differs' : position, members };
}

function kindOf({ flags }: ts.Symbol): ExportedName['kind'] {
  if ((flags & ts.SymbolFlags.Class) !== 0) return 'class';
  if ((flags & ts.SymbolFlags.Interface) !== 0) return 'interface';
  if ((flags & ts.SymbolFlags.Enum) !== 0) return 'enum';
  return (flags & ts.SymbolFlags.Function) === 0 ? 'other' : 'function';
}

/** The public members that a name declares itself: static ones after a dot, as they are written. */
function membersOf(symbol: ts.Symbol): [string, ts.Symbol][] {
  const named = (members: ts.SymbolTable | undefined, prefix: string) => [...members ?? []]
    .filter(([key, one]) => key !== 'prototype' && isPublic(one))
    .map(([key, one]): [string, ts.Symbol] => [`${prefix}${String(key)}`, one]);
  return [...named(symbol.members, ''), ...named(symbol.exports, `${symbol.name}.`)];
}

function isPublic({ name, declarations = [] }: ts.Symbol): boolean {
  const isHidden = (one: ts.Declaration): boolean =>
    (ts.getCombinedModifierFlags(one) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) !== 0;
  const isOrdinary = name === '__constructor' || !name.startsWith('_');
  return isOrdinary && name !== 'PROPERTY_INJECTION_ID' && declarations.length > 0 && !declarations.some(isHidden);
}

function positionOf({ checker, symbol, own }: Pair): Position {
  if (own === undefined) return 'absent';
  return own === symbol || (fits(checker, own, symbol) && fits(checker, symbol, own)) ? 'same' : 'differs';
}

function memberPosition(member: string, theirs: ts.Symbol, { checker, symbol, own }: Pair): Position {
  if (own === symbol) return 'same';
  const ours = new Map(own === undefined ? [] : membersOf(own)).get(member);
  if (ours === undefined) return 'absent';
  return fits(checker, ours, theirs) && fits(checker, theirs, ours) ? 'same' : 'differs';
}

/** Whether a value of one can be given where the other is expected; of a class, also the class itself. */
function fits(checker: ts.TypeChecker, given: ts.Symbol, expected: ts.Symbol): boolean {
  const isType = (given.flags & ts.SymbolFlags.Type) !== 0;
  const isValue = (given.flags & ts.SymbolFlags.Value) !== 0;
  const [type, expectedType] = [given, expected].map((one) => checker.getDeclaredTypeOfSymbol(one));
  const [value, expectedValue] = [given, expected].map((one) => checker.getTypeOfSymbol(one));
  return (!isType || checker.isTypeAssignableTo(type, expectedType)) && (!isValue || checker.isTypeAssignableTo(value, expectedValue));
}
