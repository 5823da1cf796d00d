import { assertedProofs, neverAsserted, planMakers, proofMakers, proofNames } from '../support/architecture/proofs';
import { parse, readSources } from '../support/architecture/source';

/*
 * Steps prove to each other what they have done; here is who may make a proof. The order itself is checked by the compiler:
 * test/runtime/plan/step.test.ts.
 */

const library = readSources('lib');
const proofs = proofNames(library);

/** The files that may make each proof. A file that is not here cannot say that its step has passed. */
const MAKERS: Readonly<Record<string, readonly string[]>> = {
  Recorded: ['runtime/pipeline/steps/record.ts'],
  Authorized: ['runtime/pipeline/steps/authorize.ts'],
  Identified: ['runtime/pipeline/steps/identify.ts'],
  Admitted: ['runtime/pipeline/steps/throttle.ts'],
  // a test invocation is admitted as it is
  Logged: ['runtime/pipeline/method-steps.ts', 'runtime/pipeline/steps/record.ts'],
  Decompressed: ['runtime/pipeline/steps/decompress.ts'],
  Validated: ['runtime/pipeline/steps/validate.ts'],
  CacheChecked: ['runtime/pipeline/steps/cache.ts'],
  Outgoing: ['runtime/pipeline/steps/integrate.ts'],
  Answered: ['runtime/pipeline/steps/integrate.ts'],
  Responded: ['runtime/pipeline/steps/integrate.ts'],
  Cached: ['runtime/pipeline/steps/cache.ts'],
  Personal: ['runtime/pipeline/steps/gateway-headers.ts'],
  Completed: ['runtime/pipeline/steps/compress.ts'],
};

describe('proofs of steps', () => {
  test('each is made in one file, its step\'s own', () => {
    const makers = proofMakers(library);
    expect(Object.fromEntries(proofs.map((proof) => [proof, [...makers.get(proof) ?? []].sort()]))).toEqual(MAKERS);
  });

  test('steps are planned in pipeline/steps, and for test invocations', () => {
    expect(planMakers(library).filter((file) => !file.startsWith('runtime/pipeline/steps/'))).toEqual(['runtime/pipeline/method-steps.ts']);
  });

  test('none is asserted with `as`', () => {
    expect(assertedProofs(library, proofs)).toEqual([]);
  });

  test('only the executor hands a request over without its proofs, which the list has checked', () => {
    expect(neverAsserted(library, ['runtime/pipeline/', 'runtime/plan/'])).toEqual(['runtime/pipeline/run-steps.ts']);
  });
});

describe('the rules bite', () => {
  const sample = (text: string) => [parse('runtime/other.ts', text)];

  test.each([
    'const proven = request as Authorized;', 'const proven = request as unknown as Validated;', 'const proven = <Identified>request;',
    'const proven = step as Planned<Routed, Authorized>;', 'const proven = list as StepList<Completed>;', 'const proven = (request as Admitted & Other).plan;',
  ])('%s', (text) => {
    expect(assertedProofs(sample(text), proofs)).toHaveLength(1);
  });

  test.each(['const proven = request as RoutedRequest;', 'const proven: Authorized = step(request);'])('%s is allowed', (text) => {
    expect(assertedProofs(sample(text), proofs)).toEqual([]);
  });

  test('a maker somewhere else is seen', () => {
    expect(proofMakers(sample('function skip(): Planned<Recorded, Authorized> { return unneeded(); }')).get('Authorized')).toEqual(['runtime/other.ts']);
    expect(proofMakers(sample('const skip = unneeded<Recorded, Authorized>();')).get('Authorized')).toEqual(['runtime/other.ts']);
    expect(planMakers(sample('const skip = planned("x", run);'))).toEqual(['runtime/other.ts']);
    expect(neverAsserted(sample('run(request as never);'), ['runtime/'])).toEqual(['runtime/other.ts']);
  });
});
