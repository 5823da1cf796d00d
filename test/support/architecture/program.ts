import path from 'node:path';
import ts from 'typescript';

const ROOT = path.resolve(__dirname, '..', '..', '..');
const LIBRARY = path.join(ROOT, 'lib');

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022, lib: ['lib.es2022.d.ts'], module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler,
  jsx: ts.JsxEmit.ReactJSX, strict: true, noUncheckedIndexedAccess: true, noEmit: true, skipLibCheck: true, types: [],
};

/** Kinds come from Zod's types; other packages, which would take most of the time, are left out: what is of them is `any`. */
const PACKAGES = /^zod(\/|$)/;

/** Files of the library with the compiler's knowledge of types. */
export interface TypedLibrary {
  readonly program: ts.Program;
  /** Files of lib/, by their paths in it. */
  readonly files: ReadonlyMap<string, ts.SourceFile>;
}

/**
 * @param changed - texts of files that are read instead of those of lib/, or beside them
 * @param earlier - whose other files are the same
 */
export function typedLibrary(changed: Readonly<Record<string, string>> = {}, earlier?: TypedLibrary): TypedLibrary {
  const texts = new Map(Object.entries(changed).map(([file, text]) => [path.join(LIBRARY, file), text]));
  const host = ts.createCompilerHost(OPTIONS);
  const { getSourceFile, fileExists, readFile } = host;
  const cache = ts.createModuleResolutionCache(ROOT, (file) => file, OPTIONS);
  host.fileExists = (file) => texts.has(file) || fileExists(file);
  host.readFile = (file) => texts.get(file) ?? readFile(file);
  host.getSourceFile = (file, ...more) => {
    const text = texts.get(file);
    if (text !== undefined) return ts.createSourceFile(file, text, more[0]);
    return earlier?.program.getSourceFile(file) ?? getSourceFile(file, ...more);
  };
  host.resolveModuleNameLiterals = (literals, from) => literals.map(({ text }) =>
    text.startsWith('.') || PACKAGES.test(text) ? ts.resolveModuleName(text, from, OPTIONS, host, cache) : { resolvedModule: undefined });
  const roots = ts.sys.readDirectory(LIBRARY, ['.ts', '.tsx'], ['**/*.d.ts']);
  const program = ts.createProgram({ rootNames: [...new Set([...roots, ...texts.keys()])], options: OPTIONS, host });
  const own = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(`${LIBRARY}${path.sep}`));
  return { program, files: new Map(own.map((file) => [path.relative(LIBRARY, file.fileName).split(path.sep).join('/'), file])) };
}

/** The declared type that a file exports by a name. */
export function exportedType({ program, files }: TypedLibrary, file: string, name: string): ts.Type {
  const checker = program.getTypeChecker();
  const source = files.get(file);
  const exported = source && checker.getSymbolAtLocation(source)?.exports?.get(ts.escapeLeadingUnderscores(name));
  if (exported === undefined) throw new Error(`lib/${file} exports no ${name}`);
  const symbol = (exported.flags & ts.SymbolFlags.Alias) === 0 ? exported : checker.getAliasedSymbol(exported);
  return checker.getDeclaredTypeOfSymbol(symbol);
}

/** Returns the compiler's messages about one file of the library, each with its line number. */
export function typeErrorsIn({ program, files }: TypedLibrary, file: string): readonly string[] {
  const source = files.get(file);
  if (source === undefined) throw new Error(`there is no lib/${file}`);
  return program.getSemanticDiagnostics(source).map(({ start = 0, messageText }) =>
    `${source.getLineAndCharacterOfPosition(start).line + 1}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
}
