import Ajv2020 from 'ajv/dist/2020';
import AjvDraft04 from 'ajv-draft-04';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { compareSchemas, type Containment, type Draft, type SchemaNode } from '../../lib/schema-containment';
import { anySchema, changed } from '../support/schemas/any-schema';

/** `CONTAINMENT_RUNS=100000 npx jest test/contracts/schema-laws` is the long run. */
const RUNS = Number(process.env.CONTAINMENT_RUNS ?? 600);
const LIMIT_MS = 3_600_000;

const anyValue = fc.letrec<{ value: unknown; leaf: unknown }>((tie) => ({
  leaf: fc.constantFrom<unknown>(null, true, false, 0, 1, 2, 3, -1, 0.5, 6, '', 'a', 'b', 'ab', 'abc', 'aaaa', 'B', '2026-01-31'),
  value: fc.oneof(
    { maxDepth: 3 }, { arbitrary: tie('leaf'), weight: 3 }, { arbitrary: fc.array(tie('value'), { maxLength: 4 }), weight: 1 },
    { arbitrary: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'x-d', 'other'), tie('value'), { maxKeys: 4 }), weight: 3 },
  ),
})).value;

/** The other judge: the validator, asked here in its own way. */
function judge(draft: Draft, schema: SchemaNode): ((value: unknown) => boolean) | undefined {
  try {
    const validate = judges[draft].compile(schema as object);
    if (typeof schema === 'object') judges[draft].removeSchema(schema); // it would keep all of them
    return (value) => validate(value);
  } catch {
    return undefined; // not a schema: the comparison says so, too
  }
}

const options = { strict: false, logger: false, ownProperties: true, multipleOfPrecision: 9 } as const;
const judges = { '4': new AjvDraft04(options), '2020-12': new Ajv2020(options) };
Object.values(judges).forEach((ajv) => addFormats(ajv));

describe.each(['4', '2020-12'] as const)('draft %s', (draft) => {
  const compare = (inner: SchemaNode, outer: SchemaNode): Containment => compareSchemas({ schema: inner, draft }, { schema: outer, draft });
  const schema = anySchema[draft];

  test('a schema contains itself, also with other annotations and in another order', () => {
    fc.assert(fc.property(schema, (root) => {
      const copy = { title: 'T', ...Object.fromEntries(Object.entries(root).reverse()) };
      return compare(root, root).answer === 'contained' && compare(root, copy).answer === 'contained' && compare(copy, root).answer === 'contained';
    }), { numRuns: RUNS / 4 });
  }, LIMIT_MS);

  test('what another judge refuses is never called contained, and a witness is one for both', () => {
    const verdicts = { 'contained': 0, 'not-contained': 0, 'undecided': 0, 'narrower': 0 };
    fc.assert(fc.property(schema, schema, fc.nat(), fc.array(anyValue, { minLength: 8, maxLength: 8 }), (root, other, at, values) => {
      const next = changed(root, { ...other, definitions: undefined }, at);
      const pair = [root, JSON.parse(JSON.stringify(next)) as SchemaNode].map((side) => judge(draft, side)); // without undefined members
      const [before, after] = pair;
      const answer = compare(root, next);
      verdicts[answer.answer] += 1;
      if (before === undefined || after === undefined) return answer.answer !== 'not-contained';
      const witness = values.find((value) => before(value) && !after(value));
      if (witness !== undefined) verdicts.narrower += 1;
      if (witness !== undefined && answer.answer === 'contained') throw new Error(`a miss: ${JSON.stringify({ witness, root, next })}`);
      if (answer.answer === 'not-contained' && !(before(answer.witness) && !after(answer.witness))) throw new Error(`no witness: ${JSON.stringify({ answer, root, next })}`);
      return true;
    }), { numRuns: RUNS });
    if (RUNS > 10_000) process.stdout.write(`draft ${draft}: ${JSON.stringify(verdicts)}\n`);
    expect(verdicts.narrower).toBeGreaterThan(RUNS / 40);
  }, LIMIT_MS);

  test('the questions of a change and of its reverse are mirrors', () => {
    fc.assert(fc.property(schema, schema, fc.nat(), (root, other, at) => {
      const next = changed(root, { ...other, definitions: undefined }, at);
      // contained both ways: the schemas take the same values, so no value may tell them apart
      if (compare(root, next).answer !== 'contained' || compare(next, root).answer !== 'contained') return true;
      const [before, after] = [judge(draft, root), judge(draft, JSON.parse(JSON.stringify(next)) as SchemaNode)];
      return fc.sample(anyValue, 20).every((value) => before?.(value) === after?.(value));
    }), { numRuns: RUNS / 4 });
  }, LIMIT_MS);
});
