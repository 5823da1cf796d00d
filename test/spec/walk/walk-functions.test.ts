import { functionReferences } from '../../../lib/spec';
import { complete, specInput } from '../../support/spec';

test('finds what methods and authorizers call, each once, names by stage variables included', () => {
  const fn = { code: 'pets', handler: 'index.handler' };
  const proxy = (name: string) => ({ integration: { type: 'proxy' as const, function: name } });
  const spec = complete(specInput({
    functions: { Pets: fn, Unused: fn, Auth: fn },
    authorizers: { Guard: { type: 'token', function: 'Auth' } },
    resources: {
      '/a': { id: 'a', methods: { GET: proxy('Pets'), POST: proxy('Pets'), PUT: { integration: { type: 'mock', responses: [] } } } },
      '/b': { id: 'b', methods: { GET: proxy('Fn${stageVariables.color}') } },
    },
  }));
  expect(functionReferences(spec)).toEqual(['Auth', 'Fn${stageVariables.color}', 'Pets']);
});
