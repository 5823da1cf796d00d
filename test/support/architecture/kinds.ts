import ts from 'typescript';
import { exportedType, type TypedLibrary } from './program';

/** Kinds that belong together, as the spec has them. */
interface Family {
  /** Values of `type`. */
  readonly kinds: ReadonlySet<string>;
  /** Members that some of the kinds have and others do not. */
  readonly members: ReadonlySet<string>;
}

/** The kinds of integrations, by either name, of authorizers, authorizations and destinations. */
const FAMILIES = {
  'spec/integrations/index.ts': 'IntegrationSpec',
  'spec/authorizers/index.ts': 'AuthorizerSpec',
  'spec/authorization.ts': 'AuthorizationSpec',
  'spec/destination.ts': 'DestinationSpec',
};

/**
 * Questions about the kind of what may be of several: `'uri' in integration`, `authorizer.type === 'jwt'`,
 * `memberOf(integration, 'reason')`. The compiler tells what an expression can be, whatever it is called. Shared code asks
 * `describeIntegration`, `describeAuthorizer`, `describeAuthorization`, `describeDestination` and `describeAuthorizationType` instead.
 * @returns by files
 */
export function questionsAboutKinds(library: TypedLibrary): ReadonlyMap<string, readonly string[]> {
  const asker = new Asker(library);
  const asking = [...library.files].map(([file, source]) => [file, asker.questionsOf(file, source)] as const);
  return new Map(asking.filter(([, questions]) => questions.length > 0));
}

const EQUALITY = new Set([
  ts.SyntaxKind.EqualsEqualsToken, ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken, ts.SyntaxKind.ExclamationEqualsEqualsToken,
]);
/** `['proxy'].includes(type)`, `SERVED.has(type)`, `Object.hasOwn(SOME, type)`, `/^http/.test(type)` */
const LOOKUPS = new Set(['includes', 'indexOf', 'has', 'hasOwn', 'test', 'exec']);
/** `type.startsWith('http')` */
const TEXT_TESTS = new Set(['startsWith', 'endsWith', 'includes', 'indexOf', 'match', 'search']);

class Asker {
  readonly #checker: ts.TypeChecker;
  readonly #families: readonly Family[];
  readonly #kinds: ReadonlySet<string>;
  readonly #members: ReadonlySet<string>;

  public constructor(library: TypedLibrary) {
    this.#checker = library.program.getTypeChecker();
    const nodes = Object.entries(FAMILIES).map(([file, name]) => this.#familyOf(exportedType(library, file, name)));
    const awsTypes = this.#textsOf(exportedType(library, 'spec/index.ts', 'AwsType')) ?? [];
    this.#families = [...nodes, { kinds: new Set(awsTypes), members: new Set() }];
    this.#kinds = new Set(this.#families.flatMap(({ kinds }) => [...kinds]));
    this.#members = new Set(this.#families.flatMap(({ members }) => [...members]));
  }

  public questionsOf(file: string, source: ts.SourceFile): readonly string[] {
    const questions: string[] = [];
    const visit = (node: ts.Node): void => {
      if (this.#asks(node)) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
        const asked = ts.isSwitchStatement(node) ? `switch (${node.expression.getText(source)})` : node.getText(source);
        questions.push(`lib/${file}:${line + 1}: ${asked.replace(/\s+/g, ' ')}`);
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
    return questions;
  }

  #asks(node: ts.Node): boolean {
    if (ts.isSwitchStatement(node)) return this.#canBeSeveral(node.expression);
    if (ts.isCallExpression(node)) return this.#looksUp(node) || this.#readsMember(node);
    if (ts.isObjectLiteralExpression(node)) return this.#presetsMember(node);
    if (ts.isAsExpression(node)) return this.#assertsMember(node);
    if (!ts.isBinaryExpression(node)) return false;
    if (node.operatorToken.kind === ts.SyntaxKind.InKeyword) return this.#isOfSeveralKinds(node.right);
    return EQUALITY.has(node.operatorToken.kind) && this.#compares(node.left, node.right);
  }

  /** One kind with some of its family; whether two are the same is another question. */
  #compares(left: ts.Expression, right: ts.Expression): boolean {
    if (![left, right].every((side) => this.#mayBeKind(side))) return false;
    const sides = [left, right].map((side) => this.#textsOf(this.#checker.getTypeAtLocation(side)));
    const family = sides.map((texts) => this.#familyWith(texts)).find((one) => one !== undefined);
    const isKnown = sides.every((texts) => texts !== undefined && texts.length > 0);
    return family !== undefined && isKnown && sides.some((texts = []) => texts.length < family.kinds.size);
  }

  /** Not a literal of another kind: most comparisons need no types. */
  #mayBeKind(node: ts.Expression): boolean {
    if (ts.isStringLiteralLike(node)) return this.#kinds.has(node.text);
    if (ts.isIdentifier(node)) return node.text !== 'undefined';
    return !ts.isNumericLiteral(node) && !ts.isTypeOfExpression(node) && !ts.isPrefixUnaryExpression(node)
      && ![ts.SyntaxKind.NullKeyword, ts.SyntaxKind.TrueKeyword, ts.SyntaxKind.FalseKeyword].includes(node.kind);
  }

  #looksUp({ expression, arguments: given }: ts.CallExpression): boolean {
    if (!ts.isPropertyAccessExpression(expression)) return false;
    const name = expression.name.text;
    if (LOOKUPS.has(name) && given.some((one) => this.#canBeSeveral(one))) return true;
    return TEXT_TESTS.has(name) && this.#canBeSeveral(expression.expression);
  }

  /** `memberOf(integration, 'reason')`, `Object.hasOwn(integration, 'uri')` */
  #readsMember({ arguments: given }: ts.CallExpression): boolean {
    const isMember = given.some((one) => ts.isStringLiteralLike(one) && this.#members.has(one.text));
    return isMember && given.some((one) => !ts.isStringLiteralLike(one) && this.#isOfSeveralKinds(one));
  }

  /** `const { reason } = { reason: undefined, ...integration }` */
  #presetsMember({ properties }: ts.ObjectLiteralExpression): boolean {
    const preset = properties.findIndex((one) => ts.isPropertyAssignment(one) && this.#members.has(one.name.getText()));
    return preset >= 0 && properties.slice(preset).some((one) => ts.isSpreadAssignment(one) && this.#isOfSeveralKinds(one.expression));
  }

  /** `(integration as { reason?: string }).reason` */
  #assertsMember({ expression, type }: ts.AsExpression): boolean {
    const isMember = ts.isTypeLiteralNode(type) && type.members.some(({ name }) => name !== undefined && this.#members.has(name.getText()));
    return isMember && this.#isOfSeveralKinds(expression);
  }

  #canBeSeveral(node: ts.Expression): boolean {
    return this.#familyWith(this.#textsOf(this.#checker.getTypeAtLocation(node))) !== undefined;
  }

  #isOfSeveralKinds(node: ts.Expression): boolean {
    return this.#familyWith([...this.#familyOf(this.#checker.getTypeAtLocation(node)).kinds]) !== undefined;
  }

  /** The family that two or more texts are of. */
  #familyWith(texts: readonly string[] | undefined): Family | undefined {
    if (texts === undefined || texts.length < 2) return undefined;
    return this.#families.find(({ kinds }) => texts.every((text) => kinds.has(text)));
  }

  #familyOf(type: ts.Type): Family {
    const nodes = this.#partsOf(type);
    const members = nodes.map((node) => new Set(node.getProperties().map(({ name }) => name)));
    const kinds = nodes.flatMap((node) => {
      const property = node.getProperty('type');
      return property === undefined ? [] : this.#textsOf(this.#checker.getTypeOfSymbol(property)) ?? [];
    });
    const telling = [...new Set(members.flatMap((names) => [...names]))].filter((name) => !members.every((names) => names.has(name)));
    return { kinds: new Set(kinds), members: new Set(telling) };
  }

  /** The texts that a value can be; undefined if it can be anything else. */
  #textsOf(type: ts.Type): readonly string[] | undefined {
    const parts = this.#partsOf(type);
    return parts.every((one) => one.isStringLiteral()) ? parts.map(({ value }) => value) : undefined;
  }

  /** Returns the types that a value can have, without undefined and null. */
  #partsOf(type: ts.Type): readonly ts.Type[] {
    const known = this.#checker.getBaseConstraintOfType(type) ?? type;
    return (known.isUnion() ? known.types : [known]).filter(({ flags }) => (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null)) === 0);
  }
}
