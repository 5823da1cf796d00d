import { AuthorizationType, TokenAuthorizer, type Api, type App, type Method } from 'synthgate';
import { functionOf } from '../support/declared-gateway';
import { slowness } from '../support/machine-speed';
import { mockOf, watchGateway, type HostileRequest, type WatchedGateway } from '../support/watched-gateway';

/* One small request does not keep others waiting: the rows that an attack from outside found. */

const BUSY_MS = 50;
const RESIDENT_MIB = 1_024;
const HEAP_MIB = 256;
let gateway: WatchedGateway;

beforeAll(async () => {
  gateway = await watchGateway((api, app) => {
    addToken(api, app);
    const templated = (name: string, template: string) => api.root.addResource(name).addMethod('ANY', mockOf('done', `${template} {"statusCode": 200}`));
    templated('written', '#if($input.params("s").matches("(.*a){20}"))x#end');
    templated('given', '#if($input.params("s").matches($input.params("re")))x#end');
    templated('path', '#set($x = $input.path("$..a..a..a..a..a"))');
    templated('given-path', '#set($x = $input.path($input.params("p")))');
    templated('doubling', '#set($l=[1])#foreach($i in [1..40])#set($l=[$l,$l])#end$l');
    templated('nested', '#foreach($a in [1..1000])#foreach($b in [1..1000])#foreach($c in [1..1000])#end#end#end');
    const overriding = (name: string, target: string) => templated(name, `#foreach($i in [1..1000])#set($context.${target}["h$i"] = $input.body)#end`);
    overriding('headers', 'responseOverride.header');
    overriding('paths', 'requestOverride.path');
    templated('given-range', '#foreach($a in [1..$input.params("n")])#foreach($b in [1..$input.params("n")])#set($x = $b)#end#end');
  });
});
afterAll(() => gateway.close());

const nested = `${'{"a":'.repeat(100)}1${'}'.repeat(100)}`;

test.each<[string, HostileRequest]>([
  ['a validation expression with counted repetitions, on a token without credential', { path: '/token', method: 'GET', headers: { authorization: `Bearer ${'a'.repeat(40)}!` } }],
  ['an expression of a template, on a parameter of 41 characters without body', { path: `/written?s=${'a'.repeat(40)}b`, method: 'GET' }],
  ['an expression from a parameter', { path: `/given?re=${encodeURIComponent('(.*a){18}')}&s=${'a'.repeat(36)}b`, method: 'GET' }],
  ['a JSONPath with five descents, on a nested body of 601 bytes', { path: '/path', body: nested }],
  ['the same JSONPath from a parameter', { path: `/given-path?p=${encodeURIComponent('$..a..a..a..a..a')}`, body: nested }],
  ['a list that doubles forty times', { path: '/doubling', body: '{}' }],
  ['three loops over ranges inside of each other', { path: '/nested', body: '{}' }],
  ['a thousand headers of 60 kB', { path: '/headers', body: JSON.stringify('x'.repeat(60_000)) }],
  ['a thousand path parameters of 60 kB', { path: '/paths', body: JSON.stringify('x'.repeat(60_000)) }],
  ['a body of 60 kB of brackets', { path: '/headers', body: '['.repeat(30_000) + ']'.repeat(30_000) }],
  ['two loops over ranges that a parameter names', { path: '/given-range?n=1000', body: '{}' }],
])('%s does not keep the main thread busy', async (_, hostile) => {
  const { busyMs, heapMiB, residentMiB, status } = await gateway.attack(hostile);
  expect(status).toBeGreaterThan(0);
  expect(busyMs).toBeLessThan(BUSY_MS * slowness());
  expect(heapMiB).toBeLessThan(HEAP_MIB);
  expect(residentMiB).toBeLessThan(RESIDENT_MIB);
});

function addToken(api: Api, app: App): Method {
  const handler = functionOf(app, 'Decide', '() => ({})');
  const authorizer = new TokenAuthorizer(api, 'Token', { handler, validationRegex: 'Bearer ([\\w-]+\\.?){2,40}' });
  return api.root.addResource('token').addMethod('GET', mockOf('done'), { authorizationType: AuthorizationType.CUSTOM, authorizer });
}
