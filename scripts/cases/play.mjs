// One gateway for all cases of one setup: written, served, asked, closed.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deploy, serve } from '../../build/runtime/index.js';
import { writeAssembly } from './assembly.mjs';
import { startBackends } from './backends.mjs';
import { checkLog } from './check-log.mjs';
import { checkBackend, checkResponse, checkStored } from './check.mjs';
import { send } from './send.mjs';
import { canarySpecOf, inexpressible, specOf } from './setup-spec.mjs';

/** Plays cases of one setup one after the other; answers pairs of id and problems, none where the case passed. */
export async function playGroup(cases) {
  const [{ setup }] = cases;
  const reasons = inexpressible(setup);
  if (reasons.length > 0) {
    return cases.map(({ id }) => [id, reasons]);
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'synthgate-cases-'));
  const backends = await startBackends(setup.backends ?? {});
  try {
    return await playServed(cases, path.join(folder, 'gateway.out'), backends);
  } catch (error) {
    return cases.map(({ id }) => [id, [`the setup cannot be served: ${error.message}`]]);
  } finally {
    await backends.close();
    rmSync(folder, { recursive: true });
  }
}

async function playServed(cases, folder, backends) {
  const [{ setup }] = cases;
  const functions = setup.functions ?? {};
  const spec = specOf(setup, backends);
  writeAssembly(folder, { spec, functions });
  const canary = canarySpecOf(setup, backends);
  if (canary !== undefined) {
    deploy({ source: folder, api: spec.api.name, stage: setup.stage.name, now: Date.now });
    writeAssembly(folder, { spec: canary, functions });
  }
  const log = [];
  const serving = await serve({ source: folder, port: 0, watch: false, shutdownTimeoutMs: 1000, log: (entry) => log.push(entry) });
  try {
    const results = [];
    for (const one of cases) {
      log.length = 0;
      backends.forget();
      results.push([one.id, await play(one, { serving, backends, log })]);
    }
    return results;
  } finally {
    await serving.close();
  }
}

/** How each kind of case asks: over the wire, or as a test invocation. */
const ASK = {
  'invoke': (serving, request) => send(serving.apis[0].url, request),
  'test-invoke': async (serving, request) => {
    const { status, multiValueHeaders, body, log } = await serving.testInvoke(serving.apis[0].name, request);
    const headers = Object.entries(multiValueHeaders).flatMap(([name, values]) => values.map((value) => ({ name, value })));
    return { status, headers, body: Buffer.from(body), log };
  },
};

async function play({ kind, request, expect }, { serving, backends, log }) {
  const ask = ASK[kind];
  if (ask === undefined) {
    return [`kind ${kind} does not exist yet`];
  }
  try {
    const response = await ask(serving, request);
    const problems = [
      ...checkResponse(response, expect),
      ...checkLog(response.log, expect.log),
      ...checkBackend(backends.calls.at(-1), expect.backend),
      ...checkStored(backends, expect.backendStored),
    ];
    return problems.length === 0 ? [] : [...problems, ...explanations(log)];
  } catch (error) {
    return [`no response: ${error.message}`, ...explanations(log)];
  }
}

/** What the gateway's log says about an answer that was not expected. */
function explanations(log) {
  return log.filter(({ level }) => level !== 'debug').map(({ code, message, fields }) =>
    `log: ${[code, message, fields?.status, fields?.explain].filter((part) => part !== undefined).join(' ').trim()}`);
}
