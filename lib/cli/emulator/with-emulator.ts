import { GatewayError } from '../../errors';
import { readAssembly } from '../../runtime';
import type { FunctionEnvironment } from '../function-environment';
import type { FromStack } from '../from-stack/stack-option';
import type { Colors, Terminal } from '../terminal';
import { emulatorText, endpointVariable, emulatorAt, findEmulators, type Emulator, type FoundEmulators } from './find-emulators';

type Environment = Terminal['environment'];

export interface EmulatorOptions {
  readonly emulator?: string;
  readonly awsProfile?: string;
  readonly fromStack?: FromStack;
}

/** Finds the emulator that the options ask for; `auto` uses none beside options that lead to AWS. @throws EMULATOR_NOT_REACHABLE */
export async function withEmulator<Options extends EmulatorOptions>(
  options: Options, unlessGiven: 'auto' | 'off', find = findEmulators,
): Promise<Options & { readonly emulators?: FoundEmulators }> {
  const { emulator = unlessGiven, awsProfile, fromStack } = options;
  if (emulator === 'off') return options;
  if (emulator !== 'auto') return { ...options, emulators: { used: await emulatorAt(emulator), others: [] } };
  if (awsProfile !== undefined || fromStack !== undefined) return options;
  const [used, ...others] = await find();
  return used === undefined ? options : { ...options, emulators: { used, others } };
}

/** The options of `serve` with which functions and integrations call an emulator. Endpoints that are given win. */
export function endpointsOf(
  emulator: Emulator | undefined, awsEndpoints: Readonly<Record<string, string>> = {}, environment: Environment,
): { readonly awsEndpoints?: Readonly<Record<string, string>>; readonly functionEndpoints?: Readonly<Record<string, string>> } {
  if (emulator === undefined) return Object.keys(awsEndpoints).length === 0 ? {} : { awsEndpoints };
  const { url, service = '*' } = emulator;
  const functionEndpoints = { [service]: url };
  const endpoints = { ...endpointsIn(environment), ...awsEndpoints };
  return { awsEndpoints: '*' in endpoints ? endpoints : { ...functionEndpoints, ...endpoints }, functionEndpoints };
}

const AUTHORITY = 'NODE_EXTRA_CA_CERTS';

/** Variables with which functions trust the certificate of an emulator, unless they trust another authority. */
export function withAuthority(source: string, emulator: Emulator | undefined, environment: FunctionEnvironment): FunctionEnvironment {
  const { caFile } = emulator ?? {};
  if (caFile === undefined || environment['*']?.[AUTHORITY] !== undefined) return environment;
  const all = readAssembly(source).flatMap(({ spec }) => Object.entries(spec.functions));
  const names = all.flatMap(([name, { environment: own }]) => (Object.hasOwn(own, AUTHORITY) ? [] : [name]));
  return { ...environment, ...Object.fromEntries(names.map((name) => [name, { [AUTHORITY]: caFile, ...environment[name] }])) };
}

/** The form of the option `awsEndpoints`. */
const ENDPOINT = /^https?:\/\/[^\s?#]+$/;

/** Endpoints of the environment by name of the service; `*` for all. @throws OPTION_INVALID: the emulator must not get their calls */
function endpointsIn(environment: Environment): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(environment).flatMap(([name, url = '']) => {
    const [variable, service] = /^AWS_ENDPOINT_URL(?:_(\w+))?$/.exec(name) ?? [];
    if (variable === undefined || url === '') return [];
    if (!ENDPOINT.test(url)) throw new GatewayError('OPTION_INVALID', { option: variable, given: url, allowed: 'an http(s) URL without a query' });
    return [[service?.toLowerCase() ?? '*', url]];
  }));
}

/** The lines of the start table about emulators: one is never used without a word. */
export function emulatorLines({ used, others }: FoundEmulators, environment: Environment, colors: Colors): string {
  const lines = [
    ...(used === undefined ? [] : [`${emulatorText(used)}  ${colors.dim(`${usesOf(used, environment)}; --emulator off`)}`]),
    ...others.map((other) => colors.dim(`${emulatorText(other)} is not used: --emulator ${other.url}`)),
  ];
  return `${colors.dim('emulator:')}\n${lines.map((line) => `  ${line}\n`).join('')}\n`;
}

/** The gateway itself trusts the authority of an emulator only if it was started so; its functions do. */
function usesOf(emulator: Emulator, { [AUTHORITY]: trusted }: Environment): string {
  const { caFile } = emulator;
  const ofFunctions = `${endpointVariable(emulator)} in functions`;
  return caFile === undefined || trusted === caFile ? `${ofFunctions}, and integrations` : `${ofFunctions}; for integrations start with ${AUTHORITY}=${caFile}`;
}
