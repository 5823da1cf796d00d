import { Api, HttpMethod, MockIntegration } from '../../../lib/constructs';
import { App } from '../../../lib/synth';
import { examineSpec } from '../../../lib/spec';
import { thrownBy } from '../../support/declaration';
import { specWithMethod } from '../../support/spec';

const STATUS = '{"statusCode": 200}';

/** Returns the issues of a method with these templates. */
function found(request: string, response = ''): string[] {
  const { issues } = examineSpec(specWithMethod({
    integration: {
      type: 'mock', requestTemplates: { 'application/json': request }, responses: [{ statusCode: '200', responseTemplates: { 'text/plain': response } }],
    },
    methodResponses: { 200: {} },
  }), 'spec');
  return issues.map(({ code, location, message }) => `${code} ${location}: ${message}`);
}

test('a template that can be parsed is not mentioned', () => {
  expect(found(STATUS, '#if($x)a#elseif($y)b#else c#end ## #end\n#foreach($a in $b)$a#if($foreach.hasNext),#end#end')).toEqual([]);
});

test('one that cannot is named with line and column', () => {
  expect(found('\n{\n  #set($x = )\n}')).toEqual([expect.stringMatching(/^TEMPLATE_INVALID Pets GET: the request application\/json template .*: line 3, column 12: unexpected "\)"/)]);
  expect(found(STATUS, '#set(')).toEqual([expect.stringContaining('the response 200 text/plain template is not a valid Velocity template: line 1, column 5: ')]);
});

test.each([
  ['a text that is not closed', 'one\n  #set($a = "x)', 'line 2, column 13'],
  ['a character that means nothing', '#set($a = ~)', 'line 1, column 11'],
  ['a block without #end', '{\n #if($x) a', 'line 2, column 2: #if without #end'],
  ['an inner block without #end', '#foreach($a in $b) #if($a) b #end', 'line 1, column 1: #foreach without #end'],
  ['an #end without block', 'a\n #if($x) b #end #end c', 'line 2, column 17: #end without a block'],
  ['an #else without #if', 'a #else b', 'line 1, column 3: #else or #elseif outside of #if'],
])('%s is found', (_what, template, location) => {
  expect(found(STATUS, template)).toEqual([expect.stringContaining(location)]);
});

test('synthesis refuses it by the path of the construct', () => {
  const app = new App();
  const api = new Api(app, 'Pets');
  const { root } = api;
  root.addResource('cats').addMethod(HttpMethod.GET, new MockIntegration({
    requestTemplates: { 'application/json': STATUS }, integrationResponses: [{ statusCode: '200', responseTemplates: { 'application/json': '[\n#foreach($x in $y)$x' } }],
  }), { methodResponses: [{ statusCode: '200' }] });
  const text = String(thrownBy(() => app.synth()));
  expect(text).toMatch(/error: test\/spec\/rules\/templates\.test\.ts:\d+:\d+: Pets\/Default\/cats\/GET: /);
  expect(text).toContain('response 200 application/json template is not a valid Velocity template: line 2, column 1: #foreach without #end');
});

test('a token may be anywhere in a template: it stands for a text', () => {
  expect(found('#set($arn = "${token:Shop/Machine.Ref}"){"statusCode": 200, "arn": "${token:Shop/Machine.Ref}"}')).toEqual([]);
});
