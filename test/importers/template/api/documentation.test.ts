import { importFiles } from '../../../support/imported';

const part = (location: object, properties: unknown): object =>
  ({ Type: 'AWS::ApiGateway::DocumentationPart', Properties: { RestApiId: { Ref: 'Api' }, Location: location, Properties: properties } });

const METHOD = {
  Type: 'AWS::ApiGateway::Method',
  Properties: {
    RestApiId: { Ref: 'Api' }, ResourceId: { 'Fn::GetAtt': ['Api', 'RootResourceId'] }, HttpMethod: 'GET', AuthorizationType: 'NONE',
    Integration: { Type: 'MOCK' }, MethodResponses: [{ StatusCode: '200' }],
  },
};

function imported(parts: Readonly<Record<string, object>>) {
  const { specs, issues } = importFiles({ 'template.json': { Resources: { Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'Pets' } }, Get: METHOD, ...parts } } });
  return { method: specs[0]?.resources['/']?.methods.GET, findings: issues.filter(({ code }) => code === 'IMPORT_PROPERTY_NOTED').map(({ message }) => message) };
}

const AT = { Path: '/', Method: 'GET' };

test('parts of methods and of their responses are their texts', () => {
  const texts = { summary: 'Lists pets.', description: 'All of them.', tags: ['pets'], deprecated: true };
  const { method, findings } = imported({
    OfMethod: part({ Type: 'METHOD', ...AT, Method: 'get' }, JSON.stringify({ ...texts, 'x-sunset': '2027-06-30' })),
    OfResponse: part({ Type: 'RESPONSE', ...AT, StatusCode: '200' }, '{"description":"The pets."}'),
  });
  expect(method).toMatchObject({ documentation: { ...texts, sunset: '2027-06-30' }, methodResponses: { 200: { description: 'The pets.' } } });
  expect(findings).toEqual([]);
});

test.each([
  ['of the API', { Type: 'API' }, '{"description":"A shop"}', 'Location, Properties'],
  ['of all methods', { Type: 'METHOD', Path: '/' }, '{"summary":"Any"}', 'Location, Properties'],
  ['of a method that is not declared', { Type: 'METHOD', ...AT, Method: 'PUT' }, '{"summary":"Puts"}', 'Location, Properties'],
  ['of a response that is not declared', { Type: 'RESPONSE', ...AT, StatusCode: '404' }, '{"description":"None"}', 'Location, Properties'],
  ['of no JSON', { Type: 'METHOD', ...AT }, 'Lists pets.', 'Location, Properties'],
  ['with words of their own', { Type: 'METHOD', ...AT }, '{"summary":"Lists","x-owner":"shop"}', 'Properties.x-owner'],
])('parts %s are noted', (_name, location, properties, names) => {
  const { findings } = imported({ Part: part(location, properties) });
  expect(findings).toEqual([expect.stringContaining(names)]);
});
