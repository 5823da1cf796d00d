import { compileTemplate } from '../../../lib/runtime/mapping/template';
import { templateScope } from '../../../lib/runtime/mapping/template-scope';
import { acceptedKey, stage, validated } from '../../support/exchange';

const keysOf = (path: string, request = validated()) =>
  compileTemplate('test', `#foreach($k in $context${path}.keySet())$k #end`).render(templateScope(request).variables('')).trim().split(' ').sort();

describe('$context', () => {
  test('has exactly the recorded keys', () => {
    expect(keysOf('')).toEqual([
      'accountId', 'apiId', 'deploymentId', 'domainName', 'domainPrefix', 'extendedRequestId', 'httpMethod', 'identity', 'path', 'protocol', 'requestId',
      'requestOverride', 'requestTime', 'requestTimeEpoch', 'resourceId', 'resourcePath', 'responseOverride', 'stage',
    ]);
    expect(keysOf('.identity')).toEqual([
      'accessKey', 'accountId', 'caller', 'cognitoAuthenticationProvider', 'cognitoAuthenticationType', 'cognitoIdentityId', 'cognitoIdentityPoolId',
      'principalOrgId', 'sourceIp', 'user', 'userAgent', 'userArn',
    ]);
    expect(keysOf('.requestOverride')).toEqual(['header', 'path', 'querystring']);
    expect(keysOf('.responseOverride')).toEqual(['header']);
  });

  test('identity has apiKey and apiKeyId when a key was required', () => {
    expect(keysOf('.identity', validated({ apiKey: acceptedKey('k', 'v') }))).toEqual(expect.arrayContaining(['apiKey', 'apiKeyId']));
  });

  test('what one template sets the next one finds, and no other request', () => {
    const request = validated({ stage: stage({ variables: { a: '1' } }) });
    const scope = templateScope(request);
    compileTemplate('first', '#set($context.responseOverride.custom = "kept")#set($stageVariables.a = "2")').render(scope.variables(''));
    const second = compileTemplate('second', '$context.responseOverride.custom $stageVariables.a');
    expect(second.render(scope.variables(''))).toBe('kept 1');
    expect(second.render(templateScope(request).variables(''))).toBe(' 1');
  });
});

test('the claims of a token print nothing as a whole, and one by one their values', () => {
  const request = validated({ principal: { type: 'claims', claims: { sub: 'user-1' } } });
  const { render } = compileTemplate('test', '[$context.authorizer.claims][$context.authorizer.claims.sub][$context.authorizer]');
  expect(render(templateScope(request).variables(''))).toBe('[][user-1][]');
});

test('$method.request has the parameters by where they are', () => {
  const request = validated({ pathParameters: { id: '7' }, queryParameters: { q: ['a', 'b'] }, headers: [{ name: 'X-From', value: 'here' }] });
  const { render } = compileTemplate('test', '$method.request.path.id $method.request.querystring.q $method.request.header.X-From [$method.request.path.other]');
  expect(render(templateScope(request).variables(''))).toBe('7 b here []');
});
