import { App, aws_apigateway as apigateway, aws_lambda as lambda, Stack } from 'aws-cdk-lib';
import { synthgate } from '../support/command-line';
import { newProject } from '../support/project';

/* An imported function is known by its construct path, and accepted by it, by the end of it and by its logical id. */

const CODE = 'exports.handler = async () => { console.log("called"); return { statusCode: 200, body: process.env.GREETING ?? "none" }; };';
const OTHERS = 20;
/** The CDK takes no inline code of Go. */
const RETIRED = new lambda.Runtime('go1.x', lambda.RuntimeFamily.GO, { supportsInlineCode: true });
const project = newProject({});
let logicalId = '';

beforeAll(() => {
  const app = new App({ outdir: project.file('cdk.out'), analyticsReporting: false });
  const stack = new Stack(app, 'Shop');
  const { root } = new apigateway.RestApi(stack, 'Api', { cloudWatchRole: false });
  const add = (id: string, runtime: lambda.Runtime): lambda.Function => {
    const fn = new lambda.Function(stack, id, { runtime, handler: 'index.handler', code: lambda.Code.fromInline(CODE) });
    root.addResource(id.toLowerCase()).addMethod('GET', new apigateway.LambdaIntegration(fn));
    return fn;
  };
  logicalId = String(stack.resolve((add('Pets', lambda.Runtime.NODEJS_22_X).node.defaultChild as lambda.CfnFunction).logicalId)); // the function's resource
  for (let index = 0; index < OTHERS; index++) add(`Old${index}`, RETIRED);
  app.synth();
});

const invoke = (...options: readonly string[]) => synthgate(project.directory, ['invoke', 'GET /pets', '--assembly', 'cdk.out', ...options]);

test.each([['Shop/Pets', () => 'Shop/Pets'], ['the last part of it', () => 'Pets'], ['the logical id', () => logicalId]])('--env takes a function by %s', async (_, name) => {
  const { code, out } = await invoke('--env', `${name()}.GREETING=hello`);
  expect([code, out]).toEqual([0, expect.stringContaining('Method response body after transformations: hello\n')]);
});

test('values for one function by two names are put together', async () => {
  const { out } = await invoke('--env', 'Shop/Pets.GREETING=first', '--env', 'Pets.GREETING=second');
  expect(out).toContain('Method response body after transformations: second\n');
});

test('an unknown one is refused, with the construct paths (OPTION_NAME_UNKNOWN)', async () => {
  const { code, err } = await invoke('--allow', 'Shop/Petz=files');
  expect([code, err]).toEqual([3, expect.stringMatching(/--allow: no function "Shop\/Petz"; functions: Shop\/Old0, /)]);
});

test('routes show it, and 20 functions of another language are one line', async () => {
  const { out, err } = await synthgate(project.directory, ['ls', 'cdk.out']);
  expect(out).toMatch(/GET {2}\/pets +→ proxy Shop\/Pets\n/);
  const retired = '20 functions (Shop/Old0, Shop/Old1, Shop/Old2 and 17 more) cannot run here: it runs on go1.x, which Lambda has retired: build it for provided.al2023';
  expect(err.split('\n').filter((line) => line.includes('go1.x'))).toEqual([expect.stringContaining(retired)]);
  expect(out.split('\n').filter((line) => line.includes('unavailable:'))).toEqual([
    '  unavailable: 20 functions (Shop/Old0, Shop/Old1, Shop/Old10 and 17 more) cannot run here: it runs on go1.x, which Lambda has retired: build it for provided.al2023',
  ]);
});
