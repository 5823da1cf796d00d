import { existsSync, readFileSync } from 'node:fs';
import { get as getHttp, type RequestOptions } from 'node:http';
import { get as getHttps } from 'node:https';
import { homedir } from 'node:os';
import path from 'node:path';
import { GatewayError } from '../../errors';
import { messageOf } from '../error-stack';

/** An emulator on this machine answers in milliseconds. */
const ANSWER_MS = 1_000;
const MAX_ANSWER_BYTES = 1_000_000;

/** Addresses at which emulators listen unless they are told otherwise. */
const KNOWN_ADDRESSES = ['http://127.0.0.1:4566', 'https://127.0.0.1:9297', 'http://127.0.0.1:8000'];

/** The health of LocalStack, which emulators that take its place answer, too. */
const LOCALSTACK_HEALTH = '/_localstack/health';
/** Paths that only these emulators have. */
const OWN_HEALTH: readonly (readonly [path: string, name: string])[] = [['/_floci/health', 'Floci'], ['/_ministack/health', 'MiniStack']];
/** The answer of DynamoDB Local to a request that is not signed. */
const DYNAMODB_ERROR = /"__type"\s*:\s*"com\.amazonaws\.dynamodb\.v20120810#/;

/** The emulators that run at addresses, in that order. @param home - the directory of the user */
export async function findEmulators(addresses: readonly string[] = KNOWN_ADDRESSES, home = homedir()): Promise<readonly Emulator[]> {
  const emulators = await Promise.all(addresses.map((url) => recognize(url, home).catch(() => undefined)));
  return emulators.filter((emulator) => emulator !== undefined);
}

/** The emulator at an address, known or not. @throws EMULATOR_NOT_REACHABLE */
export async function emulatorAt(address: string, home = homedir()): Promise<Emulator> {
  const url = new URL(address).origin;
  try {
    return await recognize(url, home) ?? { name: 'emulator', url, ...authorityOf(url, home) };
  } catch (cause) {
    throw new GatewayError('EMULATOR_NOT_REACHABLE', { url, reason: messageOf(cause) }, { cause });
  }
}

/** Asks an address what it is; undefined if it answers otherwise. @throws if it does not answer */
async function recognize(url: string, home: string): Promise<Emulator | undefined> {
  const authority = authorityOf(url, home);
  const ask = (at: string): Promise<Answer> => answerOf(`${url}${at}`, authority.caFile);
  if (authority.caFile !== undefined) {
    // who has a certificate of this authority is the emulator that made it
    await ask('/');
    return { name: 'AWS Emulator', url, ...authority };
  }
  if (url.startsWith('https:')) return ask('/').then(() => undefined);
  const health = await ask(LOCALSTACK_HEALTH);
  if (health.status === 200 && listsServices(health.text)) return { name: await nameAt(ask), url };
  const { status, text } = await ask('/');
  return status === 400 && DYNAMODB_ERROR.test(text) ? { name: 'DynamoDB Local', url, service: 'dynamodb' } : undefined;
}

async function nameAt(ask: (at: string) => Promise<Answer>): Promise<string> {
  for (const [at, name] of OWN_HEALTH) if ((await ask(at)).status === 200) return name;
  return 'LocalStack';
}

/** Any other server may answer every path with some JSON. */
function listsServices(text: string): boolean {
  try {
    const health: unknown = JSON.parse(text);
    return typeof health === 'object' && health !== null && 'services' in health && typeof health.services === 'object';
  } catch {
    return false; // it is no JSON
  }
}

/** The AWS Emulator keeps the authority of its certificate by its port. */
function authorityOf(url: string, home: string): Pick<Emulator, 'caFile'> {
  const { protocol, port } = new URL(url);
  const caFile = path.join(home, '.aws', 'emulator', port, 'keys', 'ca.pem');
  return protocol === 'https:' && port !== '' && existsSync(caFile) ? { caFile } : {};
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** A GET request without a signature or a body, which changes nothing. */
function answerOf(url: string, caFile: string | undefined): Promise<Answer> {
  const ca = caFile === undefined ? {} : { ca: readFileSync(caFile) };
  const options: RequestOptions = { ...ca, agent: false, signal: AbortSignal.timeout(ANSWER_MS), headers: { 'user-agent': 'synthgate' } };
  return new Promise((resolve, reject) => {
    const request = (url.startsWith('https:') ? getHttps : getHttp)(url, options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
        if (text.length > MAX_ANSWER_BYTES) request.destroy(new Error('the answer is too long'));
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text })).on('error', reject);
    });
    request.on('error', reject);
  });
}

/** A running emulator of AWS. */
export interface Emulator {
  /** Its name; that of one that is not known is `emulator`. */
  readonly name: string;
  /** Origin. */
  readonly url: string;
  /** The only service that it has, by the name of its endpoint. @default - it has many */
  readonly service?: string;
  /** The file with the certificate authority of its HTTPS. @default - none: it is called over HTTP */
  readonly caFile?: string;
}

/** The emulator that a gateway uses, and others that run. */
export interface FoundEmulators {
  readonly used?: Emulator;
  readonly others: readonly Emulator[];
}

/** `LocalStack at http://127.0.0.1:4566` */
export function emulatorText({ name, url }: Emulator): string {
  return `${name} at ${url}`;
}

/** The variable with which AWS's clients find it. */
export function endpointVariable({ service }: Emulator): string {
  return service === undefined ? 'AWS_ENDPOINT_URL' : `AWS_ENDPOINT_URL_${service.toUpperCase()}`;
}
