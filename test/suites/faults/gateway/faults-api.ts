// An API of functions that go wrong, each in one way, beside one that does not. Served by the suites faults and soak.
import path from 'node:path';
import { Api, Duration, MappedIntegration, ProxyFunction, type App } from 'synthgate';

const code = path.join(__dirname, 'code');
const SHORT = Duration.seconds(3);
const LONG = Duration.seconds(25);

/** Functions that are stopped by their time; all others get more than a busy machine needs to start them. */
const TIMED_OUT = ['F01', 'F02', 'F03', 'F04', 'F05', 'F06', 'F07', 'F60', 'R32'];
/** Functions that cannot be loaded. */
const HANDLERS: Readonly<Record<string, string>> = {
  F52: 'loads/hangs.handler',
  F53: 'loads/throws.handler',
  F54: 'faults.thereIsNoSuchExport',
};

/** The API FaultsApi with stage prod: /neighbor, /faults/F01…, /results/R01…, /F58-events and /F59-events. */
export function addFaultsApi(app: App): Api {
  const api = new Api(app, 'FaultsApi', { binaryMediaTypes: ['*/*'], deployOptions: { stageName: 'prod' } });
  const neighbor = new ProxyFunction(app, 'Neighbor', {
    functionName: 'Neighbor', code: path.join(__dirname, 'neighbor'), handler: 'neighbor.handler', timeout: LONG,
  });
  api.root.addResource('neighbor').addMethod('GET', neighbor);
  addFunctions(app, api, { folder: 'faults', ids: names('F', 62, ['F46b', 'F47b']) });
  addFunctions(app, api, { folder: 'results', ids: names('R', 45, ['R11b', 'R26b']) });
  for (const id of ['F58', 'F59']) addEvents(app, api, id);
  return api;
}

function names(letter: string, last: number, more: readonly string[]): string[] {
  const numbered = Array.from({ length: last }, (_, index) => `${letter}${String(index + 1).padStart(2, '0')}`);
  return [...new Set([...numbered, ...more])];
}

function addFunctions(app: App, api: Api, { folder, ids }: { readonly folder: string; readonly ids: readonly string[] }): void {
  const parent = api.root.addResource(folder);
  for (const id of ids) {
    const timeout = TIMED_OUT.includes(id) ? SHORT : LONG;
    const settings = { handler: HANDLERS[id] ?? `${folder}.${id}`, timeout, maxInstances: 1 };
    parent.addResource(id).addMethod('GET', new ProxyFunction(app, id, { functionName: id, code, ...settings }));
  }
}

/** Asynchronous: answered at once, tried three times, then a dead letter. */
function addEvents(app: App, api: Api, id: string): void {
  const failing = new ProxyFunction(app, `${id}Events`, { functionName: `${id}Events`, code, handler: 'faults.failsAlways', timeout: LONG });
  api.root.addResource(`${id}-events`).addMethod('POST', new MappedIntegration(failing, {
    requestParameters: { 'integration.request.header.X-Amz-Invocation-Type': "'Event'" },
    integrationResponses: [{ statusCode: '202' }],
  }));
}
