// One gateway for all cases of one setup: written, served, called, closed.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deploy, serve, type LogEntry, type Serving } from 'synthgate/runtime';
import { startBackends, type Backends } from './backends';
import { checkForm } from './check-form';
import { checkAccessLog, checkExecutionLog, checkLog } from './check-log';
import { checkBackend, checkResponse, checkStored } from './check-response';
import type { RecordedResponse } from './http-message';
import type { RecordedCase, RecordedRequest } from './recorded-case';
import { inLanguage } from './languages';
import { send, textOf } from './send';
import { sendOverHttp2 } from './send-http2';
import { signed } from './sign';
import { canarySpecOf, inexpressible, specOf } from './setup-spec';
import { writeAssembly } from './write-assembly';

export interface PlayOptions {
  /** Over HTTPS and HTTP/2. */
  readonly isHttp2?: boolean;
  /** The language of functions that echo. @default - JavaScript */
  readonly language?: string | undefined;
}

type Group = readonly [RecordedCase, ...RecordedCase[]];
type Problems = readonly [id: string, problems: readonly string[]];

/** Plays cases of one setup one after the other; gives pairs of id and problems, none where the case passed. */
export async function playGroup(cases: Group, options: PlayOptions = {}): Promise<readonly Problems[]> {
  const [{ setup }] = cases;
  const reasons = inexpressible(setup);
  if (reasons.length > 0) return cases.map(({ id }) => [id, reasons]);
  const folder = mkdtempSync(path.join(tmpdir(), 'synthgate-cases-'));
  const backends = await startBackends(setup.backends ?? {});
  try {
    return await playServed(cases, path.join(folder, 'gateway.out'), { backends, ...options });
  } catch (error) {
    return cases.map(({ id }) => [id, [`the setup cannot be served: ${messageOf(error)}`]]);
  } finally {
    await backends.close();
    rmSync(folder, { recursive: true });
  }
}

async function playServed(
  cases: Group, folder: string, { backends, isHttp2, language }: PlayOptions & { readonly backends: Backends },
): Promise<readonly Problems[]> {
  const [{ setup: recordedSetup }] = cases;
  const setup = (language === undefined ? undefined : inLanguage(recordedSetup, language)) ?? recordedSetup;
  const functions = setup.functions ?? {};
  const spec = specOf(setup, backends);
  writeAssembly(folder, { spec, functions });
  const canary = canarySpecOf(setup, backends);
  if (canary !== undefined && setup.stage !== undefined) {
    deploy({ source: folder, api: spec.api.name, stage: setup.stage.name, now: Date.now });
    writeAssembly(folder, { spec: canary, functions });
  }
  const log: LogEntry[] = [];
  const accessLog: string[] = [];
  const serving = await serve({
    source: folder, port: 0, https: isHttp2 === true, watch: false, shutdownTimeoutMs: 1000, functionQueue: 0,
    log: (entry) => log.push(entry), accessLog: ({ line }) => accessLog.push(line), credentials: setup.credentials ?? [],
  });
  try {
    const results: Problems[] = [];
    for (const recorded of cases) {
      log.length = 0;
      accessLog.length = 0;
      backends.calls.length = 0;
      results.push([recorded.id, await play(recorded, { serving, backends, log, accessLog })]);
    }
    return results;
  } finally {
    await serving.close();
  }
}

/** How each kind of case is sent: over the wire, or as a test invocation. */
const SENDERS: Readonly<Record<string, (serving: Serving, request: RecordedRequest) => Promise<RecordedResponse>>> = {
  'invoke': (serving, request) => {
    const { url } = firstApi(serving);
    return (url.startsWith('https:') ? sendOverHttp2 : send)(url, request);
  },
  'test-invoke': async (serving, request) => {
    const { status, multiValueHeaders, body, log } = await serving.testInvoke(firstApi(serving).name, invocationOf(request));
    const headers = Object.entries(multiValueHeaders).flatMap(([name, values]) => values.map((value) => ({ name, value })));
    return { status, headers, body: Buffer.from(body), log };
  },
};

function invocationOf({ method, path, resource = path, pathWithQueryString, headers = {}, body }: RecordedRequest) {
  return {
    method, resource,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, textOf(value)])),
    ...(pathWithQueryString === undefined ? {} : { pathWithQueryString }),
    ...(body === undefined ? {} : { body: textOf(body) }),
  };
}

function firstApi({ apis }: Serving): Serving['apis'][number] {
  const [api] = apis;
  if (api === undefined) throw new Error('no API is served');
  return api;
}

interface Played {
  readonly serving: Serving;
  readonly backends: Backends;
  readonly log: readonly LogEntry[];
  readonly accessLog: readonly string[];
}

async function play(one: RecordedCase, played: Played): Promise<readonly string[]> {
  const { kind, setup, before = [], request, expect } = one;
  const wrong = checkForm(one);
  if (wrong.length > 0) return wrong;
  const { serving, backends, log, accessLog } = played;
  const sendAs = SENDERS[kind];
  if (sendAs === undefined) return [`kind ${kind} does not exist yet`];
  try {
    for (const earlier of before) await sendAs(serving, signed(earlier, setup));
    const response = await sendAs(serving, signed(request, setup));
    const problems = [
      ...checkResponse(response, expect),
      ...checkLog(response.log, expect.log),
      ...checkExecutionLog(log, expect.executionLog),
      ...checkAccessLog(accessLog, expect.accessLog),
      ...checkBackend(backends.calls.at(-1), expect.backend),
      ...checkStored(backends, expect.backendStored),
    ];
    return problems.length === 0 ? [] : [...problems, ...explanations(log)];
  } catch (error) {
    return [`no response: ${messageOf(error)}`, ...explanations(log)];
  }
}

/** Returns the gateway's log entries about a response that was not expected, as text. */
function explanations(log: readonly LogEntry[]): readonly string[] {
  return log.filter(({ level }) => level !== 'debug').map(({ code, message, fields }) =>
    `log: ${[code, message, fields?.status, fields?.explain].filter((part) => part !== undefined).join(' ').trim()}`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
