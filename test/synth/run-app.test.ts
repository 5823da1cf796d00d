import { App } from '../../lib/synth';
import { givenContext, synthesizeAtExit, wantedDirectory } from '../../lib/synth/run-app';
import { newProject } from '../support/project';

const withVariables = (variables: Record<string, string>, run: () => void) => {
  Object.assign(process.env, variables);
  try {
    run();
  } finally {
    Object.keys(variables).forEach((name) => delete process.env[name]);
  }
};

test('without the command line nothing is wanted', () => {
  const before = process.listenerCount('beforeExit');
  synthesizeAtExit(() => {});
  expect([wantedDirectory(), givenContext(), process.listenerCount('beforeExit')]).toEqual([undefined, {}, before]);
});

test('the context of the command line wins', () => {
  withVariables({ CDK_CONTEXT_JSON: '{"color":"red"}' }, () => {
    const app = new App({ context: { color: 'blue', size: 1 } });
    expect([app.node.tryGetContext('color'), app.node.tryGetContext('size')]).toEqual(['red', 1]);
  });
  withVariables({ CDK_CONTEXT_JSON: '7' }, () => expect(givenContext()).toEqual({}));
});

test('an app that does not synthesize itself is synthesized at the end of the process, once', () => {
  const project = newProject();
  withVariables({ SYNTHGATE_OUTDIR: project.file('out') }, () => {
    const before = process.listeners('beforeExit');
    const forgetful = new App();
    const own = new App({ outdir: project.file('own') });
    own.synth();
    const added = process.listeners('beforeExit').filter((listener) => !before.includes(listener));
    expect(added).toHaveLength(2);
    const written = jest.spyOn(App, 'synthesize');
    added.forEach((listener) => listener(0));
    expect(written.mock.calls.map(([scope]) => scope)).toEqual([forgetful]);
    expect(Object.keys(project.read('out'))).toContain('manifest.json');
    process.removeAllListeners('beforeExit').removeAllListeners('uncaughtException');
    before.forEach((listener) => process.on('beforeExit', listener));
  });
});
