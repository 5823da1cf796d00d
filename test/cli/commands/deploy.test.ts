import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { connectClient, loadApis, serve } from '../../../lib/runtime';
import type { GatewaySpecInput } from '../../../lib/spec';
import { fingerprintOf, petsSpec, writeAssembly } from '../../support/assembly';
import { synthgate } from '../../support/command-line';
import { newDirectory } from '../../support/temporary-directory';

let directory: string;
beforeEach(() => {
  directory = newDirectory();
  writeAssembly(path.join(directory, 'gateway.out'), [petsSpec()]);
});

const first = fingerprintOf(petsSpec()).slice(0, 12);
const second = fingerprintOf(petsSpec({}, { V: '2' })).slice(0, 12);
/** The API, whose pets are listed for callers with a key only. */
const locked = () => ({ ...petsSpec().resources, '/pets': { id: 'pets', methods: {
  GET: { apiKeyRequired: true, integration: { type: 'proxy', function: 'Pets' } }, POST: { apiKeyRequired: true, integration: { type: 'proxy', function: 'Pets' } },
} } } as const);
const change = (): unknown => writeAssembly(path.join(directory, 'gateway.out'), [petsSpec({}, { V: '2' })]);

test('deploy, deployments and rollback tell the same story', async () => {
  expect(await synthgate(directory, ['deploy', '--stage', 'prod'])).toEqual({ code: 0, out: `✓ Pets prod now serves ${first}\n`, err: '' });
  expect((await synthgate(directory, ['deploy', 'Pets'])).out).toBe(`✓ Pets prod already serves ${first}\n`);
  change();
  expect((await synthgate(directory, ['deploy', 'Pets'])).out).toBe(`✓ Pets prod now serves ${second} (before: ${first})\n`);
  const { out } = await synthgate(directory, ['deployments']);
  expect(out.split('\n')).toEqual([expect.stringMatching(`^${first}  .*  Pets  code [0-9a-f]{8}$`), expect.stringMatching(`^${second} .*← prod$`), '']);
  expect((await synthgate(directory, ['rollback', '--stage', 'prod'])).out).toBe(`✓ Pets prod now serves ${first} (before: ${second})\n`);
  const again = await synthgate(directory, ['rollback', '--stage', 'prod']);
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('[ROLLBACK_IMPOSSIBLE]')]);
  expect((await synthgate(directory, ['rollback', '--stage', 'prod', '--to', second.slice(0, 6)])).out).toContain(`now serves ${second}`);
});

test('rollback needs no stage if only one was deployed, and names them if several were', async () => {
  await synthgate(directory, ['deploy']);
  change();
  await synthgate(directory, ['deploy']);
  expect((await synthgate(directory, ['rollback'])).out).toBe(`✓ Pets prod now serves ${first} (before: ${second})\n`);
  await synthgate(directory, ['deploy', '--stage', 'beta', '--create']);
  expect(await synthgate(directory, ['rollback'])).toMatchObject({ code: 3, err: expect.stringContaining('no stage given; there are beta, prod [STAGE_NOT_CHOSEN]') as unknown });
  expect((await synthgate(newDirectory(), ['rollback', 'Pets'])).err).toContain('NOTHING_DEPLOYED');
});

test('--json of each is for programs', async () => {
  const deployed = JSON.parse((await synthgate(directory, ['deploy', '--json'])).out);
  expect(deployed).toEqual({ api: 'Pets', stage: 'prod', deployment: fingerprintOf(petsSpec()), isChanged: true });
  change();
  await synthgate(directory, ['deploy']);
  const listed = JSON.parse((await synthgate(directory, ['deployments', 'Pets', '--json'])).out);
  expect(listed.deployments).toMatchObject([{ id: deployed.deployment, stages: [] }, { api: 'Pets', stages: ['prod'] }]);
  expect(listed.stages).toMatchObject([{ api: 'Pets', stage: 'prod', history: [{ action: 'deploy', deployment: deployed.deployment }, {}] }]);
  const back = JSON.parse((await synthgate(directory, ['rollback', '-s', 'prod', '--json'])).out);
  expect(back).toMatchObject({ deployment: deployed.deployment, previous: listed.deployments[1].id });
});

test('another assembly and another state directory can be named', async () => {
  writeAssembly(path.join(directory, 'other.out'), [petsSpec({ api: { id: 'shop', name: 'Shop' } })]);
  expect((await synthgate(directory, ['deploy', '--assembly', 'other.out', '--state', 'kept'])).out).toContain('Shop prod');
  expect((await synthgate(directory, ['deployments', '--state', 'kept'])).out).toContain('Shop');
  expect((await synthgate(directory, ['deployments'])).out).toBe('no deployments\n');
  expect((await synthgate(directory, ['rollback', '-s', 'prod', '--assembly', 'other.out'])).err).toContain('other.state');
});

describe('a change that callers notice', () => {
  const withKey = () => writeAssembly(path.join(directory, 'gateway.out'), [petsSpec({ resources: locked() })]);
  const REPORT = 'Pets prod: 1 breaking\n\nGET /pets\n  breaking  api-key-required  apiKeyRequired: false → true\n            Callers without one get 403. [';

  test('is printed, and refused where nobody can be asked; nothing is deployed', async () => {
    await synthgate(directory, ['deploy']);
    withKey();
    const { code, out, err } = await synthgate(directory, ['deploy']);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain(REPORT);
    expect(err).toContain('callers of Pets prod would fail: 1 breaking [DEPLOY_BREAKING]');
    expect((await synthgate(directory, ['deployments'])).out.split('\n')).toEqual([expect.stringMatching(`^${first} .*← prod$`), '']);
  });

  test('is deployed with --yes, and when it is accepted', async () => {
    await synthgate(directory, ['deploy']);
    withKey();
    const forced = await synthgate(directory, ['deploy', '--yes']);
    expect([forced.code, forced.err]).toEqual([0, expect.stringContaining(REPORT)]);
    await synthgate(directory, ['rollback']);
    const [, fingerprint = ''] = /\[([0-9a-f]{12})\]/.exec(forced.err) ?? [];
    await synthgate(directory, ['diff', 'stage:prod', 'gateway.out', '--accept', fingerprint, '--reason', 'all have keys']);
    expect(await synthgate(directory, ['deploy'])).toMatchObject({ code: 0, err: '' });
  });

  test.each([['y', 0], ['', 1]])('is asked about in a terminal: %j', async (answer, code) => {
    await synthgate(directory, ['deploy']);
    withKey();
    const ask = (question: string) => {
      expect(question).toBe('Callers of Pets prod that follow its definition will fail. Deploy? [y/N] ');
      return Promise.resolve(answer);
    };
    expect((await synthgate(directory, ['deploy'], {}, ask)).code).toBe(code);
  });

  test('is found by diff before: stage:prod is what the stage serves', async () => {
    await synthgate(directory, ['deploy']);
    expect(await synthgate(directory, ['diff', 'stage:prod', 'gateway.out'])).toMatchObject({ code: 0, out: expect.stringMatching(/^stage:prod → gateway.out: no change/) as string });
    withKey();
    const { code, out } = await synthgate(directory, ['diff', 'stage:prod', 'gateway.out']);
    expect([code, out]).toEqual([2, expect.stringContaining('api-key-required')]);
    await synthgate(directory, ['deploy', '--stage', 'beta', '--create']);
    expect((await synthgate(directory, ['diff', 'stage:prod', 'stage:beta'])).out).toMatch(/^stage:prod → stage:beta: 1 breaking\n/);
    expect((await synthgate(directory, ['diff', 'stage:beta', 'stage:prod'])).out).toMatch(/^stage:beta → stage:prod: 1 security\n/);
    expect(await synthgate(directory, ['diff', 'stage:test'])).toMatchObject({ code: 1, out: '', err: expect.stringContaining('[STAGE_NOT_DEPLOYED]') as string });
  });
});

describe('a stage that the app does not declare', () => {
  test('is refused with the nearest, and made with --create; from then on it exists', async () => {
    const { code, err } = await synthgate(directory, ['deploy', '--stage', 'prdo']);
    expect([code, err]).toEqual([1, expect.stringContaining('Pets declares no stage prdo; known: "prod" [STAGE_NOT_DECLARED]')]);
    expect((await synthgate(directory, ['deployments'])).out).toBe('no deployments\n');
    expect((await synthgate(directory, ['deploy', '--stage', 'beta', '--create'])).code).toBe(0);
    expect((await synthgate(directory, ['deploy', '--stage', 'beta'])).out).toContain('Pets beta already serves');
  });

  test.each([['y', 0], ['', 1]])('is asked about in a terminal: %j', async (answer, code) => {
    const ask = (question: string) => {
      expect(question).toBe('Pets declares no stage beta. Make it? [y/N] ');
      return Promise.resolve(answer);
    };
    expect((await synthgate(directory, ['deploy', '--stage', 'beta'], {}, ask)).code).toBe(code);
  });
});

test('what is not given is asked for, when there are several', async () => {
  const stages = { prod: {}, test: {} };
  writeAssembly(path.join(directory, 'gateway.out'), [petsSpec({ stages }), petsSpec({ stages, api: { id: 'shop', name: 'Shop' } })]);
  const api = await synthgate(directory, ['deploy', '--stage', 'prod']);
  expect([api.code, api.err]).toEqual([3, expect.stringMatching(/Pets, Shop \[API_NOT_CHOSEN\]/)]);
  const stage = await synthgate(directory, ['deploy', 'Pets']);
  expect([stage.code, stage.err]).toEqual([3, expect.stringMatching(/prod, test \[STAGE_NOT_CHOSEN\]/)]);
  await synthgate(directory, ['deploy', 'Pets', '-s', 'prod']);
  await synthgate(directory, ['deploy', 'Shop', '-s', 'prod']);
  expect((await synthgate(directory, ['rollback', '-s', 'prod'])).err).toContain('API_NOT_CHOSEN');
  expect((await synthgate(directory, ['deployments', 'Cats'])).err).toContain('API_UNKNOWN');
});

describe('when the app is run again', () => {
  const stages = { prod: {}, dev: { variables: { V: '1' } } };
  const earlier = petsSpec({ stages });
  const later = petsSpec({ stages }, { V: '2' });

  beforeEach(() => {
    writeAssembly(path.join(directory, 'gateway.out'), [earlier]);
    writeAssembly(path.join(directory, 'next.out'), [later]);
    writeFileSync(path.join(directory, 'synthgate.json'), '{"app": "rm -rf gateway.out && cp -r next.out gateway.out"}');
  });

  test('a stage that was never deployed keeps what it was served with, and the deployed one can go back to it', async () => {
    expect(await synthgate(directory, ['deploy', '--stage', 'prod'])).toEqual({
      code: 0,
      out: `✓ Pets prod now serves ${second} (before: ${first})\n`,
      err: `Pets dev keeps ${first}, which it has been serving; to deploy to it as well, run: synthgate deploy Pets --stage dev\n`,
    });
    expect(served()).toEqual({ dev: fingerprintOf(earlier), prod: fingerprintOf(later) });
    expect((await synthgate(directory, ['rollback', '--stage', 'prod'])).out).toContain(`now serves ${first}`);
    expect(served()).toEqual({ dev: fingerprintOf(earlier), prod: fingerprintOf(earlier) });
    expect(await synthgate(directory, ['deploy', '--stage', 'dev'])).toMatchObject({ out: expect.stringContaining(`dev now serves ${second} (before: ${first})`), err: '' });
  });

  test('the stages are recorded before it, so nothing moves when it fails', async () => {
    writeFileSync(path.join(directory, 'synthgate.json'), '{"app": "rm -rf gateway.out && cp -r next.out gateway.out && exit 1"}');
    const { err } = await synthgate(directory, ['deploy', '--stage', 'prod']);
    expect(err).toMatch(/^Pets dev keeps [^]*APP_FAILED/);
    expect(served()).toEqual({ dev: fingerprintOf(earlier), prod: fingerprintOf(earlier) });
  });

  describe('with a stage that was not there before', () => {
    const runsWhereAsked = (): void => writeFileSync(path.join(directory, 'synthgate.json'), '{"app": "rm -rf \\"$SYNTHGATE_OUTDIR\\" && cp -r next.out \\"$SYNTHGATE_OUTDIR\\""}');

    test('a misspelled one changes nothing', async () => {
      runsWhereAsked();
      const { code, err } = await synthgate(directory, ['deploy', '--stage', 'prdo']);
      expect([code, err]).toEqual([1, expect.stringMatching(/^error: Pets declares no stage prdo; known: "prod".* \[STAGE_NOT_DECLARED\]/)]);
      expect(readdirSync(directory).sort()).toEqual(['gateway.out', 'next.out', 'synthgate.json']);
      expect(served()).toEqual({ dev: fingerprintOf(earlier), prod: fingerprintOf(earlier) });
    });

    test('one that was added to the app is deployed, and the others keep what they serve', async () => {
      writeAssembly(path.join(directory, 'next.out'), [petsSpec({ stages: { ...stages, beta: {} } }, { V: '2' })]);
      runsWhereAsked();
      const { code, out } = await synthgate(directory, ['deploy', '--stage', 'beta']);
      expect([code, out]).toEqual([0, `✓ Pets beta now serves ${second}\n`]);
      expect(served()).toEqual({ beta: fingerprintOf(later), dev: fingerprintOf(earlier), prod: fingerprintOf(earlier) });
    });

    test('one to be made is asked about once', async () => {
      runsWhereAsked();
      const questions: string[] = [];
      const ask = (question: string) => Promise.resolve(questions.push(question) > 0 ? 'y' : 'n');
      expect((await synthgate(directory, ['deploy', '--stage', 'beta'], {}, ask)).out).toBe(`✓ Pets beta now serves ${second}\n`);
      expect(questions).toEqual(['Pets declares no stage beta. Make it? [y/N] ']);
    });
  });

  test('an assembly from before that cannot be served keeps nothing', async () => {
    writeFileSync(path.join(directory, 'gateway.out', 'manifest.json'), '{');
    const { code, out } = await synthgate(directory, ['deploy', '--stage', 'prod']);
    expect([code, out]).toEqual([0, `✓ Pets prod now serves ${second}\n`]);
  });

  test('what is not given is asked for before anything is recorded', async () => {
    expect((await synthgate(directory, ['deploy'])).err).toContain('STAGE_NOT_CHOSEN');
    expect(existsSync(path.join(directory, 'gateway.state'))).toBe(false);
  });

  function served(): Record<string, string> {
    const [api] = loadApis({ source: path.join(directory, 'gateway.out') });
    return Object.fromEntries(api.stages.map(({ name, fingerprint }) => [name, fingerprint]));
  }
});

describe('a WebSocket API', () => {
  const chat = (answer: string): GatewaySpecInput => ({
    format: 'synthgate/1', protocol: 'websocket', api: { id: 'chat', name: 'Chat' }, stages: { prod: {} },
    resources: { '/say': { id: 'say', methods: { ANY: { hasRouteResponse: true, integration: {
      type: 'mock', requestTemplates: { $default: '{"statusCode": 200}' }, responses: [{ statusCode: '200', responseTemplates: { $default: answer } }],
    } } } } },
  });
  const answered = async (): Promise<string> => {
    const serving = await serve({ source: path.join(directory, 'gateway.out'), port: 0, watch: false, shutdownTimeoutMs: 0 });
    try {
      const client = await connectClient(`${serving.apis[0]?.url ?? ''}/prod`);
      client.send({ action: 'say' });
      return await client.next();
    } finally {
      await serving.close();
    }
  };

  test('is deployed, served as it was deployed, and rolled back', async () => {
    writeAssembly(path.join(directory, 'gateway.out'), [chat('one')]);
    const [before, after] = [chat('one'), chat('two')].map((spec) => fingerprintOf(spec).slice(0, 12));
    expect((await synthgate(directory, ['deploy'])).out).toBe(`✓ Chat prod now serves ${before}\n`);
    writeAssembly(path.join(directory, 'gateway.out'), [chat('two')]);
    expect(await answered()).toBe('one');
    expect((await synthgate(directory, ['deploy'])).out).toContain(`✓ Chat prod now serves ${after} (before: ${before})\n`);
    expect(await answered()).toBe('two');
    expect((await synthgate(directory, ['rollback'])).out).toBe(`✓ Chat prod now serves ${before} (before: ${after})\n`);
    expect(await answered()).toBe('one');
  });
});
