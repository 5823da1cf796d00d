import type { Construct } from 'constructs';
import { issueText, warning, type Issue } from '../../errors';
import { isStrict, tellCommandLine } from '../../synth';
import { awsCdk } from '../aws-cdk';
import type { ApiBase, ProxyFunction } from '../../constructs';
import { targetOf } from '../render/functions-of-stack';

/** A loss is a warning, which `cdk synth --strict` rejects; it is an error if the API is strict. */
export function reportLosses(api: Construct, losses: readonly Issue[], strict: boolean | undefined): void {
  const errors = lossTexts(api, losses, strict);
  if (errors.length > 0) api.node.addValidation({ validate: () => errors });
}

/** The losses as errors if the API is strict; otherwise adds them to it as warnings, each once. */
export function lossTexts(api: Construct, losses: readonly Issue[], strict: boolean | undefined): string[] {
  if (strict ?? isStrict(api)) return losses.map((loss) => issueText({ ...loss, severity: 'error' }));
  losses.forEach((loss) => addWarning(api, loss));
  return [];
}

/** Adds a finding to the construct, for `cdk synth`, and prints it if synthgate's command line runs the app. */
export function addWarning(api: Construct, issue: Issue): void {
  const { node } = api;
  const text = issueText(issue);
  if (node.metadata.some(({ data }) => typeof data === 'string' && data.startsWith(text))) return;
  awsCdk().Annotations.of(api).addWarningV2(`synthgate:${issue.code}:${issue.location}`, text);
  tellCommandLine(text);
}

/** A function in another account can be called only if its owner permits it, which this stack cannot do. */
export function warnAboutForeign(api: ApiBase, functions: readonly ProxyFunction[]): void {
  for (const fn of functions) {
    const { functionArn, node, env, isForeign } = targetOf(fn, api);
    if (isForeign) addWarning(api, warning('AWS_PERMISSION_CROSS_ACCOUNT', node.path, { account: env.account, arn: functionArn }));
  }
}
