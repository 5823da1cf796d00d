import { digestOf } from '../../lib/synth/function-code';

const files = (entries: Record<string, string>) => new Map(Object.entries(entries).map(([name, text]) => [name, Buffer.from(text)]));

test('the digest depends on names and contents, not on their order', () => {
  expect(digestOf(files({ a: '1', b: '2' }))).toBe(digestOf(files({ b: '2', a: '1' })));
  expect(digestOf(files({ a: '1' }))).toMatch(/^[0-9a-f]{64}$/);
  const environments: Record<string, string>[] = [{ a: '1', b: '3' }, { a: '1', c: '2' }, { a: '1' }, { ab: '12' }, { a: '12', b: '' }, {}];
  expect(new Set([{ a: '1', b: '2' }, ...environments].map((one) => digestOf(files(one)))).size).toBe(environments.length + 1);
});
