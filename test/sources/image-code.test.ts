import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { CodeSource } from '../../lib/importers';
import { imageCodeOf } from '../../lib/sources/image-code';
import { imageCodeSchema, type ImageCode } from '../../lib/spec';
import { imageContext, standInEngine, withPath, type StandInEngine } from '../support/containers/engine';
import { newProject, type Project } from '../support/project';

type ImageSource = Extract<CodeSource, { readonly type: 'image' }>;

const NAMED: ImageSource = { type: 'image', family: 'image', image: 'orders:latest', handler: 'app.handler' };

/** An image that is built from these files. */
function built(project: Project, options: Partial<ImageSource['imageBuild']> = {}): ImageSource {
  return { ...NAMED, imageBuild: { directory: project.file('fn'), file: project.file('fn/Dockerfile'), ...options } };
}

const projectOf = (dockerfile?: string): Project =>
  newProject(Object.fromEntries(Object.entries(imageContext('return 1;', dockerfile)).map(([name, text]) => [`fn/${name}`, text])));

async function codeOf(source: ImageSource): Promise<ImageCode> {
  const { files } = await imageCodeOf(source);
  expect([...files.keys()]).toEqual(['image.json']);
  return imageCodeSchema.parse(JSON.parse(Buffer.from(files.get('image.json') ?? []).toString()));
}

const withEngine = (run: (engine: StandInEngine) => Promise<void>) => async (): Promise<void> => {
  const engine = standInEngine();
  await withPath([engine.directory], () => run(engine), false);
};

const buildsOf = (engine: StandInEngine) => engine.commands().filter(([command]) => command === 'build');

test('an image is built, and the code is its id', withEngine(async (docker) => {
  const project = projectOf();
  const options = { args: { A: 'x=y' }, target: 'dev', platform: 'linux/arm64', network: 'host', ssh: 'default', secrets: { token: 'src=t.txt' } };
  const code = await codeOf(built(project, options));
  expect(code).toEqual({ engine: 'docker', network: 'host', image: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) as string });
  expect(buildsOf(docker)[0]).toEqual([
    'build', expect.stringMatching(/^--iidfile=/), `--file=${project.file('fn/Dockerfile')}`, '--build-arg=A=x=y', '--secret=id=token,src=t.txt',
    '--target=dev', '--platform=linux/arm64', '--network=host', '--ssh=default', project.file('fn'),
  ]);
}));

test('an edit of the context makes other code, and nothing else does', withEngine(async () => {
  const project = projectOf();
  const digest = async () => (await imageCodeOf(built(project))).digest;
  const first = await digest();
  expect(await digest()).toBe(first);
  project.write('fn/app.js', 'exports.handler = async () => 2;');
  expect(await digest()).not.toBe(first);
}));

test('functions that share an image have it built once', withEngine(async (docker) => {
  const project = projectOf();
  const [one, other] = await Promise.all([codeOf(built(project)), codeOf({ ...built(project), config: { command: ['other.handler'] } })]);
  expect([one.image, other.command, buildsOf(docker).length]).toEqual([other.image, ['other.handler'], 1]);
}));

test('an image without a build is one of this machine', withEngine(async (docker) => {
  const id = docker.build(imageContext('return 1;'));
  docker.tag('orders:latest', id);
  expect(await codeOf(NAMED)).toEqual({ engine: 'docker', network: 'host', image: id });
}));

test('ImageConfig is kept; with an entry point alone, the command is that of the image, as on Lambda', withEngine(async () => {
  const project = projectOf();
  const config = { entryPoint: ['/entry.sh'], workingDirectory: '/srv' };
  expect(await codeOf({ ...built(project), config })).toMatchObject({ ...config, command: ['app.handler'] });
  expect(await codeOf({ ...built(project), config: { ...config, command: [] } })).toMatchObject({ ...config, command: [] });
}));

describe('FUNCTION_IMAGE_UNSUPPORTED', () => {
  const reasonOf = (source: ImageSource = NAMED, containers?: 'auto' | 'off'): Promise<unknown> =>
    imageCodeOf(source, containers).then(() => 'none', (error: { readonly code: string; readonly details: object }) => [error.code, error.details]);
  const unsupported = (reason: RegExp) => ['FUNCTION_IMAGE_UNSUPPORTED', { image: 'orders:latest', reason: expect.stringMatching(reason) as string }];

  test('without an engine', async () => {
    expect(await withPath([newProject().directory], reasonOf, false)).toEqual(unsupported(/none of docker, podman, finch, nerdctl is in PATH/));
  });

  test('if its server does not answer, with its words', withEngine(async (docker) => {
    docker.set('down');
    expect(await reasonOf()).toEqual(unsupported(/docker has no server here: Cannot connect to the Docker daemon/));
  }));

  test('if it takes more than three seconds', withEngine(async (docker) => {
    docker.set('hangs');
    expect(await reasonOf()).toEqual(unsupported(/docker did not answer within 3 seconds/));
  }));

  test('if containers are off, and nothing is asked', withEngine(async (docker) => {
    expect(await reasonOf(NAMED, 'off')).toEqual(unsupported(/--containers is off/));
    expect(docker.commands()).toEqual([]);
  }));

  test('if the image is not on this machine', withEngine(async () => {
    expect(await reasonOf()).toEqual(unsupported(/docker does not have it; get it with: docker pull orders:latest/));
  }));

  test('if its containers would not reach this machine: a rootless engine', withEngine(async (docker) => {
    docker.set('version', 'Server:\n Engine:\n  Version: 1\n rootlesskit:\n  Version: 2\n');
    expect(await reasonOf()).toEqual(unsupported(/docker is rootless, so its containers do not reach 127\.0\.0\.1/));
  }));

  test.each(['tcp://10.0.0.1:2375', 'ssh://build@host'])('if its containers are on another machine: %s', (host) => withEngine(async () => {
    process.env.DOCKER_HOST = host;
    try {
      expect(await reasonOf()).toEqual(unsupported(/docker runs containers on another machine/));
    } finally {
      delete process.env.DOCKER_HOST;
    }
  })());
});

test('a name that looks like an option is none', withEngine(async (docker) => {
  await expect(imageCodeOf({ ...NAMED, image: '--format=x' })).rejects.toMatchObject({ code: 'FUNCTION_IMAGE_UNSUPPORTED' });
  expect(docker.commands()).toEqual([['version']]);
}));

test('the first engine whose server answers is used', async () => {
  const [docker, podman] = [standInEngine(), standInEngine('podman')];
  docker.set('down');
  expect(await withPath([docker.directory, podman.directory], () => codeOf(built(projectOf())), false)).toMatchObject({ engine: 'podman', network: 'host' });
});

test('Docker Desktop runs containers in a virtual machine', withEngine(async (docker) => {
  docker.set('version', 'Client:\n Version: 28\n\nServer: Docker Desktop 4.41.0 (1)\n Engine:\n');
  expect(await codeOf(built(projectOf()))).toMatchObject({ network: 'machine' });
}));

test('FUNCTION_BUILD_FAILED: the last lines of the engine say why', withEngine(async () => {
  const project = projectOf('RUN false');
  await expect(imageCodeOf(built(project))).rejects.toMatchObject({
    code: 'FUNCTION_BUILD_FAILED', details: { tool: 'docker', path: project.file('fn'), text: expect.stringMatching(/ERROR: process .* did not complete/) as string },
  });
}));

test('FUNCTION_SOURCE_MISSING: the build context is not there', withEngine(async () => {
  const project = newProject();
  mkdirSync(path.join(project.directory, 'other'));
  writeFileSync(project.file('fn'), 'a file');
  await expect(imageCodeOf(built(project))).rejects.toMatchObject({ code: 'FUNCTION_SOURCE_MISSING', details: { what: 'build context', path: project.file('fn') } });
}));
