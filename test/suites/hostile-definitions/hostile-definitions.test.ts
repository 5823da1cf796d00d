import fc from 'fast-check';
import { AuthorizationType, MappedIntegration, TokenAuthorizer, type Api, type App, type ProxyFunction } from 'synthgate';
import { compileModels, readTemplate } from '../../../lib/spec';
import { functionOf } from '../../support/declared-gateway';
import { slowness } from '../../support/machine-speed';
import { mockOf, watchGateway, type Attacked } from '../../support/watched-gateway';
import { hostileCase, isPattern, type HostileCase, type HostileMethod } from './cases';

/*
 * Whatever a client's bytes reach does not keep other requests waiting: definitions and hostile requests made at random are
 * asked over sockets, while the main thread of the gateway is watched. A minute with the same cases in every run;
 * `HOSTILE_SECONDS=3600 PROPERTY_SEED=random npx jest test/suites/hostile-definitions` goes on longer with others.
 */

const SECONDS = Number(process.env.HOSTILE_SECONDS ?? 60);
/** Processor time of the main thread in one turn of its event loop: what `/ping` would wait on an idle machine of usual speed. */
const BUSY_MS = 50;
const HEAP_MIB = 384;
const RESIDENT_MIB = 1_280;
const CASES_OF_A_GATEWAY = 40;

jest.setTimeout((SECONDS + 120) * 1_000);

test('no definition lets a request keep the main thread busy or fill the memory', async () => {
  const until = performance.now() + SECONDS * 1_000;
  const findings = new Map<string, Finding>();
  const sent = new Map<string, number>();
  const first = fc.readConfigureGlobal().seed ?? Date.now();
  for (let batch = 0; performance.now() < until; batch += 1) {
    const all = fc.sample(hostileCase, { numRuns: CASES_OF_A_GATEWAY * 2, seed: first + batch }).filter(({ method }) => isValid(method));
    const cases = all.slice(0, CASES_OF_A_GATEWAY);
    const gateway = await watchGateway((api, app) => declareCases(api, app, cases));
    for (const [index, one] of cases.entries()) {
      if (findings.has(one.family) || performance.now() > until) continue; // one counterexample of a kind is enough
      for (const { headers = {}, ...request } of one.requests) {
        const watched = await attackUntilHarmless(() => gateway.attack({ ...request, headers, path: `/c${index}${one.query ?? ''}` }));
        sent.set(one.family, (sent.get(one.family) ?? 0) + 1);
        if (!isHarm(watched)) continue;
        const { method, query } = one;
        const shown = { query: query?.slice(0, 300), body: request.body?.slice(0, 100), headers };
        findings.set(one.family, { ...watched, seed: first + batch, index, method, ...shown });
      }
    }
    await gateway.close();
  }
  if (process.env.HOSTILE_SECONDS !== undefined) console.log(Object.fromEntries(sent), [...findings]);
  expect(Object.fromEntries(findings)).toEqual({});
  expect(sent.size).toBeGreaterThan(8);
});

interface Finding extends Attacked {
  readonly seed: number;
  readonly index: number;
  readonly method: HostileMethod;
  readonly query: string | undefined;
  readonly body: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Repeats an attack that does harm, up to three times: a request has its own cost each time, whereas garbage that others left, or a
 * busy machine, does not hit the same request three times.
 */
async function attackUntilHarmless(attack: () => Promise<Attacked>): Promise<Attacked> {
  for (let attempt = 1; ; attempt += 1) {
    const watched = await attack();
    if (!isHarm(watched) || attempt === 3) return watched;
  }
}

function isHarm({ busyMs, heapMiB, residentMiB, status }: Attacked): boolean {
  return (busyMs > BUSY_MS && busyMs > BUSY_MS * slowness()) || heapMiB > HEAP_MIB || residentMiB > RESIDENT_MIB || status === 0;
}

/** Whether the method is valid: the generator also makes invalid expressions, templates and models. */
function isValid(method: HostileMethod): boolean {
  switch (method.type) {
    case 'template': return !('problem' in readTemplate(method.template));
    case 'token': return isPattern(method.expression);
    case 'selection': return method.patterns.every(isPattern);
    case 'model': return [...compileModels('a', { M: { schema: method.schema, contentType: 'application/json' } }).values()].every((model) => 'validate' in model);
    case 'mapping': return /^method\.request\.body(\..+|\[.+)?$/.test(method.source);
  }
}

function declareCases(api: Api, app: App, cases: readonly HostileCase[]): void {
  const thrower = functionOf(app, 'Throws', '(event) => { throw new Error(event.message); }');
  const decider = functionOf(app, 'Decide', '() => ({})');
  for (const [index, { method }] of cases.entries()) declareMethod(api, { name: `c${index}`, method, thrower, decider });
}

interface Declared {
  readonly name: string;
  readonly method: HostileMethod;
  readonly thrower: ProxyFunction;
  readonly decider: ProxyFunction;
}

function declareMethod(api: Api, { name, method, thrower, decider }: Declared): void {
  const resource = api.root.addResource(name);
  switch (method.type) {
    case 'template':
      resource.addMethod('ANY', mockOf('$context.responseOverride.header.X', `${method.template} {"statusCode": 200}`));
      return;
    case 'token':
      resource.addMethod('GET', mockOf('done'), {
        authorizationType: AuthorizationType.CUSTOM,
        authorizer: new TokenAuthorizer(api, `${name}Authorizer`, { handler: decider, validationRegex: method.expression }),
      });
      return;
    case 'selection':
      resource.addMethod('POST', new MappedIntegration(thrower, {
        integrationResponses: [{ statusCode: '200' }, ...method.patterns.map((selectionPattern, index) => ({ statusCode: `40${index}`, selectionPattern }))],
      }));
      return;
    case 'model':
      resource.addMethod('POST', mockOf('done'), {
        requestModels: { 'application/json': api.addModel(`${name}Model`, { modelName: name, schema: method.schema }) },
        requestValidatorOptions: { validateRequestBody: true },
      });
      return;
    case 'mapping':
      resource.addMethod('POST', mockOf('done', undefined, { 'integration.request.header.X': method.source }));
  }
}
