import { parametersRead } from '../../lib/spec';

test('the parameters that an integration maps, by the names of their declarations; those of the path are always present', () => {
  expect(parametersRead({
    'integration.request.path.id': 'method.request.path.petId',
    'integration.request.header.X-Own': 'method.request.header.X-Own',
    'integration.request.header.X-All': 'method.request.multivalueheader.X-All',
    'integration.request.querystring.tags': 'method.request.multivaluequerystring.tags',
    'integration.request.header.X-Name': 'method.request.body.name',
    'integration.request.header.X-Stage': 'context.stage',
    'integration.request.header.X-Fixed': "'method.request.header.X-Not'",
  })).toEqual({
    'method.request.path.petId': true,
    'method.request.header.X-Own': false,
    'method.request.header.X-All': false,
    'method.request.querystring.tags': false,
  });
});
