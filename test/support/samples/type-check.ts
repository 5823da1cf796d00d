import path from 'node:path';
import ts from 'typescript';

const ROOT = path.resolve(__dirname, '..', '..', '..');
const PATHS = { 'synthgate': ['./build/index.d.ts'], 'synthgate/aws': ['./build/cdk/index.d.ts'] };

/** Returns the compiler's messages about sources in a project as `cdk init` makes it, with CommonJS modules. One program reads all. */
export function typeErrorsOf(sources: ReadonlyMap<string, string>): string[] {
  const options: ts.CompilerOptions = {
    strict: true, noEmit: true, skipLibCheck: true, target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS,
    // what older compilers take where only `module` is given
    moduleResolution: ts.ModuleResolutionKind.Node10, ignoreDeprecations: '6.0',
    paths: Object.fromEntries(Object.entries(PATHS).map(([name, files]) => [name, files.map((file) => path.join(ROOT, file))])),
    types: ['node'], typeRoots: [path.join(ROOT, 'node_modules', '@types')],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (file) => sources.has(file) || fileExists(file);
  host.readFile = (file) => sources.get(file) ?? readFile(file);
  host.getSourceFile = (file, version, ...more) => {
    const text = sources.get(file);
    return text === undefined ? getSourceFile(file, version, ...more) : ts.createSourceFile(file, text, version);
  };
  return ts.getPreEmitDiagnostics(ts.createProgram([...sources.keys()], options, host))
    .map(({ file, start = 0, messageText }) => `${path.basename(file?.fileName ?? '')}:${(file?.getLineAndCharacterOfPosition(start).line ?? 0) + 1} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
}
