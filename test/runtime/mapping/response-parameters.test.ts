import { compileResponseParameters } from '../../../lib/runtime/mapping/response-parameters';
import { templateScope } from '../../../lib/runtime/mapping/template-scope';
import { stage, validated } from '../../support/exchange';
import { atOnce, noSandbox } from '../../support/sandbox';

const REQUEST = validated({ stage: stage({ variables: { version: '1.0' } }) });
const HEADERS = [{ name: 'ETag', value: '"1"' }, { name: 'Set-Cookie', value: 'a=1' }, { name: 'set-cookie', value: 'b=2' }];

function map(parameters: Record<string, string>, body = '') {
  return atOnce(compileResponseParameters(parameters, 'amzn', noSandbox)({ headers: HEADERS, body: Buffer.from(body) }, REQUEST, templateScope(REQUEST)));
}
const valueOf = (from: string, body?: string) => map({ 'method.response.header.X': from }, body)[0]?.value;

describe('parameter mapping of responses', () => {
  test.each([
    ['\'*\'', '*'],
    ['integration.response.header.ETag', '"1"'],
    ['integration.response.header.etag', '"1"'],
    ['integration.response.header.Set-Cookie', 'b=2'],
    ['integration.response.multivalueheader.Set-Cookie', 'a=1,b=2'],
    ['integration.response.body.a.b', '2'],
    ['integration.response.body.a', '{"b":2}'],
    ['context.stage', 'prod'],
    ['stageVariables.version', '1.0'],
  ])('%s is %s', (from, value) => {
    expect(valueOf(from, '{"a": {"b": 2}}')).toBe(value);
  });

  test('a missing source sets nothing', () => {
    expect(map({ 'method.response.header.X': 'integration.response.header.Missing', 'method.response.header.Y': 'integration.response.body.x' }, '{}')).toEqual([]);
  });

  test('a path reads into an error message that is JSON text', () => {
    const body = JSON.stringify({ errorMessage: JSON.stringify({ code: 'E1', more: { a: 1 } }) });
    expect(valueOf('integration.response.body.errorMessage.code', body)).toBe('E1');
    expect(valueOf('integration.response.body.errorMessage.more', body)).toBe('{"a":1}');
    expect(valueOf('integration.response.body.errorMessage', body)).toBe('{"code":"E1","more":{"a":1}}');
    expect(valueOf('integration.response.body.errorMessage.code', '{"errorMessage": "text"}')).toBeUndefined();
  });

  test('a body that starts like JSON but is invalid is an error', () => {
    expect(() => valueOf('integration.response.body.a', '{"a"')).toThrow(expect.objectContaining({ code: 'RESPONSE_BODY_NOT_JSON' }));
  });
});

test('names are renamed or dropped', () => {
  expect(map({ 'method.response.header.Server': '\'a\'', 'method.response.header.Transfer-Encoding': '\'b\'', 'method.response.header.TE': '\'c\'' }))
    .toEqual([{ name: 'x-amzn-Remapped-Server', value: 'a' }, { name: 'TE', value: 'c' }]);
});
