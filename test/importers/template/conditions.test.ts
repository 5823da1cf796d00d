import { LoopBudget } from '../../../lib/importers/document/document-limits';
import { conditionHolds } from '../../../lib/importers/template/conditions';
import { NO_VALUE, type Scope, type Truth } from '../../../lib/importers/template/scope';

const reported: string[] = [];
beforeEach(() => { reported.length = 0; });

const scope: Scope = {
  region: 'eu-west-1', loops: new LoopBudget('template.yaml'),
  reference: (name) => ({ 'Late': '${token:Late}', 'AWS::NoValue': NO_VALUE } as Record<string, unknown>)[name],
  attribute: () => undefined,
  condition: (name) => ({ Yes: true, No: false, Late: 'unknown' } as Record<string, Truth>)[name],
  mapping: () => undefined,
  importValue: () => undefined,
  include: () => undefined,
  report: (path, reason) => { reported.push(`${path.join('/')}: ${reason}`); },
};
const is = (Condition: string): object => ({ Condition });

test.each<[object, Truth]>([
  [{ 'Fn::And': [is('Yes'), is('Late')] }, 'unknown'],
  [{ 'Fn::And': [is('No'), is('Late')] }, false],
  [{ 'Fn::Or': [is('Yes'), is('Late')] }, true],
  [{ 'Fn::Or': [is('No'), is('Late')] }, 'unknown'],
  [{ 'Fn::Not': [is('Late')] }, 'unknown'],
  [{ 'Fn::Not': [is('No')] }, true],
  [{ 'Fn::Equals': [{ Ref: 'Late' }, { Ref: 'Late' }] }, true],
  [{ 'Fn::Equals': ['a'] }, false],
  [{ 'Fn::Equals': [{ Ref: 'AWS::NoValue' }, 'a'] }, false],
  [{ 'Fn::Contains': [['a'], { Ref: 'Late' }] }, 'unknown'],
])('%j is %s', (expression, expected) => {
  expect(conditionHolds(expression, scope, ['at'])).toBe(expected);
  expect(reported).toEqual([]);
});

test.each<[unknown, string]>([
  [{ 'Fn::Equals': [{ Ref: 'Late' }, 'a'] }, 'at/Fn::Equals: Late is known only after deployment'],
  [is('Missing'), 'at: there is no condition Missing'],
  ['maybe', 'at: it is not a condition'],
])('%j is unknown, and reported', (expression, message) => {
  expect(conditionHolds(expression, scope, ['at'])).toBe('unknown');
  expect(reported).toEqual([message]);
});
