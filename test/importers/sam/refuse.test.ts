import { readYaml } from '../../../lib/importers/document/read-yaml';
import { translateSam } from '../../../lib/importers/sam';
import { refusals, samTemplate } from '../../support/importers/sam';
import { API_REFUSALS, EVENT_REFUSALS, FUNCTION_REFUSALS, OTHER_REFUSALS } from '../../support/importers/sam-refusals';

/** The messages are those of the SAM translator, version 1.110. */
describe.each([
  ['APIs', API_REFUSALS], ['Api events', EVENT_REFUSALS], ['functions', FUNCTION_REFUSALS], ['other resources', OTHER_REFUSALS],
])('refused of %s', (_, cases) => {
  test.each(cases)('%s', (_name, resources, ...messages) => {
    expect(refusals(samTemplate(resources))).toEqual(messages);
  });
});

test.each(['[A]', '{A: b}'])('a condition that is no text: %p', (condition) => {
  const resource = `\n  F:\n    Type: AWS::Serverless::Function\n    Condition: ${condition}\n    Properties: {Handler: a.b, Runtime: nodejs20.x, InlineCode: a}`;
  expect(refusals(samTemplate(resource))).toEqual(['Structure of the SAM template is invalid. Every Condition member must be a string.']);
});

describe('refused of Globals', () => {
  const FUNCTION = '\n  F: {Type: AWS::Serverless::Function, Properties: {Handler: a.b, Runtime: nodejs20.x, InlineCode: a}}';

  test.each([
    ['a section that does not exist', 'Globals: {Table: {}}', "'Table' is not supported. Must be one of the following values - ['Api', 'CapacityProvider', "
      + "'Function', 'HttpApi', 'LayerVersion', 'SimpleTable', 'StateMachine', 'WebSocketApi']"],
    ['text', 'Globals: a', 'It must be a non-empty dictionary'],
    ['a property that is not global', 'Globals: {Api: {StageName: a}}',
      "'StageName' is not a supported property of 'Api'. Must be one of the following values - ['Auth', 'Name', 'DefinitionUri', 'CacheClusterEnabled', "
      + "'CacheClusterSize', 'MergeDefinitions', 'Variables', 'EndpointConfiguration', 'MethodSettings', 'BinaryMediaTypes', 'MinimumCompressionSize', "
      + "'Cors', 'GatewayResponses', 'AccessLogSetting', 'CanarySetting', 'TracingEnabled', 'OpenApiVersion', 'Domain', 'AlwaysDeploy', 'PropagateTags', "
      + "'SecurityPolicy', 'EndpointAccessMode']"],
  ])('%s', (_, globals, reason) => {
    expect(refusals(samTemplate(FUNCTION, globals))).toEqual([`'Globals' section is invalid. ${reason}`]);
  });

  test('what a resource ignores must be there', () => {
    const template = readYaml('template.yaml', `Globals: {Function: {Timeout: 3}}\nResources:${FUNCTION.replace('Properties', 'IgnoreGlobals: [Handler], Properties')}`);
    expect(refusals(Object(template))).toEqual([
      "Resource with id [F] is invalid. Resource F has invalid resource attribute 'IgnoreGlobals' on item 'Handler'.",
    ]);
  });
});

test('each kind of refusal has its code, and is at the resource', () => {
  const codes = (resources: string, head = '') => (
    translateSam(samTemplate(resources, head)).issues.map(({ code, location }) => ({ code, location }))
  );
  const [role] = OTHER_REFUSALS.filter(([name]) => name === 'a logical id that is taken');
  expect(codes('\n  A: {Type: AWS::Serverless::Api, Properties: {}}')).toEqual([{ code: 'SAM_RESOURCE_INVALID', location: 'A' }]);
  expect(codes('\n  A: b')).toEqual([{ code: 'SAM_TEMPLATE_INVALID', location: '' }]);
  expect(codes('\n  A: {Type: AWS::S3::Bucket}', 'Globals: a')).toEqual([{ code: 'SAM_GLOBALS_INVALID', location: 'Globals' }]);
  expect(codes(role?.[1] ?? '')).toEqual([{ code: 'SAM_LOGICAL_ID_TAKEN', location: 'F' }]);
});
