import { headerValue, mediaType } from '../../http/headers';
import type { Decompressed, Validated } from '../../plan/exchange';
import type { CompiledIntegration } from '../../plan/integration';
import { planned, unneeded, type Planned } from '../../plan/step';
import type { RunInSandbox } from '../../sandbox/jobs';
import { compileValidation } from '../../validation/compile';
import { checkJson, checkJsonText } from '../../validation/check-json';
import type { MethodContext } from '../method-context';

/**
 * Checks parameters and body according to the method's validator, then that the body of a POST declared as JSON is JSON,
 * for both kinds of function integrations, unless the API leaves that to AWS's own rules (`jsonBodyValidation`).
 * @throws REQUEST_PARAMETERS_MISSING, REQUEST_BODY_INVALID, BODY_NOT_JSON, SANDBOX_BUSY
 * @see docs/internals/parity-evidence.md, Endpoints; https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-method-request-validation.html
 */
export function planValidate(
  { spec, validators, httpMethod, run, stage }: ValidationContext,
  { requiresJsonBody }: Pick<CompiledIntegration, 'requiresJsonBody'>,
): Planned<Decompressed, Validated> {
  const validation = compileValidation(spec, validators);
  const takesPosts = httpMethod === 'POST' || httpMethod === 'ANY';
  const checksJson = requiresJsonBody && takesPosts && stage.jsonBodyValidation === 'always';
  if (validation === undefined && !checksJson) return unneeded();
  const check = checksJson ? checkJsonBody : () => undefined;
  return planned('validate', (request) => {
    const checked = validation?.(request);
    return checked instanceof Promise ? checked.then(() => check(request, run)) : check(request, run);
  });
}

type ValidationContext = Pick<MethodContext, 'spec' | 'validators' | 'httpMethod' | 'run'> & {
  readonly stage: Pick<MethodContext['stage'], 'jsonBodyValidation'>;
};

/** @throws BODY_NOT_JSON, SANDBOX_BUSY */
function checkJsonBody({ received }: Decompressed, run: RunInSandbox): Promise<void> | undefined {
  const isJson = received.method === 'POST' && mediaType(headerValue(received.headers, 'content-type')) === 'application/json';
  if (!isJson) return undefined;
  const { raw } = received;
  if (raw === undefined || !ASCII.test(raw.body)) return received.body.length > 0 ? checkJson(received.body, run) : undefined;
  if (raw.body !== '') checkJsonText(raw.body);
  return undefined;
}

/** A text of one byte per character is its own UTF-8. What comes with its own bytes is short. */
const ASCII = /^[\x00-\x7f]*$/;
