import { findingsIn, specWithMethod } from '../../support/spec';

const findings = (variables: Record<string, string>) => findingsIn(specWithMethod(
  { integration: { type: 'mapped', function: 'pets-${stageVariables.color}', responses: [] } },
  { functions: { 'pets-blue': { entry: 'a.ts', handler: 'index.handler' } }, stages: { prod: { variables } } },
));

test('a function that a stage variable names exists on the stage', () => {
  expect(findings({ color: 'blue' })).toEqual([]);
  expect(findings({ color: 'green' })).toEqual(['warning STAGE_FUNCTION_UNKNOWN Pets GET']);
  expect(findings({})).toEqual(['warning STAGE_FUNCTION_UNKNOWN Pets GET']);
});
