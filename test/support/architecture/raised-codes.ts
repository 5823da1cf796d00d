import ts from 'typescript';
import { visitAll, type Source } from './source';

/** Functions whose first argument is the code of an error or issue that they make. */
const MAKERS = new Set(['GatewayError', 'ContractError', 'issue', 'loss', 'lose', 'warning', 'onCut']);
/** Members whose value is the code that a log line, a failure record or the rule of a limit reports. */
const CODE_MEMBERS = new Set(['code', 'error']);

/** The codes that a file raises: `new GatewayError('CODE')`, `issue('CODE', …)`, `{ code: 'CODE' }`. Comparing one is not raising it. */
export function raisedCodes(source: Source): readonly string[] {
  const codes: string[] = [];
  visitAll(source, (node) => {
    if (ts.isStringLiteralLike(node) && isRaised(node)) codes.push(node.text);
  });
  return codes;
}

/** The texts of a file's literals: strings, templates and patterns, not its comments. */
export function literalTexts(source: Source): string {
  const codes: string[] = [];
  visitAll(source, (node) => {
    const isTemplatePart = ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
    if (ts.isStringLiteralLike(node) || isTemplatePart || ts.isRegularExpressionLiteral(node)) codes.push(node.text);
  });
  return codes.join('\n');
}

/** Through `cond ? 'A' : 'B'`, `x ?? 'A'` and parentheses up to what takes the code. */
function isRaised(node: ts.Expression): boolean {
  const { parent } = node;
  if (ts.isConditionalExpression(parent)) return parent.condition !== node && isRaised(parent);
  if (ts.isBinaryExpression(parent)) return ['??', '||'].includes(parent.operatorToken.getText()) && isRaised(parent);
  if (ts.isParenthesizedExpression(parent) || ts.isAsExpression(parent)) return isRaised(parent);
  if (ts.isPropertyAssignment(parent)) return CODE_MEMBERS.has(parent.name.getText()) || isTableOfCodes(parent.parent);
  if (!ts.isNewExpression(parent) && !ts.isCallExpression(parent)) return false;
  return parent.arguments?.[0] === node && MAKERS.has(nameOf(parent.expression));
}

/** `const CODES = { request: 'A_CODE', response: 'B_CODE' }`, from which one is taken to be raised. */
function isTableOfCodes(node: ts.Node): boolean {
  const holder = ts.isAsExpression(node.parent) ? node.parent.parent : node.parent;
  return ts.isVariableDeclaration(holder) && holder.name.getText() === 'CODES';
}

function nameOf(callee: ts.Expression): string {
  return ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText();
}
