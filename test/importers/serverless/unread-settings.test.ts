import { importFiles } from '../../support/imported';

const PROVIDER = { name: 'aws', runtime: 'nodejs20.x' };

function issuesOf(event: object, provider: object = {}): string[] {
  const functions = { pets: { handler: 'pets.handler', events: [{ http: { path: 'pets', method: 'get', ...event } }] } };
  const { issues } = importFiles({ 'serverless.yml': JSON.stringify({ service: 'shop', provider: { ...PROVIDER, ...provider }, functions }), 'pets.js': 'exports.handler = 1;' });
  return issues.filter(({ message }) => !message.endsWith(': Description')).map(({ code, location, message }) => `${code} ${location}: ${message}`);
}

const AT = 'functions.pets: GET /pets';

test.each<[string, object, object, string[]]>([
  ['what is read', { private: true, cors: true, async: false, request: { parameters: { paths: { id: true } } } }, { apiGateway: { description: 'Pets' } }, []],
  ['an unknown setting', { odd: 1, response: { headres: {} } }, {}, [
    `IMPORT_PROPERTY_UNKNOWN ${AT}: odd is not a known property of a serverless.yml`,
    `IMPORT_PROPERTY_UNKNOWN ${AT}: response.headres is not a known property of a serverless.yml`,
  ]],
  ['a setting that is lost', { async: true, request: { contentHandling: 'CONVERT_TO_TEXT' } }, { logs: { restApi: true } }, [
    'IMPORT_PART_REFUSED provider: logs.restApi is not imported: the gateway has its own log of requests',
    `IMPORT_PART_REFUSED ${AT}: async is not imported: the function is called synchronously`,
    `IMPORT_PART_REFUSED ${AT}: request.contentHandling is not imported: the body is passed on as it is`,
  ]],
  ['a setting without an effect here', {}, { tags: { team: 'a' }, tracing: { apiGateway: true, lambda: true }, apiGateway: { metrics: true } }, [
    'IMPORT_PROPERTY_NOTED provider.apiGateway: no effect on a local gateway: metrics',
    'IMPORT_PROPERTY_NOTED provider: no effect on a local gateway: tags, tracing.apiGateway',
  ]],
  ['plans with names', {}, { apiGateway: { usagePlan: [{ free: { quota: { limit: 1, period: 'DAY' } } }] } }, [
    'IMPORT_PART_REFUSED provider.apiGateway: usagePlan is not imported: plans with names are not read, so their keys and limits do not exist here',
  ]],
])('%s', (_, event, provider, expected) => {
  expect(issuesOf(event, provider)).toEqual(expected);
});

test('a backend behind a VPC link that is not named answers 501, as in a template', () => {
  const event = { integration: 'http-proxy', request: { uri: 'http://internal/' }, connectionType: 'vpc-link' };
  expect(issuesOf(event)).toContainEqual(expect.stringMatching(/^IMPORT_METHOD_UNAVAILABLE .*the VPC link of the backend is not named$/));
  expect(issuesOf({ ...event, connectionId: 'abc' })).toEqual([]);
});
