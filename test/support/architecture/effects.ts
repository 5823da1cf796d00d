import ts from 'typescript';
import { COMPUTED, importsOf } from './imports';
import { locationOf, visitAll, type Source } from './source';

/** Node's modules outside the edges: `true` for all of it, else the names that may be taken from it. */
const PURE_MODULES: Readonly<Record<string, true | readonly string[]>> = {
  'node:assert': true,
  'node:buffer': true,
  'node:path': true,
  'node:querystring': true,
  'node:string_decoder': true,
  'node:url': true,
  'node:util': true,
  'node:zlib': true,
  'node:crypto': [
    'createHash', 'createHmac', 'createPublicKey', 'createSecretKey', 'createVerify', 'hash', 'timingSafeEqual', 'verify', 'X509Certificate',
  ],
  'node:net': ['BlockList', 'isIP', 'isIPv4', 'isIPv6', 'SocketAddress'],
  'node:stream': ['Readable', 'Transform'],
};

const EFFECTFUL_GLOBALS = new Set([
  'process', 'console', 'performance', 'fetch', 'WebSocket', 'setTimeout', 'setInterval', 'setImmediate',
]);

const EFFECTFUL_MEMBERS: Readonly<Record<string, readonly string[]>> = {
  Date: ['now'],
  Math: ['random'],
  crypto: ['randomUUID', 'getRandomValues', 'subtle'],
  Atomics: ['wait', 'waitAsync'],
};

/** Clock, randomness, environment, console, files, sockets and children outside the edge files. */
export function effectsOutsideEdges(sources: readonly Source[], edgeFiles: readonly string[]): readonly string[] {
  return sources.filter(({ file }) => !edgeFiles.includes(file)).flatMap(effectsOf);
}

/** Edge files that touch nothing, or do not exist: they need not be listed. */
export function edgesWithoutEffects(sources: readonly Source[], edgeFiles: readonly string[]): readonly string[] {
  const effectful = new Set(sources.filter((source) => effectsOf(source).length > 0).map(({ file }) => file));
  return edgeFiles.filter((file) => !effectful.has(file));
}

function effectsOf(source: Source): readonly string[] {
  return [...effectfulImports(source), ...effectfulGlobals(source)];
}

function effectfulImports(source: Source): readonly string[] {
  return importsOf(source)
    .filter(({ specifier, isTypeOnly }) => (specifier.startsWith('node:') || specifier === COMPUTED) && !isTypeOnly)
    .flatMap(({ specifier, names, location }) => {
      const allowed = PURE_MODULES[specifier];
      if (allowed === true) {
        return [];
      }
      const refused = (names ?? ['*']).filter((name) => !(allowed ?? []).includes(name));
      return refused.map((name) => `${location}: ${name} of ${specifier} belongs to an edge file; take a port instead`);
    });
}

function effectfulGlobals(source: Source): readonly string[] {
  const own = declaredNames(source);
  const effects: string[] = [];
  visitAll(source, (node) => {
    const name = effectOf(node, own);
    if (name !== undefined) {
      effects.push(`${locationOf(source, node)}: ${name} belongs to an edge file; take a port instead`);
    }
  });
  return effects;
}

function effectOf(node: ts.Node, own: ReadonlySet<string>): string | undefined {
  if (ts.isNewExpression(node) && isGlobal(node.expression, 'Date', own) && (node.arguments ?? []).length === 0) {
    return 'new Date()';
  }
  if (ts.isCallExpression(node) && isGlobal(node.expression, 'Date', own)) {
    return 'Date()';
  }
  if (ts.isPropertyAccessExpression(node)) {
    return effectfulMember(node, own);
  }
  if (ts.isIdentifier(node) && EFFECTFUL_GLOBALS.has(node.text) && !own.has(node.text) && isValueUse(node)) {
    return node.text;
  }
  return undefined;
}

function effectfulMember(node: ts.PropertyAccessExpression, own: ReadonlySet<string>): string | undefined {
  if (ts.isIdentifier(node.expression) && node.expression.text === 'globalThis' && EFFECTFUL_GLOBALS.has(node.name.text)) {
    return `globalThis.${node.name.text}`;
  }
  const object = Object.keys(EFFECTFUL_MEMBERS).find((name) => isGlobal(node.expression, name, own));
  return object !== undefined && EFFECTFUL_MEMBERS[object].includes(node.name.text) ? `${object}.${node.name.text}` : undefined;
}

function isGlobal(node: ts.Expression, name: string, own: ReadonlySet<string>): boolean {
  const isPlain = ts.isIdentifier(node) && node.text === name && !own.has(name);
  const isMember = ts.isPropertyAccessExpression(node) && node.getText() === `globalThis.${name}`;
  return isPlain || isMember;
}

/** Names that the file declares or imports itself: `fetch` as a parameter is a port, not the global. */
function declaredNames(source: Source): ReadonlySet<string> {
  const names = new Set<string>();
  visitAll(source, (node) => {
    const isDeclaration = ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node)
      || ts.isFunctionDeclaration(node) || ts.isImportSpecifier(node) || ts.isNamespaceImport(node) || ts.isImportClause(node);
    if (isDeclaration && !isInType(node) && node.name !== undefined && ts.isIdentifier(node.name)) {
      names.add(node.name.text);
    }
  });
  return names;
}

/** Not a member's name (`x.process`, `{ process: 1 }`), not a type (`typeof fetch`). */
function isValueUse(node: ts.Identifier): boolean {
  const { parent } = node;
  const isMemberName = (ts.isPropertyAccessExpression(parent) && parent.name === node)
    || (ts.isPropertyAssignment(parent) && parent.name === node)
    || ts.isPropertySignature(parent) || ts.isPropertyDeclaration(parent) || ts.isMethodSignature(parent)
    || ts.isMethodDeclaration(parent) || ts.isEnumMember(parent) || ts.isQualifiedName(parent)
    || (ts.isBindingElement(parent) && parent.propertyName === node)
    || ts.isExportSpecifier(parent) || ts.isImportSpecifier(parent);
  return !isMemberName && !isInType(node);
}

function isInType(node: ts.Node): boolean {
  return ts.findAncestor(node, (ancestor) => ts.isTypeNode(ancestor) && !ts.isExpressionWithTypeArguments(ancestor)) !== undefined;
}
