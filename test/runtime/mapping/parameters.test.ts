import * as fc from 'fast-check';
import { GatewayError } from '../../../lib/errors';
import { headerText } from '../../../lib/runtime/mapping/parameters';
import { compileRequestParameters } from '../../../lib/runtime/mapping/request-parameters';
import { compileResponseParameters } from '../../../lib/runtime/mapping/response-parameters';
import { templateScope } from '../../../lib/runtime/mapping/template-scope';
import { requestParametersSchema, responseParametersSchema } from '../../../lib/spec/mapping';
import { received, stage, validated } from '../../support/exchange';
import { atOnce, noSandbox } from '../../support/sandbox';

/* Properties of parameter mapping in both directions, over every expression that a spec can hold. */

/** Names and values of clients: any text, and what is likely to hurt. */
const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 20 }), fc.constantFrom('a\r\nX: y', '__proto__', 'constructor', '\0', '', '日本', '\ud800', '$..*', '[?(@)]', 'a.b'));
const name = fc.oneof(fc.constantFrom('X-A', 'a', 'q', 'id', 'toString'), text);
const headerName = fc.constantFrom('X-A', 'x-b', 'Accept', '__proto__', 'constructor', 'A.B', '!#$%&\'*+.^_`|~0');
const bodies = fc.oneof(fc.jsonValue().map((value) => JSON.stringify(value)), text, fc.constantFrom('{', '[1', '"a', '\'b', ' {"a": {"b": [1]}} '));

const isSpec = (schema: typeof requestParametersSchema | typeof responseParametersSchema) => (parameters: Record<string, string>) =>
  schema.safeParse(parameters).success;
const constant = text.map((value) => `'${value}'`);
const common = fc.oneof(constant, fc.tuple(fc.constantFrom('context', 'stageVariables'), name).map(([family, path]) => `${family}.${path}`));
const requestSource = fc.oneof(common, fc.tuple(
  fc.constantFrom('header', 'querystring', 'path', 'multivalueheader', 'multivaluequerystring', 'body'), name,
).map(([family, path]) => `method.request.${family}.${path}`), name.map((path) => `method.request.body[${path}`), fc.constant('method.request.body'));
const responseSource = fc.oneof(common, fc.tuple(fc.constantFrom('header', 'multivalueheader', 'body'), name)
  .map(([family, path]) => `integration.response.${family}.${path}`), fc.constant('integration.response.body'));
const requestParameters = fc.array(fc.tuple(
  fc.oneof(headerName.map((header) => `integration.request.header.${header}`), fc.tuple(fc.constantFrom('querystring', 'path'), name)
    .map(([location, target]) => `integration.request.${location}.${target}`)), requestSource,
), { maxLength: 6 }).map((all) => Object.fromEntries(all)).filter(isSpec(requestParametersSchema));
const responseParameters = fc.array(fc.tuple(headerName.map((header) => `method.response.header.${header}`), responseSource), { maxLength: 6 })
  .map((all) => Object.fromEntries(all)).filter(isSpec(responseParametersSchema));

const record = (values: fc.Arbitrary<unknown>) => fc.array(fc.tuple(name, values), { maxLength: 4 })
  .map((all) => Object.assign(Object.create(null) as object, Object.fromEntries(all)) as Record<string, never>);
const fields = fc.array(fc.record({ name: fc.oneof(headerName, fc.constant('X-A')), value: text }), { maxLength: 4 });
const requests = fc.record({
  headers: fields, pathParameters: record(text), queryParameters: record(fc.array(text, { minLength: 1, maxLength: 3 })), body: bodies,
}).map(({ headers, pathParameters, queryParameters, body }) => validated({
  headers, pathParameters, queryParameters, received: received({ body: Buffer.from(body) }), stage: stage({ variables: { a: '1\r\nX: y', id: '日' } }),
}));

/** The value of a call, or the code of the error that it throws; an error without a code fails the test. */
function coded<Value>(call: () => Value): { readonly value: Value } | { readonly code: string } {
  try {
    return { value: call() };
  } catch (error) {
    if (GatewayError.isGatewayError(error)) return { code: error.code };
    throw error;
  }
}

const HEADER_LINE = /^[\t\x20-\x7e\x80-\xff]*$/;

test('requests: whatever is mapped, an error has a code, and no header has a line break', () => {
  fc.assert(fc.property(requestParameters, requests, fc.constantFrom('function', 'http'), (parameters, request, target) => {
    const mapped = coded(() => atOnce(compileRequestParameters(parameters, { target, service: 'amzn' }, noSandbox)(request, templateScope(request))));
    if ('code' in mapped) return expect(['PARAMETER_BODY_NOT_JSON', 'INTEGRATION_HEADER_ILLEGAL']).toContain(mapped.code);
    for (const { value } of mapped.value.headers) expect(value).toMatch(HEADER_LINE);
    for (const [, values] of mapped.value.query) expect(values.length).toBeGreaterThan(0);
    return undefined;
  }), { numRuns: 500 });
});

test('responses: whatever is mapped, an error has a code, and no header has a line break', () => {
  fc.assert(fc.property(responseParameters, requests, fields, bodies, (parameters, request, headers, body) => {
    const map = compileResponseParameters(parameters, 'amzn', noSandbox);
    const mapped = coded(() => atOnce(map({ headers, body: Buffer.from(body) }, request, templateScope(request))));
    if ('code' in mapped) return expect(mapped.code).toBe('RESPONSE_BODY_NOT_JSON');
    for (const { value } of mapped.value) expect(value).toMatch(HEADER_LINE);
    return undefined;
  }), { numRuns: 500 });
});

test('a constant is itself, as a header can carry it; in a query and a path it is itself to the letter', () => {
  fc.assert(fc.property(text.filter((value) => !/[\r\n]/.test(value)), requests, (value, request) => {
    const parameters = { 'integration.request.header.X': `'${value}'`, 'integration.request.querystring.q': `'${value}'`, 'integration.request.path.p': `'${value}'` };
    const mapped = compileRequestParameters(parameters, { target: 'http', service: 'amzn' }, noSandbox)(request, templateScope(request));
    expect(mapped).toEqual({ headers: [{ name: 'X', value: headerText(value) }], query: [['q', [value]]], path: [{ name: 'p', text: value, isEncoded: true }] });
    const answered = compileResponseParameters({ 'method.response.header.X': `'${value}'` }, 'amzn', noSandbox)({ headers: [], body: Buffer.alloc(0) }, request, templateScope(request));
    expect(answered).toEqual([{ name: 'X', value: headerText(value) }]);
  }));
});

test('a text of visible characters is the same in a header', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme-ascii' }), (value) => {
    expect(headerText(value)).toBe(value.trim());
  }));
});

test('a source that is not there sets nothing', () => {
  const families = ['header', 'querystring', 'path', 'multivalueheader', 'multivaluequerystring', 'body'].map((family) => `method.request.${family}`);
  const missing = fc.tuple(fc.constantFrom(...families, 'stageVariables', 'context'), fc.constantFrom('None', '__proto__', 'constructor', 'toString', 'hasOwnProperty'));
  fc.assert(fc.property(missing, ([family, absent]) => {
    const none = Object.create(null) as Record<string, never>;
    const request = validated({ queryParameters: none, pathParameters: none });
    const from = `${family}.${absent}`;
    const to = ['header.X', 'querystring.q', 'path.p'].map((target) => [`integration.request.${target}`, from]);
    const mapped = compileRequestParameters(Object.fromEntries(to) as Record<string, string>, { target: 'http', service: 'amzn' }, noSandbox)(request, templateScope(request));
    expect(mapped).toEqual({ headers: [], query: [], path: [] });
  }));
});

test('an answer without the source sets nothing', () => {
  const sources = fc.tuple(fc.constantFrom('header', 'multivalueheader', 'body'), fc.constantFrom('None', '__proto__', 'constructor', 'toString'));
  fc.assert(fc.property(sources, ([family, absent]) => {
    const request = validated();
    const map = compileResponseParameters({ 'method.response.header.X': `integration.response.${family}.${absent}` }, 'amzn', noSandbox);
    expect(map({ headers: [], body: Buffer.from('{}') }, request, templateScope(request))).toEqual([]);
  }));
});
