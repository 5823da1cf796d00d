import { Deployment } from '../../lib/constructs';
import { deployedSpec, fingerprint } from '../../lib/spec';
import { declare, specOf, thrownBy } from '../support/declaration';

test('is named by the fingerprint of the spec', () => {
  const { api, fn } = declare();
  api.root.addMethod('GET', fn);
  expect(api.latestDeployment?.fingerprint()).toBe(fingerprint(deployedSpec(specOf(api))));
});

test('changes its name with the definition, not with stages or descriptions', () => {
  const { api, fn } = declare({ description: 'one' });
  const before = api.latestDeployment?.fingerprint();
  api.addStage('beta');
  expect(api.latestDeployment?.fingerprint()).toBe(before);
  expect(declare({ description: 'two' }).api.latestDeployment?.fingerprint()).toBe(before);
  api.root.addMethod('GET', fn);
  expect(api.latestDeployment?.fingerprint()).not.toBe(before);
});

test('of an invalid definition has no name', () => {
  const { api } = declare();
  api.root.addMethod('GET');
  expect(thrownBy(() => api.latestDeployment?.fingerprint())).toMatchObject({ code: 'DEFINITION_INVALID' });
});

test.each(['', 'latest', 'ab', 'AB'.repeat(32)])('no deployment has the fingerprint "%s"', (given) => {
  const { api } = declare();
  expect(thrownBy(() => Deployment.fromFingerprint(api, 'Old', given))).toMatchObject({ code: 'FINGERPRINT_INVALID', location: 'Pets/Old' });
});
