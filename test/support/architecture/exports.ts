import path from 'node:path';
import ts from 'typescript';
import { importsOf, targetFile } from './imports';
import type { Source } from './source';

/** The names that other files import from a file; `all` where it is imported whole: `import * as`, `export *`, `require()`. */
type Taken = Set<string> | 'all';

/** Exported functions, constants and classes that no other file imports: nobody can use them. Types are exported with what has them. */
export function unusedExports(sources: readonly Source[], users: readonly Source[]): readonly string[] {
  const taken = takenFrom([...sources, ...users]);
  return sources.flatMap((source) => {
    const names = taken.get(pathOf(source)) ?? new Set();
    return names === 'all' ? [] : exportsOf(source).filter((name) => !names.has(name)).map((name) => `${pathOf(source)}: nobody imports ${name}`);
  });
}

/** Returns the imported names, by the path of the file that exports them. */
function takenFrom(users: readonly Source[]): ReadonlyMap<string, Taken> {
  const files = new Set(users.map(pathOf));
  const taken = new Map<string, Taken>();
  for (const user of users) {
    for (const { specifier, names, types = [] } of importsOf(user)) {
      const target = targetFile(pathOf(user), specifier, files)?.replace(/^build\//, 'lib/');
      const before = target === undefined ? 'all' : taken.get(target) ?? new Set();
      if (target === undefined || before === 'all') continue;
      taken.set(target, names === undefined ? 'all' : new Set([...before, ...names, ...types]));
    }
  }
  return taken;
}

function pathOf({ folder, file }: Source): string {
  return path.posix.join(folder, file);
}

function exportsOf({ tree }: Source): string[] {
  return tree.statements.flatMap((statement) => {
    if (!ts.canHaveModifiers(statement) || ts.getModifiers(statement)?.[0]?.kind !== ts.SyntaxKind.ExportKeyword) return [];
    if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.map(({ name }) => name.getText(tree));
    const isNamed = ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement) || ts.isEnumDeclaration(statement);
    return isNamed && statement.name !== undefined ? [statement.name.text] : [];
  });
}
