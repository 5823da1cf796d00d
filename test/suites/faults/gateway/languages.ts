// A gateway whose functions in Python, Ruby and Go go wrong, each in one way, beside one that does not. Served by `npm run faults`.
import path from 'node:path';
import { Api, App, EndpointType, FunctionRuntime } from 'synthgate';
import { addFault, addNeighbor } from './faults-api';

/** Functions that cannot be loaded, or fork while they are. */
const HANDLERS: Readonly<Record<string, string>> = { P39: 'exits.handler', P40: 'hangs.handler', P41: 'forks.handler' };
/** The program is built from its source. */
const GO = path.join(__dirname, '..', '..', '..', 'support', 'functions', 'go-program');

const app = new App();
const api = new Api(app, 'LanguageFaultsApi', { endpointType: EndpointType.REGIONAL, deployOptions: { stageName: 'prod' } });
addNeighbor(api);
const faults = api.root.addResource('faults');
for (const id of [...names('P', 41), 'P31b']) {
  addFault(faults, id, { runtime: FunctionRuntime.PYTHON_3_12, code: path.join(__dirname, 'python'), handler: HANDLERS[id] ?? `faults.${id}` });
}
for (const id of names('Y', 18)) {
  addFault(faults, id, { runtime: FunctionRuntime.RUBY_3_3, code: path.join(__dirname, 'ruby'), handler: `faults.well_or_${id.toLowerCase()}` });
}
for (const id of names('G', 30)) addFault(faults, id, { runtime: FunctionRuntime.PROVIDED_AL2023, code: GO, handler: id });
app.synth();

function names(letter: string, last: number): string[] {
  return Array.from({ length: last }, (_, index) => `${letter}${String(index + 1).padStart(2, '0')}`);
}
