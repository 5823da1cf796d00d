import ts from 'typescript';
import { locationOf, visitAll, type Source } from './source';

/** Where a kind speaks for itself: its own folders, and files that are named for one kind. */
const OWN_FILES = /(^|\/)(integrations|authorizers)\/|(^|\/)(proxy|mapped|mock|http|http-proxy|token|request|cognito-user-pools|jwt)\.ts$/;

/** Expressions that stand for an integration, an authorizer, an authorization or a destination; in shared code, `spec` is one of them. */
const SUBJECT = /(^|\.)(integration|authorizer|authorization|destination|onFailure)(Spec|Input)?\??$|^spec$/i;

/**
 * Questions about the kind of an integration, authorizer, authorization or destination outside the kinds' own files:
 * `'uri' in integration`, `authorizer.type === 'jwt'`. Shared code asks `describeIntegration`, `describeAuthorizer`,
 * `describeAuthorization` and `describeDestination` instead.
 */
export function questionsAboutKinds(sources: readonly Source[], except: readonly string[] = []): readonly string[] {
  return sources.filter(({ file }) => !OWN_FILES.test(file) && !except.includes(file)).flatMap((source) => {
    const found: string[] = [];
    visitAll(source, (node) => {
      if (ts.isBinaryExpression(node) && branchesOnKind(node, source)) found.push(`${locationOf(source, node)}: ${node.getText(source.tree)}`);
      if (ts.isCallExpression(node) && looksUpKind(node, source)) found.push(`${locationOf(source, node)}: ${node.getText(source.tree)}`);
      if (ts.isSwitchStatement(node) && isTypeOfSubject(node.expression, source)) found.push(`${locationOf(source, node)}: switch over a kind`);
    });
    return found;
  });
}

function branchesOnKind({ left, right, operatorToken }: ts.BinaryExpression, source: Source): boolean {
  switch (operatorToken.kind) {
    case ts.SyntaxKind.InKeyword: return SUBJECT.test(right.getText(source.tree));
    case ts.SyntaxKind.EqualsEqualsEqualsToken:
    case ts.SyntaxKind.ExclamationEqualsEqualsToken: return [left, right].some((side) => isTypeOfSubject(side, source));
    default: return false;
  }
}

/** `['proxy', 'mapped'].includes(integration.type)` */
function looksUpKind({ expression, arguments: given }: ts.CallExpression, source: Source): boolean {
  const isLookup = ts.isPropertyAccessExpression(expression) && ['includes', 'has'].includes(expression.name.text);
  return isLookup && given.some((one) => isTypeOfSubject(ts.isBinaryExpression(one) ? one.left : one, source));
}

function isTypeOfSubject(node: ts.Expression, source: Source): boolean {
  return ts.isPropertyAccessExpression(node) && node.name.text === 'type' && SUBJECT.test(node.expression.getText(source.tree));
}
