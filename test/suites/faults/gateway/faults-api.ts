// An API of functions that go wrong, each in one way, beside one that does not. Served by the suites faults and soak.
import path from 'node:path';
import {
  Api, Duration, EndpointType, MappedIntegration, ProxyFunction, ProxyIntegration, type App, type ProxyFunctionProps, type Resource,
} from 'synthgate';

const code = path.join(__dirname, 'code');
const SHORT = Duration.seconds(3);
const LONG = Duration.seconds(25);
/** For 256 MB of output: on a busy machine, each of its 4,096 pieces waits for the processor. */
const OUTPUT = Duration.seconds(80);
const OUTPUT_INTEGRATION = Duration.seconds(85);
const WRITES_OUTPUT = new Set(['F39', 'P13', 'Y14', 'G04']);

/** Functions that are stopped by their time; all others get more than a busy machine needs to start them. */
const TIMED_OUT = new Set([
  'F01', 'F02', 'F03', 'F04', 'F05', 'F06', 'F07', 'F60', 'R32', 'P01', 'P02', 'P03', 'P04', 'P26', 'Y01', 'Y02', 'G01', 'G02', 'G07', 'G14', 'G24',
]);
/** Functions that cannot be loaded. */
const HANDLERS: Readonly<Record<string, string>> = {
  F52: 'loads/hangs.handler',
  F53: 'loads/throws.handler',
  F54: 'faults.thereIsNoSuchExport',
};

/** The API FaultsApi with stage prod: /neighbor, /faults/F01…, /results/R01…, /F58-events and /F59-events. */
export function addFaultsApi(app: App): Api {
  const api = new Api(app, 'FaultsApi', {
    binaryMediaTypes: ['*/*'], endpointType: EndpointType.REGIONAL, deployOptions: { stageName: 'prod' },
  });
  addNeighbor(api);
  addFunctions(api, { folder: 'faults', ids: names('F', 62, ['F46b', 'F47b']) });
  addFunctions(api, { folder: 'results', ids: names('R', 45, ['R11b', 'R26b']) });
  for (const id of ['F58', 'F59']) addEvents(app, api, id);
  return api;
}

function names(letter: string, last: number, more: readonly string[]): string[] {
  const numbered = Array.from({ length: last }, (_, index) => `${letter}${String(index + 1).padStart(2, '0')}`);
  return [...new Set([...numbered, ...more])];
}

function addFunctions(api: Api, { folder, ids }: { readonly folder: string; readonly ids: readonly string[] }): void {
  const parent = api.root.addResource(folder);
  for (const id of ids) {
    addFault(parent, id, { code, handler: HANDLERS[id] ?? `${folder}.${id}` });
  }
}

/** The function that does not go wrong, at /neighbor. */
export function addNeighbor(api: Api): void {
  const neighbor = new ProxyFunction(api, 'Neighbor', {
    functionName: 'Neighbor', code: path.join(__dirname, 'neighbor'), handler: 'neighbor.handler', timeout: LONG,
  });
  api.root.addResource('neighbor').addMethod('GET', neighbor);
}

/** A function in one instance at most, and its resource. */
export function addFault(parent: Resource, id: string, program: ProxyFunctionProps): void {
  const resource = parent.addResource(id);
  const newFunction = (timeout: Duration) =>
    new ProxyFunction(resource, 'Function', { functionName: id, ...program, timeout, maxInstances: 1 });
  if (WRITES_OUTPUT.has(id)) resource.addMethod('GET', new ProxyIntegration(newFunction(OUTPUT), { timeout: OUTPUT_INTEGRATION }));
  else resource.addMethod('GET', newFunction(TIMED_OUT.has(id) ? SHORT : LONG));
}

/** Asynchronous: answered at once, tried three times, then a dead letter. */
function addEvents(app: App, api: Api, id: string): void {
  const failing = new ProxyFunction(app, `${id}Events`, { functionName: `${id}Events`, code, handler: 'faults.failsAlways', timeout: LONG });
  api.root.addResource(`${id}-events`).addMethod('POST', new MappedIntegration(failing, {
    requestParameters: { 'integration.request.header.X-Amz-Invocation-Type': "'Event'" },
    integrationResponses: [{ statusCode: '202' }],
  }));
}
