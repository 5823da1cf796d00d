import type { GatewaySpecInput } from '../../../lib/spec';
import { lossesOf } from '../../../lib/aws/losses/losses';
import { complete, specInput, specWithMethod } from '../../support/spec';

const FN = { code: 'fn', handler: 'index.handler' };
const lossesIn = (input: GatewaySpecInput) =>
  lossesOf(complete(input)).map(({ code, severity, location, message }) => ({ code, severity, location, message }));

test('a definition that AWS runs as declared loses nothing', () => {
  expect(lossesIn(specInput({ functions: { Fn: { ...FN, timeoutMs: 29_000 } } }))).toEqual([]);
});

test.each<[string, GatewaySpecInput, object]>([
  ['vendor names', specInput({ api: { id: 'pets', name: 'Pets', vendor: { shortPrefix: 'acme', headerPrefix: 'acmen' } } }),
    { code: 'AWS_VENDOR_NAMES', location: 'Pets', message: expect.stringContaining('acmen, acme') as string }],
  ['calls at the same time', specInput({ functions: { Fn: { ...FN, concurrency: 8 } } }),
    { code: 'AWS_FUNCTION_CONCURRENCY', location: 'Pets/function Fn' }],
  ['a part of a second', specInput({ functions: { Fn: { ...FN, timeoutMs: 1500 } } }),
    { code: 'AWS_TIMEOUT_ROUNDED', location: 'Pets/function Fn', message: expect.stringContaining('1500 ms becomes 2 s') as string }],
  ['a backend on this machine', specWithMethod({ integration: { type: 'http-proxy', uri: 'http://localhost:8080/x' } }),
    { code: 'AWS_BACKEND_LOCAL', location: 'Pets GET' }],
  ['what a client may ask of the cache', specInput({ stages: { prod: { methodSettings: { '*/*': { requireAuthorizationForCacheControl: false } } } } }),
    { code: 'AWS_CACHE_CONTROL', location: 'Pets/stage prod' }],
])('%s is a loss', (_, input, expected) => {
  expect(lossesIn(input)).toEqual([expect.objectContaining({ severity: 'loss', ...expected })]);
});

test('cache settings that have the values of AWS are not losses', () => {
  expect(lossesIn(specInput({ stages: { prod: { methodSettings: { '*/*': { requireAuthorizationForCacheControl: true } } } } }))).toEqual([]);
});
