import {
  renderedBy, renderingJob, renderTemplate as renderIn, renderWithinBudget, type TemplateInvocation,
} from '../../../lib/runtime/mapping/render-template';

/** Templates that the budget suffices for. */
function renderTemplate(invocation: TemplateInvocation) {
  const rendered = renderWithinBudget(invocation);
  if (rendered === undefined) throw new Error('it takes too many steps');
  return rendered;
}

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

describe('what takes more than the budget of the main thread', () => {
  const loops = '#foreach($a in [1..1000])#foreach($b in [1..1000])#foreach($c in [1..1000])#end#end#end';

  test('is not rendered there', () => {
    expect(renderWithinBudget({ template: loops })).toBeUndefined();
    const body = `${'{"a":'.repeat(100)}1${'}'.repeat(100)}`;
    expect(renderWithinBudget({ template: '$input.path("$..a..a..a..a..a")', body })).toBeUndefined();
  });

  test('becomes a job with all of its input', () => {
    expect(renderingJob({ template: loops, body: 'b', stageVariables: { v: 'w' }, headers: { H: 'h' }, context: { 'authorizer.a': 1 } })).toMatchObject({
      type: 'render', template: loops, payload: 'b',
      scope: { parameters: { header: { H: 'h' } }, stageVariables: { v: 'w' }, context: { members: expect.arrayContaining([['authorizer', expect.anything()]]) as unknown } },
    });
  });

  test('is rendered by the worker, or fails with its reason', async () => {
    const { scope } = renderingJob({ template: '' }) as Extract<ReturnType<typeof renderingJob>, { type: 'render' }>;
    const override = { type: 'map', marks: { isSilent: true }, members: [['status', { type: 'scalar', value: 404 }]] } as const;
    const context = { ...scope.context, members: [['responseOverride', override]] } as const;
    expect(await renderIn({ template: '' }, () => Promise.resolve({ type: 'rendered', text: 't', context }))).toEqual({ text: 't', overrides: { responseOverride: { status: 404 } } });
    expect(() => renderedBy({ type: 'expired', reason: 'too long' }, { template: '', name: 'pet.vtl' })).toThrow(/TEMPLATE_FAILED.*pet\.vtl.*too long/);
    expect(() => renderedBy({ type: 'busy' }, { template: '' })).toThrow(/SANDBOX_BUSY/);
  });
});

test('a context that is nested too deeply is refused', () => {
  const deep = JSON.parse(`${'[{"a":'.repeat(100_000)}1${'}]'.repeat(100_000)}`) as unknown;
  expect(() => renderTemplate({ template: '', context: { deep } })).toThrow(/TEMPLATE_FAILED.*nested deeper than 100 levels/);
  expect(() => renderTemplate({ template: '', context: { ['a.'.repeat(100_000)]: 1 } })).toThrow(/TEMPLATE_FAILED.*more than 100 parts/);
});
