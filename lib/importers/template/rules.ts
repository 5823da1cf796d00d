import { loss, type Issue } from '../../errors';
import { memberOf, itemsOf, textOf } from '../value';
import { conditionHolds } from './conditions';
import type { Truth } from './scope';
import type { Stack } from './stack';

/** Functions that ask for what an account has. */
const OF_ACCOUNT = /"Fn::(RefAll|ValueOf|ValueOfAll)"/;

/**
 * Returns an issue for each assertion of the rules that the values of parameters fail: CloudFormation would not deploy the template.
 * @see https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/rules-section-structure.html
 */
export function ruleIssues(stack: Stack): Issue[] {
  return Object.entries(stack.rules).flatMap(([name, rule]) => {
    const path = ['Rules', name];
    const condition = memberOf(rule, 'RuleCondition');
    if (condition !== undefined && holds(condition, stack, [...path, 'RuleCondition']) !== true) return [];
    return itemsOf(memberOf(rule, 'Assertions')).flatMap((assertion, index) => {
      const expected = memberOf(assertion, 'Assert');
      if (holds(expected, stack, [...path, 'Assertions', index, 'Assert']) !== false) return [];
      const reason = textOf(memberOf(assertion, 'AssertDescription')) ?? JSON.stringify(expected);
      return [loss('IMPORT_RULE_FAILED', name, { name, reason })];
    });
  });
}

/** Evaluates an expression of a rule. One that depends on an account is taken to hold; a rule with unknown values refuses nothing. */
function holds(expression: unknown, stack: Stack, path: readonly (string | number)[]): Truth {
  if (!OF_ACCOUNT.test(JSON.stringify(expression) ?? '')) return conditionHolds(expression, stack, path);
  stack.report(path, 'it depends on what is in the account; taken as true');
  return true;
}
