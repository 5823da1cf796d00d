import { diffSpecs } from '../../lib/diff';
import { describedPair, describedSpec, isWithoutBackend, sunsetOf } from '../../lib/diff/described';
import { importOpenApi, readDeclaredParts } from '../../lib/openapi';
import { methodsOf, type DeclaredParts, type GatewaySpec, type LocatedMethod } from '../../lib/spec';
import { complete } from '../support/spec';

const text = { type: 'string' };
const PET = {
  type: 'object', required: ['id', 'secret', 'other'], default: { properties: { id: { readOnly: true } } },
  properties: { id: { ...text, readOnly: true }, secret: { ...text, writeOnly: true }, properties: { type: 'array', items: { readOnly: true } } },
};

interface Side {
  readonly spec: GatewaySpec;
  readonly parts: DeclaredParts;
  readonly located: LocatedMethod;
}

function sideOf(operation: object = {}): Side {
  const document = { openapi: '3.0.1', info: { title: 'Pets', version: '1' }, paths: { '/pets': { get: { responses: { 200: { description: 'all' } }, ...operation } } },
    components: { schemas: { Pet: PET } } };
  const spec = complete(importOpenApi(document).spec);
  const [located] = methodsOf(spec);
  if (located === undefined) throw new Error('the document has a method');
  return { spec, parts: readDeclaredParts(document), located };
}

test('requests have no properties that are only read, and responses none that are only written', () => {
  const { spec, parts } = sideOf();
  const { requestSchemas, responseSchemas } = describedSpec(spec, parts);
  const { id, secret, properties } = PET.properties;
  expect(requestSchemas.models.Pet?.schema).toEqual({ ...PET, required: ['secret', 'other'], properties: { secret, properties } });
  expect(responseSchemas.models.Pet?.schema).toEqual({ ...PET, required: ['id', 'other'], properties: { id, properties } });
});

test('a document on one side only describes nothing', () => {
  const [before, after] = [sideOf({ responses: { '200': { description: 'all' }, '4XX': { description: 'none' } } }), sideOf()];
  const pairOf = (parts: DeclaredParts | undefined) =>
    describedPair(before.located, after.located, [describedSpec(before.spec, before.parts), describedSpec(after.spec, parts)]);
  expect(pairOf(after.parts).map(({ methodResponses }) => Object.keys(methodResponses))).toEqual([['200', '4XX'], ['200']]);
  expect(pairOf(undefined).map(({ methodResponses }) => Object.keys(methodResponses))).toEqual([['200'], ['200']]);
  expect([pairOf(after.parts), pairOf(undefined)].map(isWithoutBackend)).toEqual([true, false]);
  expect(diffSpecs(before.spec, after.spec, { declared: new Map([[before.spec, before.parts]]) }).findings).toEqual([]);
});

test('a method ends when its own texts say so, or its document', () => {
  const { located, parts } = sideOf({ 'x-sunset': '2027-06-30' });
  expect(sunsetOf(located, undefined)).toBe('2027-06-30');
  const { documentation: _texts, ...method } = located.method;
  expect(sunsetOf({ ...located, method }, parts.document)).toBe('2027-06-30');
  expect(sunsetOf({ ...located, method }, undefined)).toBeUndefined();
});
