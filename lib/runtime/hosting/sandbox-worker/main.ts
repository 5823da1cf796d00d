/** A sandbox worker does one job at a time, by the functions of the gateway, which ends it when that takes too long. */
import { parentPort, workerData } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { GatewayError } from '../../../errors';
import { compileModels, type CompiledModel } from '../../../spec';
import { mockStatus } from '../../mapping/mock-status';
import { readBody } from '../../mapping/read-body';
import { compileTemplate } from '../../mapping/template';
import { scopeVariables } from '../../mapping/template-scope';
import { bodyProblem } from '../../validation/body-problem';
import { jsonProblem } from '../../validation/json-text';
import { decodeMap, encodeMap } from '../../mapping/velocity/encoded-values';
import type { Expired, ModelSet, PatternText, SandboxAnswer, SandboxJob, SandboxMessage } from '../../sandbox/jobs';
import { javaPattern, schemaPattern, type Pattern } from '../../sandbox/pattern';
import type { AwaitedJob } from '../../sandbox/run-and-wait';
import { StepLimitError, WORKER_STEPS, withinSteps } from '../../sandbox/step-budget';

const compiledModels = new LRUCache<string, ReadonlyMap<string, CompiledModel>>({ max: 8 });
const compiledPatterns = new LRUCache<string, Pattern>({ max: 1_000 });

const awaited = (workerData ?? undefined) as AwaitedJob | undefined; // whoever starts a worker without data sends it jobs
if (awaited === undefined) parentPort?.on('message', (job: SandboxJob) => run(job, (message) => parentPort?.postMessage(message)));
else runAwaited(awaited);

function runAwaited({ job, answers, sent }: AwaitedJob): void {
  run(job, (message) => {
    answers.postMessage(message);
    Atomics.add(sent, 0, 1);
    Atomics.notify(sent, 0);
  });
}

function run(job: SandboxJob, post: (message: SandboxMessage) => void): void {
  prepare(job);
  post({ type: 'begun' });
  post({ type: 'answer', answer: answer(job) });
}

/** Compiles models and patterns before the deadline begins; they are kept for later jobs. */
function prepare(job: SandboxJob): void {
  if (job.type === 'body') modelsOf(job.models);
  if (job.type === 'match') job.patterns.forEach(patternOf);
}

function answer(job: SandboxJob): SandboxAnswer | Expired {
  try {
    return withinSteps(WORKER_STEPS, () => work(job), { hasDeadline: true })?.value ?? { type: 'expired', reason: new StepLimitError().message };
  } catch (error) {
    return { type: 'refused', reason: reasonOf(error) };
  }
}

/** The reason without the code and the name of what failed, which the gateway adds. */
function reasonOf(error: unknown): string {
  if (GatewayError.isGatewayError(error) && typeof error.details.reason === 'string') return error.details.reason;
  return error instanceof Error ? error.message : String(error);
}

function work(job: SandboxJob): SandboxAnswer {
  switch (job.type) {
    case 'json': return verdict(jsonProblem(textOf(job.bytes)));
    case 'body': {
      const model = modelsOf(job.models).get(job.model);
      return model !== undefined && 'validate' in model ? verdict(bodyProblem(textOf(job.bytes), model)) : { type: 'passed' };
    }
    case 'match': return { type: 'matched', index: job.patterns.findIndex((pattern) => patternOf(pattern).test(job.text)) };
    case 'read': {
      const reading = readBody(textOf(job.bytes), job);
      return 'problem' in reading ? { type: 'refused', reason: reading.problem } : { type: 'read', texts: reading.texts };
    }
    case 'status': return { type: 'status', status: mockStatus(job.text) };
    case 'render': return render(job);
  }
}

function render({ template, payload, scope }: Extract<SandboxJob, { type: 'render' }>): SandboxAnswer {
  const context = decodeMap(scope.context);
  const text = compileTemplate('given', template).render(scopeVariables(payload, { ...scope, context }));
  return { type: 'rendered', text, context: encodeMap(context) };
}

function verdict(problem: string | undefined): SandboxAnswer {
  return problem === undefined ? { type: 'passed' } : { type: 'refused', reason: problem };
}

function modelsOf({ key, apiId, models }: ModelSet): ReadonlyMap<string, CompiledModel> {
  const known = compiledModels.get(key) ?? compileModels(apiId, models, schemaPattern);
  compiledModels.set(key, known);
  return known;
}

function patternOf({ pattern, extent, isDotAll = false }: PatternText): Pattern {
  const key = `${extent} ${String(isDotAll)} ${pattern}`;
  const known = compiledPatterns.get(key) ?? javaPattern(pattern, extent, { isDotAll });
  compiledPatterns.set(key, known);
  return known;
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}
