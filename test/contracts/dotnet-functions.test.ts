import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createTestGateway } from '../../lib/testing';
import { dotnetRoot, homeWithTool, publishedFiles } from '../support/functions/dotnet-program';
import { newDirectory } from '../support/temporary-directory';

/* Functions in .NET as clients see them, on a stand-in for dotnet. */

const before = { ...process.env };
afterEach(() => {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, before);
});

test('a template with a project that is published is served; an error of the handler is 502', async () => {
  Object.assign(process.env, { DOTNET_ROOT: dotnetRoot('8.0.11'), HOME: homeWithTool('net8.0') });
  const directory = newDirectory();
  const published = ['Shop.dll', 'Shop.deps.json', 'Shop.runtimeconfig.json'].map((name) => `src/bin/Release/net8.0/publish/${name}`);
  publishedFiles(directory, 'src/Shop.csproj', ...published);
  const template = path.join(directory, 'template.yaml');
  writeFileSync(template, `Transform: AWS::Serverless-2016-10-31
Resources:
  Pets:
    Type: AWS::Serverless::Function
    Properties:
      Runtime: dotnet8
      Handler: Shop::Shop.Pets::Handle
      CodeUri: src
      Events:
        Get: { Type: Api, Properties: { Path: /pets, Method: get } }
        Broken: { Type: Api, Properties: { Path: /broken, Method: get } }
`);
  const gateway = await createTestGateway(template);
  try {
    const answers = await Promise.all(['/Prod/pets', '/Prod/broken'].map((place) => gateway.fetch(place)));
    expect(await Promise.all(answers.map(async (answer) => [answer.status, await answer.text()]))).toEqual([
      [200, '.NET /pets'], [502, '{"message": "Internal server error"}'],
    ]);
  } finally {
    await gateway.close();
  }
});
