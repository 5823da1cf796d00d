import { mapMethods, methodsOf, methodsOfResource } from '../../../lib/spec';
import { complete, specInput } from '../../support/spec';

const mock = { integration: { type: 'mock' as const, responses: [] } };
const spec = complete(specInput({
  resources: { '/pets': { id: 'pets', methods: { POST: mock, GET: mock } }, '/': { id: 'root', methods: { GET: mock } } },
}));

test('finds every method by path, and below a path in the order of the HTTP methods', () => {
  expect(methodsOf(spec).map(({ path, httpMethod }) => `${httpMethod} ${path}`)).toEqual(['GET /', 'GET /pets', 'POST /pets']);
});

test('names a method as issues do; the root resource adds nothing', () => {
  expect(methodsOf(spec).map(({ location }) => location)).toEqual(['Pets GET', 'Pets/pets GET', 'Pets/pets POST']);
});

test('a path that is not declared has no methods', () => {
  expect(methodsOfResource(spec, '/cats')).toEqual([]);
});

test('replaces each method and leaves the spec it was given as it was', () => {
  const changed = mapMethods(spec, ({ method, httpMethod }) => ({ ...method, apiKeyRequired: httpMethod === 'POST' }));
  expect(methodsOf(changed).map(({ method }) => method.apiKeyRequired)).toEqual([false, false, true]);
  expect(methodsOf(spec).some(({ method }) => method.apiKeyRequired)).toBe(false);
  expect(changed.resources['/pets']?.id).toBe('pets');
});
