import { reportOf, reportText } from '../../../lib/cli/sources/import-report';
import type { ImportedSource } from '../../../lib/importers';
import { MOCK, specInput } from '../../support/spec';

const spec = specInput({
  functions: { Py: { unavailable: 'it runs on python3.12', handler: 'app.main' }, Fn: { entry: 'a.ts', handler: 'index.handler' } },
  authorizers: { Auth: { type: 'token', function: 'Py' } },
  stages: { prod: { variables: { fn: 'Py' } } },
  resources: { '/a': { id: 'a', methods: {
    GET: { integration: { type: 'proxy', function: 'Fn' }, authorization: { type: 'CUSTOM', authorizer: 'Auth' } },
    PUT: { integration: { type: 'proxy', function: 'Py' } },
    POST: { integration: { type: 'proxy', function: '${stageVariables.fn}' } },
    PATCH: { integration: { type: 'unavailable', awsType: 'AWS', reason: 'no address' } },
    DELETE: MOCK,
  } } },
});
const source: Pick<ImportedSource, 'apis' | 'issues'> = { apis: [{ name: 'Pets', id: 'pets', spec, code: new Map() }], issues: [] };
const report = reportOf(source);

test('counts what answers 501, with the reason; a method whose authorizer refuses does not', () => {
  const python = 'function Py cannot run here: it runs on python3.12';
  expect(report.apis).toMatchObject([{ name: 'Pets', methods: 5, unavailable: 3, functions: 2 }]);
  expect(Object.fromEntries(report.apis.flatMap(({ reasons }) => reasons).map(({ method, path, reason }) => [`${method} ${path}`, reason]))).toEqual({
    'PUT /a': python, 'POST /a': python, 'PATCH /a': 'no address',
  });
});

test('has a line for each of them', () => {
  expect(reportText(report)).toContain('| Pets | PATCH /a | no address |\n');
});
