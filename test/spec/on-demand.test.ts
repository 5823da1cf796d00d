import * as z from 'zod';
import { kindOnDemand, onDemand } from '../../lib/spec/on-demand';

const made = jest.fn();

function making<Schema>(name: string, schema: Schema): () => Schema {
  return () => {
    made(name);
    return schema;
  };
}

beforeEach(() => { made.mockClear(); });

describe('a member on demand', () => {
  const node = () => z.strictObject({ limit: onDemand(making('limit', z.strictObject({ rate: z.int().default(5) }))).optional() });

  test('that is missing makes no schema', () => {
    expect(node().parse({})).toEqual({});
    expect(made).not.toHaveBeenCalled();
  });

  test('is read like any other, and its schema is made once', () => {
    const schema = node();
    expect(schema.parse({ limit: {} })).toEqual({ limit: { rate: 5 } });
    expect(schema.safeParse({ limit: { rate: 'all' } }).error?.issues).toMatchObject([{ path: ['limit', 'rate'] }]);
    expect(made).toHaveBeenCalledTimes(1);
  });

  test('may be missing in the JSON Schema too', () => {
    expect(z.toJSONSchema(node(), { io: 'input' })).toMatchObject({ properties: { limit: { properties: { rate: { type: 'integer' } } } } });
    expect(z.toJSONSchema(node(), { io: 'input' })).not.toHaveProperty('required');
  });
});

describe('kinds on demand', () => {
  const union = () => z.discriminatedUnion('type', [
    kindOnDemand('mock', making('mock', z.strictObject({ type: z.literal('mock') }))),
    kindOnDemand('http', making('http', z.strictObject({ type: z.literal('http'), uri: z.string() }))),
  ]);

  test('only the kind that a value names is made', () => {
    expect(union().parse({ type: 'http', uri: 'http://a' })).toEqual({ type: 'http', uri: 'http://a' });
    expect(made.mock.calls).toEqual([['http']]);
  });

  test('an unknown kind is rejected with all that are known', () => {
    expect(union().safeParse({ type: 'other' }).error?.issues).toMatchObject([{ code: 'invalid_union', options: ['mock', 'http'], path: ['type'] }]);
    expect(made).not.toHaveBeenCalled();
  });
});
