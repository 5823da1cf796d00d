import { replacedIntrinsics, withOwnIntrinsics } from '../../../../lib/runtime/functions/host/own-intrinsics';
import { rawEvent } from '../../../../lib/runtime/functions/host/raw-event';
import { decodeRawCall, encodeRawCall, type RawCall } from '../../../../lib/runtime/functions/wire/raw-call';
import type { EventRoute } from '../../../../lib/runtime/plan/exchange';
import { IDS, stage } from '../../../support/exchange';

// Taken before a test replaces them.
const { defineProperty, deleteProperty, getOwnPropertyDescriptor } = Reflect;
const broken = (): never => {
  throw new Error('replaced');
};

/** Runs with an intrinsic that is defined otherwise, or deleted. */
function withReplaced<Result>(owner: object, name: string, descriptor: PropertyDescriptor | undefined, action: () => Result): Result {
  const original = getOwnPropertyDescriptor(owner, name);
  if (original === undefined) throw new Error(`no ${name}`);
  deleteProperty(owner, name);
  if (descriptor !== undefined) defineProperty(owner, name, { ...descriptor, configurable: true });
  try {
    return action();
  } finally {
    defineProperty(owner, name, original);
  }
}

describe.each([
  ['join', Array.prototype],
  ['stringify', JSON],
  ['Map', globalThis],
])('%s', (name, owner) => {
  test.each([
    ['replaced', { value: broken, writable: true }],
    ['read-only', { value: broken, writable: false }],
    ['a getter', { get: () => broken }],
    ['a getter that throws', { get: broken }],
    ['deleted', undefined],
  ])('%s: host code has its own, and user code gets its own back', (_how, descriptor) => {
    const [made, left] = withReplaced(owner, name, descriptor, () => [
      withOwnIntrinsics(() => [JSON.stringify([1]), [1, 2].join('-'), new Map([[1, 2]]).size, replacedIntrinsics()]),
      getOwnPropertyDescriptor(owner, name),
    ]);
    expect(made).toEqual(['[1]', '1-2', 1, []]);
    expect(left).toEqual(descriptor && expect.objectContaining(descriptor));
  });
});

test('user code gets its own back when host code fails', () => {
  const [thrown, left] = withReplaced(Array.prototype, 'join', { value: broken, writable: true }, () => {
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

test('what is replaced is named', () => {
  const names = withReplaced(Array.prototype, 'join', { value: broken }, () => withReplaced(globalThis, 'Map', { value: broken }, replacedIntrinsics));
  expect(names).toEqual(['Array.prototype.join', 'Map']);
});

describe('a call is read and its event built whatever single function user code has replaced', () => {
  const OWNERS: readonly (readonly [string, object])[] = [
    ['Array.', Array], ['Array.prototype.', Array.prototype], ['String.', String], ['String.prototype.', String.prototype],
    ['Number.', Number], ['Number.prototype.', Number.prototype], ['Object.', Object], ['Object.prototype.', Object.prototype],
    ['Function.prototype.', Function.prototype], ['JSON.', JSON], ['Math.', Math], ['Reflect.', Reflect],
    ['Map.prototype.', Map.prototype], ['Set.prototype.', Set.prototype], ['WeakMap.prototype.', WeakMap.prototype],
    ['RegExp.prototype.', RegExp.prototype], ['Buffer.', Buffer], ['Buffer.prototype.', Buffer.prototype],
    ['', globalThis],
  ];
  const GLOBALS = new Set([
    'Array', 'Date', 'JSON', 'Map', 'Math', 'Number', 'Object', 'RegExp', 'Set', 'String', 'WeakMap', 'Function', 'Reflect', 'Symbol', 'Promise',
    'decodeURIComponent', 'encodeURIComponent', 'isNaN', 'parseInt', 'parseFloat',
  ]);
  const functions = OWNERS.flatMap(([path, owner]) => Object.getOwnPropertyNames(owner)
    .filter((name) => name !== 'constructor' && (owner !== globalThis || GLOBALS.has(name)))
    .filter((name) => isReplaceable(getOwnPropertyDescriptor(owner, name)))
    .map((name) => ({ path, owner, name })));

  function isReplaceable(descriptor: PropertyDescriptor | undefined): boolean {
    const value: unknown = descriptor?.value;
    return descriptor?.configurable === true && (typeof value === 'function' || (typeof value === 'object' && value !== null));
  }

  const { protocol, name: stageName, variables, accountId, apiId, deploymentId, isCanary, vendor, endpointType } = stage({ variables: { color: 'red' } });
  /** A stage of its own each time, as after a deployment. */
  const newRoute = (): EventRoute => ({
    format: 'rest', parameterNames: ['petId', 'tag'], plan: { resourceId: 'pet', resourcePath: '/pets/{petId}/{tag}', routeKey: 'GET /pets/{petId}/{tag}' },
    stage: {
      protocol, name: stageName, variables, accountId, apiId, deploymentId, isCanary, endpointType, vendor: { ...vendor }, binaryMediaTypes: ['image/*'],
    },
  });
  const CALLERS: readonly RawCall['caller'][] = [undefined, { principal: { type: 'claims', claims: { sub: 'é' } }, apiKey: { id: 'k', value: 'v' } }];
  let time = 0;
  let number = 0;

  /** New names, repeated ones, a signature, a binary body, text beyond ASCII. */
  function newCalls(): readonly string[] {
    number += 1;
    const heads = [
      [`X-New-${number}: 1`, `User-Agent: Mozilla ${number} (iPad)`, 'X-Forwarded-For: 192.0.2.9'],
      ['X-A: 1', 'x-a: 2', 'Via: 1.1 a'],
      ['Authorization: AWS4-HMAC-SHA256 Credential=a'],
      ['Content-Type: image/png; a=b'],
    ];
    return heads.map((lines, index) => encodeRawCall({
      ids: IDS,
      received: { sourceIp: '192.0.2.1', peerIp: '192.0.2.8', port: 443, scheme: 'https', receivedAt: time += 1_000 },
      parameters: ['7', 'a b'],
      caller: CALLERS[index % 2],
      raw: { head: ['POST /prod/pets/7/a%20b?x=1&x=2&y=%C3%A9+%zz HTTP/1.1', 'Host: api.test', ...lines, '', ''].join('\r\n'), body: '\u00c3\u00a4' },
    }, 1, 1));
  }

  function eventsOf(route: EventRoute, calls: readonly string[]): unknown[] {
    const results: unknown[] = [];
    for (const text of calls) {
      const call = withOwnIntrinsics(() => decodeRawCall(text));
      if (call === undefined) throw new Error('not a call');
      results[results.length] = withOwnIntrinsics(() => rawEvent(route, call));
    }
    return results;
  }

  test('there are some', () => {
    expect(functions.length).toBeGreaterThan(250);
  });

  test.each(functions)('$path$name', ({ owner, name }) => {
    const calls = newCalls();
    const [expected, route] = [eventsOf(newRoute(), calls), newRoute()];
    const result = withReplaced(owner, name, { value: broken, writable: true }, () => {
      try {
        return eventsOf(route, calls);
      } catch (error) {
        return error;
      }
    });
    expect(result).toEqual(expected);
  });
});
