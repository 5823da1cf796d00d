import type { Authorizer } from '../../../../lib/runtime/authorizers';
import { planAuthorize } from '../../../../lib/runtime/pipeline/steps/authorize';
import { codeOfPromise } from '../../../support/error-code';
import { methodSpec, plan, progress, received, run, routed, stage } from '../../../support/exchange';

/** A method behind the authorizer `Auth`. */
const stepWith = (authorizer: Authorizer, resourcePolicy?: () => 'allow' | 'deny' | 'none') => planAuthorize({
  spec: methodSpec({ authorization: { type: 'CUSTOM', authorizer: 'Auth' } }),
  authorization: {
    stage: stage(), resourcePolicy, authorizers: new Map([['Auth', authorizer]]), checkSignature: () => { throw new Error('not signed'); },
  },
});

test('what the authorization of the method found out goes with the request', async () => {
  const principal = { type: 'claims' as const, claims: { sub: 'user-1' } };
  expect((await run(routed(), stepWith(() => Promise.resolve(principal)))).principal).toEqual(principal);
});

test('whatever it throws ends the request', async () => {
  const refuse = () => Promise.reject(new Error('refused'));
  await expect(run(routed(), stepWith(refuse))).rejects.toThrow('refused');
});

test('a method whose authorizer does not exist refuses every request', async () => {
  const missing = planAuthorize({
    spec: methodSpec({ authorization: { type: 'CUSTOM', authorizer: 'Other' } }),
    authorization: { stage: stage(), resourcePolicy: undefined, authorizers: new Map(), checkSignature: () => { throw new Error('not signed'); } },
  });
  expect(await codeOfPromise(run(routed(), missing))).toBe('AUTHORIZER_CALL_FAILED');
});

test('a method that anybody may call has the step only where there is a resource policy', () => {
  const open = (resourcePolicy: (() => 'allow') | undefined) => planAuthorize({
    spec: methodSpec(),
    authorization: { stage: stage(), resourcePolicy, authorizers: new Map(), checkSignature: () => { throw new Error('not signed'); } },
  });
  expect(open(undefined).step).toBeUndefined();
  expect(open(() => 'allow').step?.name).toBe('authorize');
});

const SIGNATURE = 'AWS4-HMAC-SHA256 Credential=a/b/c/d/aws4_request, SignedHeaders=host, Signature=0';

describe('a signature is not passed on, any other Authorization is', () => {
  /** The value of Authorization before the step, and after it. */
  const seen = async (value: string, authorizes: boolean) => {
    const request = progress({ received: received({ headers: [{ name: 'Authorization', value }, { name: 'Host', value: 'x' }] }) });
    request.enterStage(stage({ endpointType: 'REGIONAL' }));
    request.enterMethod(plan({ authorizes }), {});
    const sent = () => request.headers.find(({ name }) => name === 'Authorization')?.value;
    const before = sent();
    await run(request, ...(authorizes ? [stepWith(() => Promise.resolve({ type: 'anonymous' }))] : []));
    return [before, sent()];
  };

  test('by a method that authorizes: the step itself sees it', async () => {
    expect(await seen(SIGNATURE, true)).toEqual([SIGNATURE, undefined]);
    expect(await seen('Bearer token', true)).toEqual(['Bearer token', 'Bearer token']);
  });

  test('by one that does not: nothing sees it', async () => {
    expect(await seen(SIGNATURE, false)).toEqual([undefined, undefined]);
    expect(await seen('Bearer token', false)).toEqual(['Bearer token', 'Bearer token']);
  });
});
