import type { Construct } from 'constructs';
import { issueText, type Issue } from '../errors';
import { awsCdk } from '../targets';

/** Context by which a whole app is strict. */
export const STRICT_CONTEXT = 'synthgate:strict';

/** What AWS cannot do as declared is a warning, which `cdk synth --strict` refuses; where the API is strict it is an error. */
export function reportLosses(api: Construct, losses: readonly Issue[], strict: boolean | undefined): void {
  const errors = lossTexts(api, losses, strict);
  if (errors.length > 0) api.node.addValidation({ validate: () => errors });
}

/** The errors that losses are where the API is strict; elsewhere they are added to it as warnings, each once. */
export function lossTexts(api: Construct, losses: readonly Issue[], strict: boolean | undefined): string[] {
  const isStrict = strict ?? isTrue(api.node.tryGetContext(STRICT_CONTEXT));
  if (isStrict) return losses.map((one) => issueText({ ...one, severity: 'error' }));
  for (const one of losses) awsCdk().Annotations.of(api).addWarningV2(`synthgate:${one.code}:${one.place}`, issueText(one));
  return [];
}

/** Context of the command line is text. */
function isTrue(value: unknown): boolean {
  return value === true || value === 'true';
}
