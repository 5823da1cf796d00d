import path from 'node:path';
import ts from 'typescript';

/** Properties as `Interface.property`. */
export interface PropsOfModule {
  /** All that the constructs of the module take. */
  readonly all: ReadonlySet<string>;
  /** Properties that the files in the program's folder write. */
  readonly written: ReadonlySet<string>;
}

const root = path.resolve(__dirname, '..', '..', '..');

/** The properties of the structs of a package's module, and which of them a program writes: asked of the compiler. */
export function propsOf(modulePath: string, program: string): PropsOfModule {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(path.join(root, 'test', 'tsconfig.json'), ts.sys.readFile).config,
    ts.sys,
    path.join(root, 'test'),
  );
  const compiled = ts.createProgram([path.join(root, program)], { ...options, incremental: false, tsBuildInfoFile: undefined });
  const folder = path.join(root, 'node_modules', modulePath, 'lib') + path.sep;
  const checker = compiled.getTypeChecker();
  const isOfModule = (declaration: ts.Declaration) => declaration.getSourceFile().fileName.startsWith(folder);
  const all = new Set<string>();
  const written = new Set<string>();
  for (const file of compiled.getSourceFiles()) {
    if (file.fileName.startsWith(folder) && !file.fileName.includes('.generated.')) structsOf(file).forEach((name) => all.add(name));
    if (file.fileName.startsWith(path.join(root, path.dirname(program)) + path.sep)) visit(file);
  }
  return { all, written };

  function visit(node: ts.Node): void {
    if (ts.isObjectLiteralExpression(node)) literal(node);
    ts.forEachChild(node, visit);
  }

  function literal(node: ts.ObjectLiteralExpression): void {
    const type = checker.getContextualType(node);
    if (type === undefined) return;
    const types = type.isUnion() ? type.types : [type];
    for (const property of node.properties.flatMap(({ name }) => name ?? [])) {
      const symbols = types.flatMap((one) => checker.getPropertyOfType(one, property.getText().replaceAll("'", '')) ?? []);
      for (const declaration of symbols.flatMap(({ declarations = [] }) => declarations).filter(isOfModule)) {
        if (ts.isInterfaceDeclaration(declaration.parent)) written.add(`${declaration.parent.name.text}.${property.getText()}`);
      }
    }
  }
}

/** Structs are interfaces without methods whose names do not begin as those of behavior do: `IThing`. */
function structsOf(file: ts.SourceFile): string[] {
  return file.statements.filter(ts.isInterfaceDeclaration).flatMap((one) => {
    const members = one.members.filter(ts.isPropertySignature);
    const isBehavior = /^I[A-Z]/.test(one.name.text) || members.length < one.members.length;
    return isBehavior ? [] : members.map((member) => `${one.name.text}.${member.name.getText()}`);
  });
}
