import { RootConstruct } from 'constructs';
import { Deployment, Stage } from '../../lib/constructs';
import { declare, findingsOf, specOf, thrownBy } from '../support/declaration';

const FINGERPRINT = 'ab'.repeat(32);

test('an API is deployed to prod by itself', () => {
  const { api } = declare();
  expect(specOf(api).stages).toMatchObject({ prod: { deployment: 'latest', variables: {} } });
  expect(api.deploymentStage.stageName).toBe('prod');
  expect(api.deploymentStage.node.path).toBe('Pets/DeploymentStage.prod');
  expect(api.latestDeployment?.node.path).toBe('Pets/Deployment');
  expect(Stage.isStage(api.deploymentStage)).toBe(true);
  expect(Stage.isStage(api)).toBe(false);
});

test('deployOptions name it and its variables', () => {
  const { api } = declare({ deployOptions: { stageName: 'dev', variables: { table: 'pets' }, description: 'for us' } });
  expect(specOf(api).stages).toMatchObject({ dev: { deployment: 'latest', variables: { table: 'pets' }, description: 'for us' } });
});

test('several stages have variables of their own, and point each at a deployment', () => {
  const { api } = declare();
  api.addStage('beta', { variables: { table: 'beta' } }).addVariable('more', 'x');
  api.addStage('old', { deployment: Deployment.fromFingerprint(api, 'Old', FINGERPRINT) });
  new Stage(api, 'Own', { deployment: new Deployment(api, 'Now', { api }), stageName: 'own' });
  expect(specOf(api).stages).toMatchObject({
    prod: { deployment: 'latest', variables: {} },
    beta: { deployment: 'latest', variables: { table: 'beta', more: 'x' } },
    old: { deployment: FINGERPRINT, variables: {} },
    own: { deployment: 'latest', variables: {} },
  });
});

test('DEPLOY_OPTIONS_UNUSED refuses options of a stage that is not made', () => {
  expect(findingsOf(declare({ deploy: false, deployOptions: { stageName: 'beta' } }).api)).toEqual(['DEPLOY_OPTIONS_UNUSED Pets']);
});

test('deploy: false makes none, until one is added', () => {
  const { api } = declare({ deploy: false });
  expect(specOf(api).stages).toEqual({});
  expect(api.latestDeployment).toBeUndefined();
  expect(thrownBy(() => api.deploymentStage)).toMatchObject({ code: 'DEPLOYMENT_MISSING', location: 'Pets' });
  const stage = api.addStage('dev');
  expect(api.deploymentStage).toBe(stage);
  expect(Object.keys(specOf(api).stages)).toEqual(['dev']);
});

test('the deployment stage can be chosen', () => {
  const { api } = declare();
  api.deploymentStage = api.addStage('beta');
  expect(api.urlForPath('/pets')).toBe('/beta/pets');
});

test('knows the paths of resources below the base URL', () => {
  const { api } = declare();
  expect(api.deploymentStage.urlForPath('/pets')).toBe('/prod/pets');
  expect(api.urlForPath()).toBe('/prod/');
  expect(thrownBy(() => api.urlForPath('pets'))).toMatchObject({ code: 'PATH_NOT_ABSOLUTE' });
});

test.each(['a b', '', 'ä', 'a/b', 'a.b', 'x'.repeat(129)])('refuses the name "%s"', (stageName) => {
  const { api } = declare({ deployOptions: { stageName } });
  expect(findingsOf(api)).toEqual([`STAGE_NAME_INVALID Pets/DeploymentStage.${stageName.replace('/', '--')}`]);
});

test('takes a name of 128 letters, digits, _ and -', () => {
  const { api } = declare({ deployOptions: { stageName: `A-_9${'x'.repeat(124)}` } });
  expect(findingsOf(api)).toEqual([]);
});

test('refuses a second stage of one name', () => {
  const { api } = declare();
  api.addStage('prod');
  expect(findingsOf(api)).toEqual(['STAGE_DUPLICATE Pets/DeploymentStage.prod#2']);
});

test('refuses a deployment that belongs to no API', () => {
  const root = new RootConstruct();
  const deployment = Deployment.fromFingerprint(root, 'Old', FINGERPRINT);
  expect(thrownBy(() => new Stage(root, 'Stage', { deployment }))).toMatchObject({ code: 'STAGE_WITHOUT_API', location: 'Stage' });
});
