import { appFiles } from '../../../lib/cli/parity-app/app-files';

test('the app, its data and one module for each function', () => {
  const setup = { resources: {}, authorizers: {}, models: {}, requestValidators: {} };
  const files = appFiles({ setup, functions: { Fn: { code: 'exports.handler = 1;\n', runtime: 'nodejs20.x' } }, cases: [], leftOut: [{ id: 'a', reason: 'b' }] });
  expect(Object.keys(files)).toEqual(['app.js', 'cdk.json', 'package.json', 'parity.json', 'functions/Fn/index.js']);
  expect(JSON.parse(files['parity.json'] ?? '')).toEqual({ stage: 'parity', setup, runtimes: { Fn: 'nodejs20.x' }, cases: [], leftOut: [{ id: 'a', reason: 'b' }] });
});
