import path from 'node:path';
import { enginesWithoutServer, imageContext, standInEngine } from '../support/containers/engine';
import { isAlive, until } from '../support/functions/engine';
import { newProject, type Project } from '../support/project';
import { startCommand, type RunningCommand } from '../support/served-command';

/*
 * A SAM app with functions in container images, served unchanged by `synthgate dev`: through an engine where one answers, which is a
 * stand-in here, and with 501 otherwise.
 */

const TEMPLATE = `
Transform: AWS::Serverless-2016-10-31
Globals: {Function: {Timeout: 20}}
Resources:
  Api:
    Type: AWS::Serverless::Api
    Properties:
      StageName: prod
      Auth: {Authorizers: {Guard: {FunctionArn: !GetAtt Guard.Arn, FunctionPayloadType: REQUEST, Identity: {Headers: [Authorization], ReauthorizeEvery: 0}}}}
  Pets:
    Type: AWS::Serverless::Function
    Metadata: {DockerContext: pets, Dockerfile: Dockerfile, DockerTag: v1}
    Properties:
      PackageType: Image
      Environment: {Variables: {TABLE: pets-table}}
      Events:
        Get: {Type: Api, Properties: {RestApiId: !Ref Api, Path: /pets, Method: get}}
        Guarded: {Type: Api, Properties: {RestApiId: !Ref Api, Path: /guarded, Method: get, Auth: {Authorizer: Guard}}}
  Guard:
    Type: AWS::Serverless::Function
    Metadata: {DockerContext: guard, Dockerfile: Dockerfile, DockerTag: v1}
    Properties: {PackageType: Image}
  Plain:
    Type: AWS::Serverless::Function
    Properties:
      CodeUri: plain
      Handler: index.handler
      Runtime: nodejs22.x
      Events:
        Get: {Type: Api, Properties: {RestApiId: !Ref Api, Path: /plain, Method: get}}
        Guarded: {Type: Api, Properties: {RestApiId: !Ref Api, Path: /plain-guarded, Method: get, Auth: {Authorizer: Guard}}}
`;

const PETS = 'if (event.queryStringParameters) throw new Error("broken"); return { statusCode: 200, body: process.env.TABLE + " v1" };';
const GUARD = `
  const Effect = event.headers.Authorization === "yes" ? "Allow" : "Deny";
  return { principalId: "p", policyDocument: { Version: "2012-10-17", Statement: [{ Action: "execute-api:Invoke", Effect, Resource: event.methodArn }] } };`;

function newApp(pets = imageContext(PETS)): Project {
  const inside = (folder: string, files: Readonly<Record<string, string>>) => Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text] as const);
  return newProject({
    'template.yaml': TEMPLATE, 'plain/index.js': 'exports.handler = async () => ({ statusCode: 200, body: "plain" });',
    ...Object.fromEntries([...inside('pets', pets), ...inside('guard', imageContext(GUARD))]),
  });
}

type Answer = readonly [status: number, body: string];

/** Serves an app, with these directories before those of PATH. */
async function serving(
  { directory }: Project, { programs, options = [] }: { readonly programs: string; readonly options?: readonly string[] },
  run: (get: (target: string, authorization?: string) => Promise<Answer>, command: RunningCommand) => Promise<void>,
): Promise<void> {
  const command = startCommand(directory, ['dev', 'template.yaml', '--port', '0', '--no-color', ...options], { PATH: `${programs}${path.delimiter}${process.env.PATH}` });
  try {
    const [, origin = ''] = await command.sees(/(http:\/\/127\.0\.0\.1:\d+)/);
    await run(async (target, authorization) => {
      const response = await fetch(`${origin}/prod/${target}`, { headers: authorization === undefined ? {} : { authorization } });
      return [response.status, await response.text()];
    }, command);
  } finally {
    command.child.kill('SIGTERM');
    await command.ended;
  }
}

test('its images are built and run, edits are followed, and nothing is left of it', async () => {
  const docker = standInEngine();
  const app = newApp();
  await serving(app, { programs: docker.directory }, async (get, command) => {
    expect(await get('pets')).toEqual([200, 'pets-table v1']);
    expect(await get('pets?broken=1')).toEqual([502, '{"message": "Internal server error"}']);
    expect([await get('guarded', 'yes'), (await get('guarded', 'no'))[0]]).toEqual([[200, 'pets-table v1'], 403]);
    app.write('pets/app.js', 'exports.handler = async () => ({ statusCode: 200, body: "v2" });');
    await command.sees(/reloaded/);
    expect([await get('pets'), await get('plain')]).toEqual([[200, 'v2'], [200, 'plain']]);
  });
  expect(docker.containers()).toEqual({});
});

test('containers of a gateway that is killed end by themselves', async () => {
  const docker = standInEngine();
  await serving(newApp(), { programs: docker.directory }, async (get, command) => {
    expect((await get('pets'))[0]).toBe(200);
    const pids = Object.values(docker.containers());
    expect(pids.length).toBeGreaterThan(0);
    command.child.kill('SIGKILL');
    await until(() => !pids.some(isAlive));
  });
});

const UNAVAILABLE: Answer = [501, '{"message": "Function Pets cannot run here"}'];

test.each<[string, () => string, readonly string[], RegExp]>([
  ['without an engine that answers', enginesWithoutServer, [], /no container engine can be used: docker has no server here: Cannot connect to the Docker daemon .*\[FUNCTION_IMAGE_UNSUPPORTED\]/],
  ['with --containers off', () => standInEngine().directory, ['--containers', 'off'], /the container image pets:v1 cannot run here: --containers is off \[FUNCTION_IMAGE_UNSUPPORTED\]/],
])('%s, its methods answer 501 with the reason in the log, its authorizers refuse, and others are served (FUNCTION_IMAGE_UNSUPPORTED)', async (_, programs, options, reason) => {
  await serving(newApp(), { programs: programs(), options }, async (get, command) => {
    expect(await get('pets')).toEqual(UNAVAILABLE);
    expect([(await get('guarded', 'yes'))[0], (await get('plain-guarded', 'yes'))[0]]).toEqual([500, 500]);
    expect(await get('plain')).toEqual([200, 'plain']);
    await command.sees(reason);
  });
});

test('a Dockerfile that cannot be built costs its function alone, until it is mended', async () => {
  const docker = standInEngine();
  const app = newApp(imageContext(PETS, 'RUN false'));
  await serving(app, { programs: docker.directory }, async (get, command) => {
    expect([await get('pets'), await get('plain')]).toEqual([UNAVAILABLE, [200, 'plain']]);
    await command.sees(/docker cannot build .*pets/);
    app.write('pets/Dockerfile', imageContext(PETS).Dockerfile ?? '');
    await command.sees(/reloaded/);
    expect(await get('pets')).toEqual([200, 'pets-table v1']);
  });
});

test.each([
  ['ls', 'template.yaml'], ['openapi', 'template.yaml'], ['template', 'render', 'template.yaml', '--method', 'GET /pets'],
])('%s %s asks no engine', async (...parameters) => {
  const docker = standInEngine();
  const command = startCommand(newApp().directory, parameters, { PATH: `${docker.directory}${path.delimiter}${process.env.PATH}` });
  await command.ended;
  expect([docker.commands(), command.printed()]).toEqual([[], expect.stringMatching(/\S/) as string]);
});
