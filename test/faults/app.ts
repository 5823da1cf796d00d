// A gateway whose functions go wrong, each in one way, beside one that does not. Played by scripts/faults.mjs.
import path from 'node:path';
import { Api, App, Duration, MappedIntegration, ProxyFunction } from 'synthgate';

const app = new App();
const code = path.join(__dirname, 'code');
const api = new Api(app, 'FaultsApi', { binaryMediaTypes: ['*/*'], deployOptions: { stageName: 'prod' } });
const SHORT = Duration.seconds(3);
const LONG = Duration.seconds(25);

const neighbour = new ProxyFunction(app, 'Neighbour', {
  functionName: 'Neighbour', code: path.join(__dirname, 'neighbour'), handler: 'neighbour.handler', timeout: LONG,
});
api.root.addResource('neighbour').addMethod('GET', neighbour);

/** Functions that are stopped by their time; all others get more than a busy machine needs to start them. */
const TIMED_OUT = ['F01', 'F02', 'F03', 'F04', 'F05', 'F06', 'F07', 'F60', 'R32'];
/** Functions that cannot be loaded. */
const HANDLERS: Readonly<Record<string, string>> = {
  F52: 'loads/hangs.handler',
  F53: 'loads/throws.handler',
  F54: 'faults.thereIsNoSuchExport',
};

const faults = api.root.addResource('faults');
for (const id of names('F', 62, ['F47b'])) addFunction(id, `faults.${id}`, faults.addResource(id));
const results = api.root.addResource('results');
for (const id of names('R', 45, ['R11b', 'R26b'])) addFunction(id, `results.${id}`, results.addResource(id));

/** Asynchronous: answered at once, tried three times, then a dead letter. */
for (const id of ['F58', 'F59']) {
  const failing = new ProxyFunction(app, `${id}Events`, { functionName: `${id}Events`, code, handler: 'faults.failsAlways', timeout: LONG });
  api.root.addResource(`${id}-events`).addMethod('POST', new MappedIntegration(failing, {
    requestParameters: { 'integration.request.header.X-Amz-Invocation-Type': "'Event'" },
    integrationResponses: [{ statusCode: '202' }],
  }));
}

app.synth();

function names(letter: string, last: number, more: readonly string[]): string[] {
  const numbered = Array.from({ length: last }, (_, index) => `${letter}${String(index + 1).padStart(2, '0')}`);
  return [...new Set([...numbered, ...more])];
}

function addFunction(id: string, handler: string, resource: ReturnType<typeof faults.addResource>): void {
  const timeout = TIMED_OUT.includes(id) ? SHORT : LONG;
  const settings = { handler: HANDLERS[id] ?? handler, timeout, maxInstances: 1 };
  resource.addMethod('GET', new ProxyFunction(app, id, { functionName: id, code, ...settings }));
}
