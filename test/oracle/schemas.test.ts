import { Template } from 'aws-cdk-lib/assertions';
import { TemplateFormat } from '../../lib/aws';
import { newStack } from '../support/aws-stack';
import { EXAMPLES, REFUSED_EXAMPLES, templatesOfExample } from '../support/template/example-stack';
import { templateIssues } from '../support/template/schema-issues';
import { DEFINITIONS } from './definitions';

const TEMPLATE_FORMATS = [TemplateFormat.RESOURCES, TemplateFormat.OPENAPI_BODY];

describe('a template fits the resource schemas of CloudFormation', () => {
  test.each([...REFUSED_EXAMPLES])('example %s has none (%s)', (example, code) => {
    expect(() => templatesOfExample(example)).toThrow(code);
  });

  test.each(
    EXAMPLES.filter((one) => !REFUSED_EXAMPLES.has(one))
      .flatMap((example) => TEMPLATE_FORMATS.map((templateFormat) => [example, templateFormat] as const)),
  )('example %s as %s', (example, templateFormat) => {
    const templates = templatesOfExample(example, templateFormat);
    expect(templates).not.toEqual([]);
    expect(templates.flatMap(templateIssues)).toEqual([]);
  });

  test.each(DEFINITIONS)('$name', ({ ours }) => {
    for (const templateFormat of TEMPLATE_FORMATS) {
      const stack = newStack('Shop', { app: { context: { templateFormat } } });
      ours(stack);
      expect(templateIssues(Template.fromStack(stack).toJSON())).toEqual([]);
    }
  });
});

describe('a template that CloudFormation refuses is found', () => {
  const method = { RestApiId: 'a', ResourceId: 'b', HttpMethod: 'GET', AuthorizationType: 'NONE' };
  const issuesOf = (Properties: object, Type = 'AWS::ApiGateway::Method') =>
    templateIssues({ Resources: { One: { Type, Properties: { ...Properties } } } });

  test('and one that it takes is not', () => {
    expect(issuesOf(method)).toEqual([]);
  });

  test.each<[string, object, string]>([
    ['an unknown property', { ...method, HttpMehtod: 'GET' }, 'One (AWS::ApiGateway::Method) Properties.HttpMehtod is unknown'],
    ['a missing property', { RestApiId: 'a', ResourceId: 'b' }, 'One (AWS::ApiGateway::Method) Properties.HttpMethod is missing'],
    [
      'a text for a truth value',
      { ...method, ApiKeyRequired: 'yes' },
      'One (AWS::ApiGateway::Method) Properties.ApiKeyRequired is not a boolean: yes',
    ],
    [
      'a value outside of its list',
      { ...method, Integration: { Type: 'MOCKED' } },
      'One (AWS::ApiGateway::Method) Properties.Integration.Type is MOCKED, not one of AWS, AWS_PROXY, HTTP, HTTP_PROXY, MOCK',
    ],
    [
      'an unknown member further in',
      { ...method, Integration: { Type: 'MOCK', Responses: [] } },
      'One (AWS::ApiGateway::Method) Properties.Integration.Responses is unknown',
    ],
    [
      'a text for a list',
      { ...method, AuthorizationScopes: 'a' },
      'One (AWS::ApiGateway::Method) Properties.AuthorizationScopes is not a list',
    ],
    ['a reference to nothing', { ...method, ResourceId: { Ref: 'Two' } }, 'nothing is Two'],
    [
      'an attribute that is not there',
      { ...method, ResourceId: { 'Fn::GetAtt': ['One', 'Arn'] } },
      'One (AWS::ApiGateway::Method) has no attribute Arn',
    ],
  ])('%s', (_, properties, issue) => {
    expect(issuesOf(properties)).toEqual([issue]);
  });

  test('an unknown type, a wrong logical id, too many resources', () => {
    expect(issuesOf({}, 'AWS::ApiGateway::Methods')).toEqual(['One (AWS::ApiGateway::Methods) is of an unknown type']);
    expect(templateIssues({ Resources: { 'One-1': { Type: 'AWS::ApiGateway::Method', Properties: method } } })).toEqual([
      'One-1 is not a logical id',
    ]);
    const many = Object.fromEntries(
      Array.from({ length: 501 }, (_, index) => [`R${index}`, { Type: 'AWS::ApiGateway::Method', Properties: method }]),
    );
    expect(templateIssues({ Resources: many })).toEqual(['501 resources, at most 500']);
  });
});
