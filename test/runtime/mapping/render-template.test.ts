import { renderTemplate } from '../../../lib/runtime/mapping/render-template';

test('a template sees body, parameters, headers, stage variables and context', () => {
  const { text } = renderTemplate({
    template: '$input.path(\'$.a\') $input.params(\'id\') $input.params(\'q\') $input.params(\'H\') $stageVariables.v $context.authorizer.principalId',
    body: '{"a": 1}', pathParameters: { id: '7' }, query: { q: ['x', 'y'] }, headers: { H: 'h' }, stageVariables: { v: 'w' },
    context: { 'authorizer.principalId': 'me' },
  });
  expect(text).toBe('1 7 y h w me');
});

test('values not given are the same each time', () => {
  const template = '$context.requestId $context.requestTimeEpoch $context.httpMethod $context.resourcePath $context.path $input.body';
  expect(renderTemplate({ template }).text).toBe('00000000-0000-4000-8000-000000000000 0 POST / /test/ {}');
  expect(renderTemplate({ template: '$context.path', resource: '/pets/{id}', pathParameters: { id: '7' } }).text).toBe('/test/pets/7');
});

test('members of the context can be replaced, deep ones too', () => {
  expect(renderTemplate({ template: '$context.stage $context.identity.sourceIp', context: { 'stage': 'prod', 'identity.sourceIp': '192.0.2.7' } }).text)
    .toBe('prod 192.0.2.7');
});

test('overrides set by the template are returned', () => {
  const template = '#set($context.responseOverride.status = 404)#set($context.requestOverride.header.A = "b")done';
  expect(renderTemplate({ template })).toEqual({
    text: 'done', overrides: { requestOverride: { header: { A: 'b' } }, responseOverride: { status: 404 } },
  });
});

test('an invalid template reports the location', () => {
  expect(() => renderTemplate({ template: '#if(', name: 'pet.vtl' })).toThrow(/TEMPLATE_FAILED.*pet\.vtl/);
});
