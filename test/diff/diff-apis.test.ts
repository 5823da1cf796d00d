import { diffApis } from '../../lib/diff';
import type { GatewaySpec } from '../../lib/spec';
import { complete, specInput } from '../support/spec';

const api = (name: string, id: string, settings: object = {}): GatewaySpec => complete(specInput({ api: { id, name, ...settings } }));
const linesOf = (before: readonly GatewaySpec[], after: readonly GatewaySpec[]): string[] =>
  diffApis(before, after).findings.map(({ api: name, level, rule, location }) => `${name}: ${level} ${rule} ${location}`);

test('APIs of one name are compared, whatever their order', () => {
  expect(linesOf([api('Pets', 'pets'), api('Shop', 'shop')], [api('Shop', 'shop', { minimumCompressionSize: 0 }), api('Pets', 'pets')]))
    .toEqual(['Shop: behavior compression-changed API minimumCompressionSize']);
});

test('an API with another name is found by its id', () => {
  expect(linesOf([api('Pets', 'pets'), api('Shop', 'shop')], [api('Animals', 'pets'), api('Shop', 'shop')])).toEqual(['Animals: cosmetic text-changed API name']);
});

test('the only API of both sides is the same one', () => {
  expect(linesOf([api('Pets', 'pets')], [api('Animals', 'animals')])).toEqual([
    'Animals: behavior api-id-changed API id', 'Animals: cosmetic text-changed API name',
  ]);
});

test('an API that is gone is breaking, a new one is not', () => {
  const [pets, shop] = [api('Pets', 'pets'), api('Shop', 'shop')];
  expect(linesOf([pets, shop], [shop])).toEqual(['Pets: breaking api-removed API Pets']);
  expect(linesOf([shop], [pets, shop])).toEqual(['Pets: cosmetic api-added API Pets']);
  expect(diffApis([], [shop])).toMatchObject({ ruleSet: 'synthgate/1', semver: 'patch', findings: [{ rule: 'api-added' }] });
});
