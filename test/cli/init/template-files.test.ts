import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { TEMPLATES, templateFiles } from '../../../lib/cli/init/template-files';
import { buildProgram, writeFiles } from '../../../lib/synth';
import { programBuild } from '../../../lib/synth/program-build';
import { closeAll, fixture, startEngine, valueOf } from '../../support/functions/engine';
import { newProject } from '../../support/project';
import { newDirectory } from '../../support/temporary-directory';

afterEach(closeAll);

test.each(TEMPLATES)('%s has an app, a test and what Git ignores', (template) => {
  const names = Object.keys(templateFiles(template));
  expect(names).toEqual(expect.arrayContaining(['.gitignore', 'test/pets.test.ts', 'tsconfig.json']));
});

test('the function of the template go is built with AWS\'s client, and answers', async () => {
  const project = newProject(templateFiles('go'));
  const directory = project.file('functions/pets');
  const client = path.resolve(__dirname, '../../support/functions/aws-lambda-go');
  execFileSync('go', ['mod', 'edit', '-replace', `github.com/aws/aws-lambda-go=${client}`], { cwd: directory });
  const build = programBuild({ directory });
  const files = build === undefined ? new Map<string, Uint8Array>() : await buildProgram(build);
  const codeDirectory = newDirectory();
  writeFiles(codeDirectory, files);
  const { call } = startEngine();
  const event = { pathParameters: { petId: '7' }, requestContext: { stage: 'prod' } };
  expect(valueOf(await call(fixture('bootstrap', { codeDirectory, runtime: 'provided.al2023' }), event))).toEqual({
    statusCode: 200, body: '{"id":"7","stage":"prod"}',
  });
});
