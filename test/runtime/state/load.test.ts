import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deploy } from '../../../lib/runtime/state/deploy';
import { readAssembly } from '../../../lib/runtime/state/assembly';
import { chooseApi, loadApis } from '../../../lib/runtime/state/load';
import { codeOfError, fingerprintOf, petsSpec, writeAssembly } from '../../support/assembly';
import { newDirectory } from '../../support/temporary-directory';

const now = (): number => 1_700_000_000_000;
/** Writes down where the code of the function is copied from. */
function recordSource(assembly: string, directory: string): void {
  const file = path.join(assembly, 'code.json');
  const { functions } = JSON.parse(readFileSync(file, 'utf8')) as { functions: { Pets: object } }; // as written by `writeAssembly`
  writeFileSync(file, JSON.stringify({ functions: { Pets: { ...functions.Pets, source: directory } } }));
}

let source: string;
let stateDirectory: string;

beforeEach(() => {
  const directory = newDirectory();
  source = writeAssembly(path.join(directory, 'gateway.out'), [petsSpec()]);
  stateDirectory = path.join(directory, 'gateway.state');
});

test('an assembly without an API is refused', () => {
  writeAssembly(source, []);
  expect(codeOfError(() => loadApis({ source }))).toBe('API_MISSING');
});

describe('declared stages', () => {
  test('are served from the assembly while they were never deployed', () => {
    const [api] = loadApis({ source });
    expect(api).toMatchObject({ name: 'Pets', stages: [{ name: 'prod', source: 'assembly', fingerprint: fingerprintOf(petsSpec()) }] });
    expect(api.stages[0].code.Pets).toMatchObject({ handler: 'index.handler' });
    expect(readdirSync(api.stages[0].code.Pets.directory)).toEqual(['index.js']);
    expect(path.isAbsolute(api.stages[0].code.Pets.directory)).toBe(true);
  });

  test('are none when the definition has none', () => {
    writeAssembly(source, [petsSpec({ stages: {} })]);
    expect(loadApis({ source })[0].stages).toEqual([]);
  });

  test('are served from their deployment once they were deployed, with the variables of then', () => {
    writeAssembly(source, [petsSpec({ stages: { prod: { variables: { TABLE: 'old' } }, test: {} } })]);
    deploy({ source, api: 'Pets', stage: 'prod', now });
    writeAssembly(source, [petsSpec({ stages: { prod: { variables: { TABLE: 'new' } }, test: {} } }, { CHANGED: 'yes' })]);
    const [prod, other] = loadApis({ source })[0].stages;
    expect(prod).toMatchObject({ name: 'prod', source: 'state', fingerprint: fingerprintOf(petsSpec()), variables: { TABLE: 'old' } });
    expect(prod.deployed.functions.Pets.environment).toEqual({});
    expect(prod.code.Pets.directory.startsWith(stateDirectory)).toBe(true);
    expect(other).toMatchObject({ name: 'test', source: 'state', fingerprint: fingerprintOf(petsSpec()) });
  });

  test('keep the code they were deployed with', () => {
    deploy({ source, api: 'Pets', stage: 'prod', now });
    rmSync(path.join(source, 'assets'), { recursive: true });
    writeAssembly(source, [petsSpec({ stages: {} })], 'exports.handler = async () => "two";');
    expect(readdirSync(loadApis({ source })[0].stages[0].code.Pets.directory)).toEqual(['index.js']);
  });

  test('know where their code was copied from, deployed or not, while it is there', () => {
    const sourcesOf = (): (string | undefined)[] => loadApis({ source })[0].stages.map(({ code }) => code.Pets.sourceDirectory);
    const sources = path.join(path.dirname(source), 'src', 'pets');
    expect(sourcesOf()).toEqual([undefined]);
    recordSource(source, 'src/pets');
    expect(sourcesOf()).toEqual([undefined]);
    mkdirSync(sources, { recursive: true });
    expect(sourcesOf()).toEqual([sources]);
    expect(deploy({ source, api: 'Pets', stage: 'prod', now }).deployment).toBe(fingerprintOf(petsSpec()));
    expect(loadApis({ source })[0].stages.map(({ source: from }) => from)).toEqual(['state']);
    expect(sourcesOf()).toEqual([sources]);
  });

  test('do not take a part of their assembly for their sources', () => {
    for (const directory of ['gateway.out', 'gateway.out/assets']) {
      recordSource(source, directory);
      expect(loadApis({ source })[0].stages[0].code.Pets.sourceDirectory).toBeUndefined();
    }
  });

  test('that are not declared any more are still served when they were deployed', () => {
    deploy({ source, api: 'Pets', stage: 'extra', now });
    expect(loadApis({ source })[0].stages.map(({ name }) => name)).toEqual(['extra', 'prod']);
  });
});

describe('pinned stages', () => {
  const pinned = (deployment: string) => petsSpec({ stages: { prod: { deployment } } }, { CHANGED: 'yes' });

  test('are served from the deployment they are pinned to', () => {
    deploy({ source, api: 'Pets', stage: 'test', now });
    writeAssembly(source, [pinned(fingerprintOf(petsSpec()))]);
    const prod = loadApis({ source })[0].stages.find(({ name }) => name === 'prod');
    expect(prod).toMatchObject({ source: 'state', fingerprint: fingerprintOf(petsSpec()) });
  });

  test('are served from the assembly when they are pinned to what it is', () => {
    writeAssembly(source, [pinned(fingerprintOf(petsSpec({}, { CHANGED: 'yes' })))]);
    expect(loadApis({ source })[0].stages[0].source).toBe('assembly');
  });

  test('to a deployment that does not exist are refused', () => {
    writeAssembly(source, [pinned('0'.repeat(64))]);
    expect(() => loadApis({ source })).toThrow(/DEPLOYMENT_UNKNOWN.*"0{64}" for stage "prod" of Pets/);
  });

  test('to a deployment of another API are refused', () => {
    deploy({ source, api: 'Pets', stage: 'test', now });
    writeAssembly(source, [{ ...pinned(fingerprintOf(petsSpec())), api: { id: 'other', name: 'Other' } }]);
    expect(codeOfError(() => loadApis({ source }))).toBe('DEPLOYMENT_UNKNOWN');
  });
});

describe('without regard to deployments', () => {
  const edited = () => loadApis({ source, ignoreDeployments: true })[0].stages;

  test('every stage is what is edited: deployed, pinned, and stages that only a deployment made', () => {
    deploy({ source, api: 'Pets', stage: 'prod', now });
    deploy({ source, api: 'Pets', stage: 'extra', now });
    const spec = petsSpec({ stages: { prod: { variables: { TABLE: 'new' } }, test: { deployment: '0'.repeat(64) } } }, { CHANGED: 'yes' });
    writeAssembly(source, [spec]);
    expect(edited()).toMatchObject(['extra', 'prod', 'test'].map((name) => ({ name, source: 'assembly', fingerprint: fingerprintOf(spec) })));
    expect(edited()[1].variables).toEqual({ TABLE: 'new' });
  });

  test('a canary is what is edited, with its own variables', () => {
    const canary = { percentTraffic: 10, deployment: '0'.repeat(64), stageVariableOverrides: { COLOR: 'green' } };
    writeAssembly(source, [petsSpec({ stages: { prod: { variables: { COLOR: 'blue', TABLE: 't' }, canary } } })]);
    expect(edited()).toMatchObject([{
      isCanary: false, variables: { COLOR: 'blue' },
      canary: { percentTraffic: 10, stage: { isCanary: true, source: 'assembly', variables: { COLOR: 'green', TABLE: 't' } } },
    }]);
  });
});

describe('several APIs', () => {
  beforeEach(() => writeAssembly(source, [petsSpec(), petsSpec({ api: { id: 'shop', name: 'The Shop' } })]));

  test('are loaded by their names', () => {
    expect(loadApis({ source }).map(({ name }) => name)).toEqual(['Pets', 'The Shop']);
    expect(loadApis({ source, apis: ['The Shop'] }).map(({ name }) => name)).toEqual(['The Shop']);
  });

  test('have deployments of their own, also with a name that is not a valid file name', () => {
    deploy({ source, api: 'The Shop', stage: 'prod', now });
    expect(loadApis({ source }).map(({ stages }) => stages[0].source)).toEqual(['assembly', 'state']);
  });

  test('are chosen by name; without one there must be a single API', () => {
    const apis = readAssembly(source);
    const [first, second] = apis;
    expect(chooseApi(apis, second?.name)).toBe(second);
    expect(chooseApi(apis.slice(0, 1), undefined)).toBe(first);
    expect(codeOfError(() => chooseApi(apis, undefined))).toBe('API_NOT_CHOSEN');
    expect(codeOfError(() => chooseApi(apis, 'none'))).toBe('API_UNKNOWN');
    expect(codeOfError(() => chooseApi([], undefined))).toBe('API_MISSING');
  });

  test('refuse an unknown name', () => {
    expect(() => loadApis({ source, apis: ['Cats'] })).toThrow(/API_UNKNOWN.*Pets, The Shop/);
  });
});

describe('a spec file', () => {
  test('of an assembly is loaded with its code and its deployments', () => {
    deploy({ source, api: 'Pets', stage: 'test', now });
    const [api] = loadApis({ source: path.join(source, 'Pets.gateway.json') });
    expect(api.name).toBe('Pets');
    expect(api.stages.map((stage) => `${stage.name} ${stage.source}`)).toEqual(['prod state', 'test state']);
  });

  test('without code is refused as soon as a stage needs a function', () => {
    const file = path.join(newDirectory(), 'Pets.gateway.json');
    writeFileSync(file, JSON.stringify(petsSpec()));
    expect(() => loadApis({ source: file })).toThrow(/FUNCTION_CODE_MISSING.*"Pets"/);
  });
});

describe('a damaged state directory', () => {
  const recordFile = (): string => path.join(stateDirectory, 'stages', 'Pets', 'prod.json');
  beforeEach(() => { deploy({ source, api: 'Pets', stage: 'prod', now }); });

  test.each([
    ['cut off', '{"version": 1, "api":'],
    ['empty', ''],
    ['of another form', '{"version": 1, "stage": "prod"}'],
    ['about another stage', undefined],
  ])('is refused with the name of the file when a stage is %s', (_, text) => {
    if (text === undefined) {
      deploy({ source, api: 'Pets', stage: 'test', now });
      rmSync(recordFile());
      mkdirSync(path.dirname(recordFile()), { recursive: true });
      writeFileSync(recordFile(), JSON.stringify({ ...recordOf('test'), stage: 'test' }));
    } else {
      writeFileSync(recordFile(), text);
    }
    expect(codeOfError(() => loadApis({ source }))).toBe('STATE_DAMAGED');
    expect(() => loadApis({ source })).toThrow(recordFile());
  });

  test('is refused when it was written by another version', () => {
    writeFileSync(recordFile(), '{"version": 2}');
    expect(codeOfError(() => loadApis({ source }))).toBe('STATE_VERSION_UNSUPPORTED');
  });

  test('is refused when the deployment is missing', () => {
    rmSync(path.join(stateDirectory, 'deployments'), { recursive: true });
    expect(() => loadApis({ source })).toThrow(/STATE_DAMAGED.*which stage "prod" serves, is missing/);
  });

  test.each(['spec.json', 'code.json', 'deployment.json'])('is refused when %s of the deployment is gone or changed', (name) => {
    const file = path.join(stateDirectory, 'deployments', fingerprintOf(petsSpec()), name);
    rmSync(file);
    expect(() => loadApis({ source })).toThrow(new RegExp(`STATE_DAMAGED.*${name}`));
    writeFileSync(file, '{}');
    expect(() => loadApis({ source })).toThrow(/STATE_DAMAGED/);
  });

  test('is refused when a file of the code has another size', () => {
    const { directory } = loadApis({ source })[0].stages[0].code.Pets;
    rmSync(path.join(directory, 'index.js'));
    expect(() => loadApis({ source })).toThrow(/STATE_DAMAGED.*index\.js: .*missing/);
    writeFileSync(path.join(directory, 'index.js'), '');
    expect(() => loadApis({ source })).toThrow(/STATE_DAMAGED.*has 0 bytes/);
  });

  function recordOf(stage: string): object {
    return { version: 1, api: 'Pets', stage, current: 'a', variables: {}, history: [{ action: 'deploy', deployment: 'a', variables: {}, at: '' }] };
  }
});
