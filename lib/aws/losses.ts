import type { Construct } from 'constructs';
import { issueText, type Issue } from '../errors';
import { awsCdk } from '../targets';

/** Context by which a whole app is strict. */
export const STRICT_CONTEXT = 'synthgate:strict';

/** What AWS cannot do as declared is a warning, which `cdk synth --strict` refuses; where the API is strict it is an error. */
export function reportLosses(api: Construct, losses: readonly Issue[], strict: boolean | undefined): void {
  const isStrict = strict ?? isTrue(api.node.tryGetContext(STRICT_CONTEXT));
  if (isStrict) {
    api.node.addValidation({ validate: () => losses.map((one) => issueText({ ...one, severity: 'error' })) });
    return;
  }
  for (const one of losses) awsCdk().Annotations.of(api).addWarningV2(`synthgate:${one.code}:${one.place}`, issueText(one));
}

/** Context of the command line is text. */
function isTrue(value: unknown): boolean {
  return value === true || value === 'true';
}
