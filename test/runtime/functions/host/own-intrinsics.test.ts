import { withOwnIntrinsics } from '../../../../lib/runtime/functions/host/own-intrinsics';

const NAMES = ['join', 'stringify', 'Map'] as const;
const OWNER: Readonly<Record<typeof NAMES[number], object>> = { join: Array.prototype, stringify: JSON, Map: globalThis };

/** Runs with an intrinsic defined otherwise. */
function replaced<Result>(name: typeof NAMES[number], descriptor: PropertyDescriptor | undefined, action: () => Result): Result {
  const owner = OWNER[name];
  const own = Reflect.getOwnPropertyDescriptor(owner, name);
  if (own === undefined) throw new Error(`no ${name}`);
  Reflect.deleteProperty(owner, name);
  if (descriptor !== undefined) Reflect.defineProperty(owner, name, { ...descriptor, configurable: true });
  try {
    return action();
  } finally {
    Reflect.defineProperty(owner, name, own);
  }
}

const broken = (): never => {
  throw new Error('replaced');
};

test.each([
  ['replaced', { value: broken, writable: true }],
  ['a getter', { get: () => broken }],
  ['read-only', { value: broken, writable: false }],
  ['deleted', undefined],
])('host code has its own intrinsics, and user code gets its own back: %s', (_how, descriptor) => {
  for (const name of NAMES) {
    const [text, left] = replaced(name, descriptor, () => {
      const made = withOwnIntrinsics(() => [JSON.stringify([1]), [1, 2].join('-'), new Map([[1, 2]]).size]);
      return [made, Reflect.getOwnPropertyDescriptor(OWNER[name], name)];
    });
    expect([name, text]).toEqual([name, ['[1]', '1-2', 1]]);
    expect([name, left]).toEqual([name, descriptor && expect.objectContaining(descriptor)]);
  }
});

test('user code gets its own back when host code fails', () => {
  const [thrown, left] = replaced('join', { value: broken, writable: true }, () => {
    try {
      return [withOwnIntrinsics(() => {
        throw new RangeError([1, 2].join('-'));
      }), [].join];
    } catch (error) {
      return [error, [].join];
    }
  });
  expect(thrown).toEqual(new RangeError('1-2'));
  expect(left).toBe(broken);
});
