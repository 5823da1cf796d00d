import { connect } from 'node:net';
import { OWN_VARIABLES, unknownVariables } from '../environment-names';
import { error, ok, warning, type Finding } from './finding';

/** Variables that change what commands do, with how. */
const VARIABLES: Readonly<Record<string, string>> = {
  NODE_OPTIONS: 'options of every Node that you start, the gateway included; functions do not get it',
  NODE_PATH: 'where apps find packages beside node_modules',
  NODE_EXTRA_CA_CERTS: 'certificates that HTTP integrations trust',
  NODE_TLS_REJECT_UNAUTHORIZED: 'HTTP integrations and key sets are called without checking certificates if it is 0',
  NO_COLOR: 'no colors',
  FORCE_COLOR: 'colors also in files and pipes',
  CI: 'snapshots of tests are not written',
  ...OWN_VARIABLES,
  CDK_OUTDIR: 'where apps of the CDK write their cloud assembly',
  CDK_DEFAULT_ACCOUNT: 'account of apps of the CDK, instead of the local one',
  CDK_DEFAULT_REGION: 'region of apps of the CDK, instead of the local one',
  CDK_CONTEXT_JSON: 'context of apps, instead of that of cdk.json',
  AWS_PROFILE: 'profile of AWS\'s own tools; integrations use --aws-profile',
};
/** Values that switch a protection off. */
const UNSAFE: Readonly<Record<string, string>> = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };

const CONNECT_TIMEOUT_MS = 1_000;

/** Variables of the shell, and the addresses of AWS services among them. */
export async function checkEnvironment(environment: Readonly<Record<string, string | undefined>>): Promise<Finding[]> {
  const set = Object.entries(VARIABLES).filter(([name]) => (environment[name] ?? '') !== '').map(([name, meaning]) => {
    const text = `${name} is set: ${meaning}`;
    return UNSAFE[name] !== undefined && UNSAFE[name] === environment[name] ? warning('environment', text, `unset ${name}`) : ok('environment', text);
  });
  const unknown = unknownVariables(environment).map(({ name, known }) => error('environment', `${name} is not a variable of synthgate; ${known}`, `unset ${name}`));
  const endpoints = Object.entries(environment)
    .flatMap(([name, url]) => (/^AWS_ENDPOINT_URL(?:_|$)/.test(name) && url !== undefined && url !== '' ? [{ name, url }] : []));
  const noEndpoint = ok('AWS endpoints', 'none in the environment; AWS services are called with --aws-endpoint or --aws-profile');
  return [
    ...unknown,
    ...(set.length === 0 ? [ok('environment', 'no variable changes what commands do')] : set),
    ...(endpoints.length === 0 ? [noEndpoint] : await Promise.all(endpoints.map(checkEndpoint))),
  ];
}

async function checkEndpoint({ name, url }: { readonly name: string; readonly url: string }): Promise<Finding> {
  const subject = 'AWS endpoints';
  if (!URL.canParse(url) || !/^https?:/.test(url)) return error(subject, `${name} is ${url}, which is not a URL`, `export ${name}=http://127.0.0.1:8000`);
  if (await canConnect(new URL(url))) return ok(subject, `${name} is ${url}`);
  return warning(subject, `${name} is ${url}, where nobody listens`, `Start the emulator, or unset ${name}.`);
}

function canConnect({ hostname, port, protocol }: URL): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port) });
    const end = (isReached: boolean): void => {
      socket.destroy();
      resolve(isReached);
    };
    socket.setTimeout(CONNECT_TIMEOUT_MS, () => end(false)).once('connect', () => end(true)).once('error', () => end(false));
  });
}
