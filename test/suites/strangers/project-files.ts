import { MANAGERS } from './package-managers';
import { NODE_TEST_HEAD, TESTS, TEST_HEADS } from './project-tests';
import type { Row } from './matrix';

/** Time for a machine that does much else; a runner gives its hooks five or ten seconds. */
const HOOK_MS = 120_000;

export type ProjectFiles = Readonly<Record<string, string>>;

/** The files of a row's project, as its owner would have written them. */
export function projectFiles(row: Row, packages: Readonly<Record<string, string>>): ProjectFiles {
  const extension = row.modules === 'esm' ? '.js' : '';
  const app = row.cdk === 'none' ? { 'api.ts': DECLARED, 'bin/app.ts': `import { app } from '../api${extension}';\n\napp.synth();\n` }
    : { 'api.ts': CDK, 'bin/app.ts': `import '../api${extension}';\n` };
  return {
    ...app,
    'package.json': json({
      name: 'shop', version: '1.0.0', private: true, ...(row.modules === 'esm' ? { type: 'module' } : {}), devDependencies: packages,
    }),
    'tsconfig.json': json(tsconfig(row)),
    'src/pets.ts': handler('first'),
    'src/authorize.ts': AUTHORIZER,
    'test/api.test.ts': `${row.runner === 'node-test' ? NODE_TEST_HEAD : TEST_HEADS[row.runner]}import { api } from '../api${extension}';\n${TESTS}`,
    ...(row.runner === 'jest' ? { 'jest.config.json': json(jestConfig(row)) } : {}),
    [row.cdk === 'none' ? 'synthgate.json' : 'cdk.json']: json({ app: appCommand(row) }),
  };
}

/** The files of a project before `synthgate init`: a manifest with the packages of a row. */
export function newProjectFiles(row: Row, packages: Readonly<Record<string, string>>): ProjectFiles {
  const manifest = { name: 'pets', version: '1.0.0', private: true, ...(row.modules === 'esm' ? { type: 'module' } : {}), devDependencies: packages };
  return { 'package.json': json(manifest), ...(row.runner === 'jest' ? { 'jest.config.json': json(jestConfig(row)) } : {}) };
}

/** The handler of the project, whose answers begin with `word`. */
export function handler(word: string): string {
  return `interface Event { readonly path: string }\n\nexport const handler = async (event: Event) => ({ statusCode: 200, body: \`${word} \${event.path}\` });\n`;
}

/** The command that runs the app; of the command line itself, the file. */
function appCommand({ tool, manager, modules }: Row): string {
  const { run, node } = MANAGERS[manager];
  switch (tool) {
    case 'esbuild': return 'bin/app.ts';
    case 'tsx': return run('tsx bin/app.ts');
    case 'ts-node': return run('ts-node bin/app.ts');
    case 'swc': return `${node} ${swcFlags(modules)} bin/app.ts`;
    case 'tsc': return `${run('tsc')} && ${node} dist/bin/app.js`;
  }
}

/** The command that runs the project's tests. */
export function testCommand({ tool, manager, modules, runner }: Row): string {
  const { run, node } = MANAGERS[manager];
  if (runner === 'vitest') return run(`vitest run --exclude 'dist/**' --hookTimeout ${HOOK_MS} --testTimeout ${HOOK_MS}`);
  if (runner === 'jest') return run('jest');
  const file = 'test/api.test.ts';
  switch (tool) {
    case 'esbuild': return `${run(`esbuild ${file} --bundle --platform=node --packages=external --format=${modules} --outfile=dist/api.test.js`)} && ${node} --test dist/api.test.js`;
    case 'tsx': return run(`tsx --test ${file}`);
    case 'ts-node': return `${node} --require ts-node/register --test ${file}`;
    case 'swc': return `${node} ${swcFlags(modules)} --test ${file}`;
    case 'tsc': return `${run('tsc')} && ${node} --test dist/test/api.test.js`;
  }
}

function swcFlags(modules: Row['modules']): string {
  return modules === 'esm' ? '--import @swc-node/register/esm-register' : '--require @swc-node/register';
}

function tsconfig({ runner }: Row): object {
  return {
    compilerOptions: {
      target: 'es2022', module: 'node16', moduleResolution: 'node16', strict: true, skipLibCheck: true, isolatedModules: true, esModuleInterop: true,
      rootDir: '.', outDir: 'dist', types: ['node', ...(runner === 'jest' ? ['jest'] : [])],
    },
    include: ['api.ts', 'bin', 'src', 'test'],
  };
}

function jestConfig({ modules }: Row): object {
  const tests = { testEnvironment: 'node', testTimeout: HOOK_MS, testMatch: ['<rootDir>/test/*.test.ts'] };
  if (modules === 'cjs') return { ...tests, preset: 'ts-jest' };
  return { ...tests, preset: 'ts-jest/presets/default-esm', moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' } };
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

const AUTHORIZER = `interface Event { readonly authorizationToken: string; readonly methodArn: string }

export const handler = async ({ authorizationToken, methodArn }: Event) => {
  if (authorizationToken !== 'allow' && authorizationToken !== 'deny') throw new Error('Unauthorized');
  const Effect = authorizationToken === 'allow' ? 'Allow' : 'Deny';
  return { principalId: 'ann', policyDocument: { Version: '2012-10-17', Statement: [{ Action: 'execute-api:Invoke', Effect, Resource: methodArn }] } };
};
`;

/** The routes, which both kinds of apps declare alike. */
const ROUTES = (integration: string): string => `
const pets = api.root.addResource('pets');
pets.addMethod('GET', ${integration});
pets.addMethod('POST', ${integration}, {
  authorizer, apiKeyRequired: true, requestModels: { 'application/json': model }, requestValidatorOptions: { validateRequestBody: true },
});
const plan = api.addUsagePlan('Plan', { apiStages: [{ stage: api.deploymentStage }], quota: { limit: 1000, period: Period.DAY } });
plan.addApiKey(api.addApiKey('Key'));
`;

const DECLARED = `import { Api, App, JsonSchemaType, Period, ProxyFunction, TokenAuthorizer } from 'synthgate';

export const app = new App();
const handler = new ProxyFunction(app, 'Pets', { entry: 'src/pets.ts' });
const authorizer = new TokenAuthorizer(app, 'Auth', { handler: new ProxyFunction(app, 'Authorize', { entry: 'src/authorize.ts' }) });
export const api = new Api(app, 'Shop');
const model = api.addModel('Pet', { schema: { type: JsonSchemaType.OBJECT, required: ['name'] } });
${ROUTES('handler')}`;

const CDK = `import { App, Stack } from 'aws-cdk-lib';
import { JsonSchemaType, LambdaIntegration, Period, RestApi, TokenAuthorizer } from 'aws-cdk-lib/aws-apigateway';
import { Runtime } from 'aws-cdk-lib/aws-lambda';
import { NodejsFunction } from 'aws-cdk-lib/aws-lambda-nodejs';

const stack = new Stack(new App(), 'Pets');
const runtime = Runtime.NODEJS_22_X;
const handler = new NodejsFunction(stack, 'Handler', { entry: 'src/pets.ts', runtime });
const authorizer = new TokenAuthorizer(stack, 'Auth', { handler: new NodejsFunction(stack, 'Authorize', { entry: 'src/authorize.ts', runtime }) });
export const api = new RestApi(stack, 'Shop');
const model = api.addModel('Pet', { contentType: 'application/json', schema: { type: JsonSchemaType.OBJECT, required: ['name'] } });
${ROUTES('new LambdaIntegration(handler)')}`;
