import { App, Stack, aws_apigateway as apigateway, aws_lambda as lambda } from 'aws-cdk-lib';
import { importSource, type CodeSource } from '../../../../lib/importers';
import { newProject } from '../../../support/project';

/** The function `Fn` of a source. */
function importedFunction(source: string): { readonly code: CodeSource | undefined; readonly spec: object | undefined } {
  const { apis: [api] } = importSource(source, {});
  const [[name = '', spec] = []] = Object.entries(api?.spec.functions ?? {});
  return { code: api?.code.get(name), spec };
}

const samFunction = (properties: string, metadata = '') => `
Transform: AWS::Serverless-2016-10-31
Resources:
  Fn:
    Type: AWS::Serverless::Function
    ${metadata === '' ? '' : `Metadata: {${metadata}}`}
    Properties: {PackageType: Image, ${properties}Events: {Get: {Type: Api, Properties: {Path: /a, Method: get}}}}
`;

function sam(properties: string, metadata?: string) {
  const project = newProject({ 'template.yaml': samFunction(properties, metadata), 'fn/Dockerfile': '' });
  return { project, ...importedFunction(project.file('template.yaml')) };
}

test('the image of a SAM function is built as its Metadata says', () => {
  const { project, code, spec } = sam('', 'DockerContext: fn, Dockerfile: docker/Dockerfile.dev, DockerTag: v1, DockerBuildArgs: {A: 1, B: two}, DockerBuildTarget: dev, DockerBuildExtraParams: [--platform=linux/arm64, --network, host]');
  expect(code).toEqual({
    type: 'image', family: 'image', image: 'fn:v1', handler: 'CMD of the image', config: {},
    imageBuild: {
      directory: project.file('fn'), file: project.file('fn/docker/Dockerfile.dev'), args: { A: '1', B: 'two' }, target: 'dev', platform: 'linux/arm64', network: 'host',
    },
  });
  expect(spec).toMatchObject({ code: 'code', runtime: 'image', handler: 'CMD of the image' });
  expect(spec).not.toHaveProperty('unavailable');
});

test('the build context is followed', () => {
  const { project } = sam('', 'DockerContext: fn, Dockerfile: Dockerfile');
  expect(importSource(project.file('template.yaml'), {}).files).toContain(project.file('fn'));
});

test('an image without a build is one of this machine by its name, with its ImageConfig', () => {
  const { code, spec } = sam('ImageUri: "fn:latest", ImageConfig: {Command: [app.handler, x], EntryPoint: [/entry.sh], WorkingDirectory: /srv}, ');
  expect(code).toEqual({
    type: 'image', family: 'image', image: 'fn:latest', handler: 'app.handler x',
    config: { command: ['app.handler', 'x'], entryPoint: ['/entry.sh'], workingDirectory: '/srv' },
  });
  expect(spec).toMatchObject({ handler: 'app.handler x' });
});

test.each([
  ['an archive', '', 'DockerContext: image.tar.gz, Dockerfile: x', 'its image is an archive, image.tar.gz: load it, and name it as ImageUri'],
  ['an option that is not known', '', 'DockerContext: fn, Dockerfile: x, DockerBuildExtraParams: [--squash]', 'its image is built with --squash, which is not known here'],
  ['an option without its value', '', 'DockerContext: fn, Dockerfile: x, DockerBuildExtraParams: [--target]', 'its image is built with --target, which is not known here'],
  ['a name that is not known yet', 'ImageUri: !Sub "${Repository.RepositoryUri}:latest", ', '', /^its container image is known only after deployment: /],
])('%s makes a function that cannot run here', (_, properties, metadata, reason) => {
  const repository = '  Repository: {Type: AWS::ECR::Repository}\n';
  const project = newProject({ 'template.yaml': samFunction(properties, metadata) + repository, 'fn/Dockerfile': '' });
  const { code, spec } = importedFunction(project.file('template.yaml'));
  expect([code, spec]).toEqual([undefined, expect.objectContaining({ unavailable: typeof reason === 'string' ? reason : expect.stringMatching(reason) as string })]);
});

const HASH = 'a'.repeat(64);

/** A cloud assembly whose function has the image with this source. */
function cdk(source: object) {
  const uri = { 'Fn::Sub': `\${AWS::AccountId}.dkr.ecr.\${AWS::Region}.\${AWS::URLSuffix}/cdk-hnb659fds-container-assets-\${AWS::AccountId}-\${AWS::Region}:${HASH}` };
  const template = {
    Resources: {
      Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'Api' } },
      Get: {
        Type: 'AWS::ApiGateway::Method',
        Properties: {
          RestApiId: { Ref: 'Api' }, ResourceId: { 'Fn::GetAtt': ['Api', 'RootResourceId'] }, HttpMethod: 'GET', AuthorizationType: 'NONE',
          Integration: { Type: 'AWS_PROXY', IntegrationHttpMethod: 'POST', Uri: { 'Fn::Sub': 'arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/${Fn.Arn}/invocations' } },
        },
      },
      Fn: { Type: 'AWS::Lambda::Function', Properties: { Code: { ImageUri: uri }, PackageType: 'Image', Role: 'r' } },
    },
  };
  const project = newProject({
    'cdk.out/manifest.json': JSON.stringify({
      version: '36.0.0',
      artifacts: {
        'S.assets': { type: 'cdk:asset-manifest', properties: { file: 'S.assets.json' } },
        'S': { type: 'aws:cloudformation:stack', environment: 'aws://123456789012/us-east-1', properties: { templateFile: 'S.template.json' } },
      },
    }),
    'cdk.out/S.template.json': JSON.stringify(template),
    'cdk.out/S.assets.json': JSON.stringify({ version: '36.0.0', files: {}, dockerImages: { [HASH]: { source, destinations: { a: { repositoryName: 'r', imageTag: HASH } } } } }),
    [`cdk.out/asset.${HASH}/Dockerfile`]: '',
  });
  return { project, ...importedFunction(project.file('cdk.out')) };
}

test('the image of a CDK function is built from its asset', () => {
  const { project, code } = cdk({
    directory: `asset.${HASH}`, dockerFile: 'Dockerfile.dev', dockerBuildArgs: { A: '1' }, dockerBuildTarget: 'dev',
    dockerBuildSecrets: { token: 'src=token.txt' }, dockerBuildSsh: 'default', networkMode: 'host', platform: 'linux/amd64',
  });
  const directory = project.file(`cdk.out/asset.${HASH}`);
  expect(code).toMatchObject({
    type: 'image', image: expect.stringMatching(new RegExp(`^123456789012\\.dkr\\.ecr\\.us-east-1\\..*:${HASH}$`)) as string,
    imageBuild: {
      directory, file: project.file(`cdk.out/asset.${HASH}/Dockerfile.dev`), args: { A: '1' }, target: 'dev',
      secrets: { token: 'src=token.txt' }, ssh: 'default', network: 'host', platform: 'linux/amd64',
    },
  });
});

test('DockerImageFunction of the CDK has its context, its Dockerfile and its command', () => {
  const project = newProject({ 'fn/Dockerfile.dev': 'FROM scratch' });
  const app = new App({ outdir: project.file('cdk.out'), analyticsReporting: false });
  const code = lambda.DockerImageCode.fromImageAsset(project.file('fn'), { file: 'Dockerfile.dev', buildArgs: { A: '1' }, cmd: ['app.handler'] });
  const stack = new Stack(app, 'Shop');
  const handler = new lambda.DockerImageFunction(stack, 'Fn', { code, architecture: lambda.Architecture.ARM_64 });
  new apigateway.RestApi(stack, 'Api').root.addMethod('GET', new apigateway.LambdaIntegration(handler));
  app.synth();
  const imported = importedFunction(project.file('cdk.out'));
  expect(imported.code).toMatchObject({ type: 'image', handler: 'app.handler', config: { command: ['app.handler'] }, imageBuild: { args: { A: '1' }, platform: 'linux/arm64' } });
  const { imageBuild } = imported.code as Extract<CodeSource, { readonly type: 'image' }>; // just matched
  expect(imageBuild?.file).toMatch(/cdk\.out\/asset\.[0-9a-f]{64}\/Dockerfile\.dev$/);
  expect(imported.spec).toMatchObject({ architecture: 'arm64', runtime: 'image' });
});

test('an image that a command of a CDK app makes cannot run here', () => {
  expect(cdk({ executable: ['./build.sh'] }).spec).toMatchObject({ unavailable: 'a command of the app makes its image' });
});

const serverless = (image: string, images: string) => {
  const project = newProject({
    'serverless.yml': `
service: shop
provider: {name: aws, runtime: nodejs20.x, ecr: {images: {${images}}}}
functions:
  fn: {image: ${image}, events: [{http: GET /a}]}
`,
    'fn/Dockerfile': '',
  });
  return { project, ...importedFunction(project.file('serverless.yml')) };
};

test('the image of a serverless.yml is built as the provider says', () => {
  const { project, code } = serverless('{name: app, command: [app.handler], entryPoint: [/entry.sh], workingDirectory: /srv}', 'app: {path: fn, file: Dockerfile.dev, buildArgs: {A: 1}, buildOptions: [--target, dev], platform: linux/amd64}');
  expect(code).toMatchObject({
    type: 'image', image: 'serverless-shop-dev:app', config: { command: ['app.handler'], entryPoint: ['/entry.sh'], workingDirectory: '/srv' },
    imageBuild: { directory: project.file('fn'), file: project.file('fn/Dockerfile.dev'), args: { A: '1' }, target: 'dev', platform: 'linux/amd64' },
  });
});

test.each([
  ['app', 'app: registry/app:1'], ['app', 'app: {uri: "registry/app:1"}'], ['registry/app:1', ''], ['{uri: "registry/app:1"}', ''],
])('the image %s of a serverless.yml with { %s } is one of this machine', (image, images) => {
  const { code } = serverless(image, images);
  expect(code).toMatchObject({ type: 'image', image: 'registry/app:1' });
  expect(code).not.toHaveProperty('imageBuild');
});
