/**
 * The program of a sandbox worker: does one job at a time, and is ended by the gateway when that takes too long. It does the
 * same by the same functions as the gateway itself with small inputs.
 */
import { parentPort } from 'node:worker_threads';
import { compileModels, type CompiledModel } from '../../../spec';
import { compileTemplate } from '../../mapping/template';
import { scopeVariables } from '../../mapping/template-scope';
import { bodyProblem } from '../../validation/body-problem';
import { jsonProblem } from '../../validation/json-text';
import { decodeMap, encodeMap } from '../encoded-values';
import type { ModelSet, SandboxAnswer, SandboxJob, SandboxMessage } from '../jobs';

/** The last sets of models that were asked for. */
const compiled = new Map<string, ReadonlyMap<string, CompiledModel>>();
const MAX_SETS = 8;

parentPort?.on('message', (job: SandboxJob) => {
  const prepared = job.type === 'body' ? modelsOf(job.models) : undefined;
  tell({ type: 'begun' });
  tell({ type: 'answer', answer: work(job, prepared) });
});

function tell(message: SandboxMessage): void {
  parentPort?.postMessage(message);
}

function work(job: SandboxJob, models: ReadonlyMap<string, CompiledModel> | undefined): SandboxAnswer {
  switch (job.type) {
    case 'json': return verdict(jsonProblem(textOf(job.bytes)));
    case 'body': {
      const model = models?.get(job.model);
      return model !== undefined && 'validate' in model ? verdict(bodyProblem(textOf(job.bytes), model.validate)) : { type: 'passed' };
    }
    case 'select': return { type: 'selected', index: job.patterns.findIndex((pattern) => new RegExp(pattern).test(job.text)) };
    case 'render': return render(job);
  }
}

function render({ template, payload, scope }: Extract<SandboxJob, { type: 'render' }>): SandboxAnswer {
  const context = decodeMap(scope.context);
  try {
    const text = compileTemplate('given', template).render(scopeVariables(payload, { ...scope, context }));
    return { type: 'rendered', text, context: encodeMap(context) };
  } catch (error) {
    // the reason stands alone in the cause
    const cause = error instanceof Error ? error.cause ?? error : error;
    return { type: 'refused', reason: cause instanceof Error ? cause.message : String(cause) };
  }
}

function verdict(problem: string | undefined): SandboxAnswer {
  return problem === undefined ? { type: 'passed' } : { type: 'refused', reason: problem };
}

function modelsOf({ key, apiId, models }: ModelSet): ReadonlyMap<string, CompiledModel> {
  const known = compiled.get(key) ?? compileModels(apiId, models);
  if (compiled.size >= MAX_SETS) compiled.clear();
  compiled.set(key, known);
  return known;
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}
