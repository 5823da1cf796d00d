import { planSync } from '../../../lib/runtime/shared-deployments/plan-sync';
import type { StageDocument } from '../../../lib/runtime/state/stage-document';

const document = {} as StageDocument; // its digest says all that matters here
const mine = (digest: string) => new Map([['prod', { digest, document }]]);
const base = (version: number, digest: string) => new Map([['prod', { version, digest }]]);
const theirs = (version: number, digest: string) => new Map([['prod', { version, digest, document }]]);
const NONE = new Map();
const publish = (digest: string, rest: object) => [{ publish: { name: 'prod', digest, document, ...rest } }];
const adopt = (version: number, digest: string, lost?: string) =>
  [{ adopt: { name: 'prod', version, digest, document, lost: lost === undefined ? undefined : { digest: lost, document } } }];

test.each([
  ['nobody has the stage', NONE, NONE, NONE, []],
  ['another gateway deployed first', NONE, NONE, theirs(4, 'a'), adopt(4, 'a')],
  ['this one deployed first', mine('a'), NONE, NONE, publish('a', { expected: 0, version: 0, after: 0 })],
  ['both have the same', mine('a'), base(4, 'a'), theirs(4, 'a'), [{ agree: { name: 'prod', version: 4, digest: 'a' } }]],
  ['this one deployed', mine('b'), base(4, 'a'), theirs(4, 'a'), publish('b', { expected: 4, version: 0, after: 4 })],
  ['another gateway deployed', mine('a'), base(4, 'a'), theirs(5, 'b'), adopt(5, 'b')],
  ['both deployed, the other was faster', mine('b'), base(4, 'a'), theirs(5, 'c'), adopt(5, 'c', 'b')],
  ['both deployed the same', mine('b'), base(4, 'a'), theirs(5, 'b'), [{ agree: { name: 'prod', version: 5, digest: 'b' } }]],
  ['it never shared what it has', mine('a'), NONE, theirs(4, 'b'), adopt(4, 'b', 'a')],
  ['the store lost its data', mine('a'), base(4, 'a'), NONE, publish('a', { expected: 0, version: 4, after: 4 })],
  ['an older gateway was first after that', mine('b'), base(5, 'b'), theirs(4, 'a'), publish('b', { expected: 4, version: 5, after: 5 })],
  ['a newer gateway was first after that', mine('a'), base(4, 'a'), theirs(5, 'b'), adopt(5, 'b')],
] as const)('%s', (_, own, common, shared, steps) => {
  expect(planSync({ own, common, shared })).toEqual(steps);
});
