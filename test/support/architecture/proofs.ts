import ts from 'typescript';
import { locationOf, visitAll, type Source } from './source';

/** The proofs that steps make, in their order: the type aliases of plan/exchange.ts that are made of `Passed`. */
export function proofNames(sources: readonly Source[]): readonly string[] {
  const names: string[] = [];
  for (const source of sources.filter(({ file }) => file === 'runtime/plan/exchange.ts')) {
    visitAll(source, (node) => {
      if (ts.isTypeAliasDeclaration(node) && /\bPassed</.test(node.type.getText(source.tree))) names.push(node.name.text);
    });
  }
  return names;
}

/** Which files say that they plan a step with this proof: `Recorded` → files with `Planned<…, Recorded>`. */
export function proofMakers(sources: readonly Source[]): ReadonlyMap<string, readonly string[]> {
  const makers = new Map<string, string[]>();
  for (const source of sources) {
    visitAll(source, (node) => {
      const isPlan = ts.isTypeReferenceNode(node) && /^(Planned|planned|unneeded)$/.test(node.typeName.getText(source.tree));
      const proof = (isPlan ? node.typeArguments : typeArgumentsOfCall(node))?.[1]?.getText(source.tree);
      if (proof === undefined) return;
      const files = makers.get(proof) ?? [];
      makers.set(proof, files.includes(source.file) ? files : [...files, source.file]);
    });
  }
  return makers;
}

function typeArgumentsOfCall(node: ts.Node): readonly ts.TypeNode[] | undefined {
  return ts.isCallExpression(node) && ts.isIdentifier(node.expression) && isMaker(node.expression.text) ? node.typeArguments : undefined;
}

/** Files that make plans: that call `planned(…)` or `unneeded()`. */
export function planMakers(sources: readonly Source[]): readonly string[] {
  const files = new Set<string>();
  for (const source of sources) {
    visitAll(source, (node) => {
      if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && isMaker(node.expression.text)) files.add(source.file);
    });
  }
  return [...files].sort();
}

function isMaker(name: string): boolean {
  return name === 'planned' || name === 'unneeded';
}

/** Proofs that somebody asserts instead of making them: `request as Authorized`, `<Authorized>request`, `step as Planned<…>`. */
export function assertedProofs(sources: readonly Source[], proofs: readonly string[]): readonly string[] {
  const forbidden = new RegExp(`\\b(${[...proofs, 'Planned', 'StepList', 'Passed'].join('|')})\\b`);
  const breaches: string[] = [];
  for (const source of sources) {
    visitAll(source, (node) => {
      if (!ts.isAsExpression(node) && !ts.isTypeAssertionExpression(node)) return;
      const type = node.type.getText(source.tree);
      if (forbidden.test(type)) breaches.push(`${locationOf(source, node)}: asserts ${type}; only its step proves it`);
    });
  }
  return breaches;
}

/** Assertions to `never` below a folder, which would pass as any proof. */
export function neverAsserted(sources: readonly Source[], folders: readonly string[]): readonly string[] {
  const breaches = new Set<string>();
  for (const source of sources.filter(({ file }) => folders.some((folder) => file.startsWith(folder)))) {
    visitAll(source, (node) => {
      if (ts.isAsExpression(node) && node.type.kind === ts.SyntaxKind.NeverKeyword) breaches.add(source.file);
    });
  }
  return [...breaches].sort();
}
