import path from 'node:path';
import ts from 'typescript';
import { locationOf, visitAll, type Source } from './source';

/** One mention of another module. */
export interface Import {
  readonly location: string;
  readonly specifier: string;
  /** Gone from the JavaScript: `import type`, `typeof import('x')`. */
  readonly isTypeOnly: boolean;
  /** `require('x')` or `import('x')`: loaded when the line runs, not with the file. */
  readonly isLazy: boolean;
  /** Names taken from the module; undefined where all of it is. */
  readonly names: readonly string[] | undefined;
  /** Names marked as types among others: `import { type A, b }`. */
  readonly types?: readonly string[];
}

/** The specifier of `import(file)`, which is only known at run time. */
export const COMPUTED = '<computed>';

const read = new WeakMap<ts.SourceFile, readonly Import[]>();

/** Everything that a file imports, exports from elsewhere, requires or names as the home of a type. Nine rules ask: it is read once. */
export function importsOf(source: Source): readonly Import[] {
  const imports = read.get(source.tree) ?? readImports(source);
  read.set(source.tree, imports);
  return imports;
}

function readImports(source: Source): readonly Import[] {
  const imports: Import[] = [];
  visitAll(source, (node) => {
    const mention = staticImport(node) ?? reExport(node) ?? lazyImport(node) ?? typeImport(node);
    if (mention !== undefined) {
      imports.push({ location: locationOf(source, node), ...mention });
    }
  });
  return imports;
}

type Mention = Omit<Import, 'location'>;

function staticImport(node: ts.Node): Mention | undefined {
  if (ts.isImportEqualsDeclaration(node) && ts.isExternalModuleReference(node.moduleReference)) {
    return { specifier: textOf(node.moduleReference.expression), isTypeOnly: node.isTypeOnly, isLazy: false, names: undefined };
  }
  if (!ts.isImportDeclaration(node)) {
    return undefined;
  }
  const { importClause: clause } = node;
  const bindings = clause?.namedBindings;
  const named = bindings !== undefined && ts.isNamedImports(bindings) ? bindings.elements : undefined;
  const isOnlyNamed = named !== undefined && clause?.name === undefined;
  return {
    specifier: textOf(node.moduleSpecifier),
    isTypeOnly: isTypeClause(clause) || (isOnlyNamed && named.length > 0 && named.every((element) => element.isTypeOnly)),
    isLazy: false,
    names: isOnlyNamed ? named.filter((element) => !element.isTypeOnly).map(importedName) : undefined,
    types: named?.filter((element) => element.isTypeOnly).map(importedName),
  };
}

function reExport(node: ts.Node): Mention | undefined {
  if (!ts.isExportDeclaration(node) || node.moduleSpecifier === undefined) {
    return undefined;
  }
  const { exportClause } = node;
  const named = exportClause !== undefined && ts.isNamedExports(exportClause) ? exportClause.elements : undefined;
  return {
    specifier: textOf(node.moduleSpecifier),
    isTypeOnly: node.isTypeOnly || (named !== undefined && named.length > 0 && named.every((element) => element.isTypeOnly)),
    isLazy: false,
    names: named?.map(importedName),
  };
}

function lazyImport(node: ts.Node): Mention | undefined {
  if (!ts.isCallExpression(node) || node.arguments.length === 0) {
    return undefined;
  }
  const callee = node.expression;
  const isImport = callee.kind === ts.SyntaxKind.ImportKeyword;
  const isRequire = ts.isIdentifier(callee) && callee.text === 'require';
  if (!isImport && !isRequire) {
    return undefined;
  }
  const isTopLevel = enclosingFunction(node) === undefined;
  return { specifier: textOf(node.arguments[0]), isTypeOnly: false, isLazy: isImport || !isTopLevel, names: undefined };
}

function typeImport(node: ts.Node): Mention | undefined {
  if (!ts.isImportTypeNode(node) || !ts.isLiteralTypeNode(node.argument)) {
    return undefined;
  }
  return { specifier: textOf(node.argument.literal), isTypeOnly: true, isLazy: false, names: undefined };
}

function isTypeClause(clause: ts.ImportClause | undefined): boolean {
  return clause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
}

function importedName(element: ts.ImportSpecifier | ts.ExportSpecifier): string {
  return (element.propertyName ?? element.name).text;
}

function enclosingFunction(node: ts.Node): ts.Node | undefined {
  return ts.findAncestor(node, ts.isFunctionLike);
}

function textOf(node: ts.Node): string {
  return ts.isStringLiteralLike(node) ? node.text : COMPUTED;
}

/** The file that a relative specifier means, whether or not it exists; undefined for packages. */
export function targetFile(fromFile: string, specifier: string, files: ReadonlySet<string>): string | undefined {
  if (!specifier.startsWith('.')) {
    return undefined;
  }
  const bare = path.posix.join(path.posix.dirname(fromFile), specifier).replace(/\.js$/, '').replace(/\/$/, '');
  const joined = bare === '.' ? 'index' : bare;
  const candidates = [`${joined}.ts`, `${joined}.tsx`, `${joined}/index.ts`, joined];
  const isModule = !joined.includes('/') && joined !== 'index';
  return candidates.find((candidate) => files.has(candidate)) ?? (isModule ? `${joined}/index.ts` : `${joined}.ts`);
}

/** `@scope/name` of `@scope/name/deep`; undefined for relative and computed specifiers and Node's own modules. */
export function packageName(specifier: string): string | undefined {
  if (specifier.startsWith('.') || specifier.startsWith('node:') || specifier === COMPUTED) {
    return undefined;
  }
  return specifier.split('/').slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
}
