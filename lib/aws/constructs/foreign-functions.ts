import type { ApiBase, ProxyFunction } from '../../constructs';
import { warning } from '../../errors';
import { addWarning } from '../losses/report';
import { targetOf } from '../render/functions-of-stack';

/** A function in another account can be called only if its owner permits it, which this stack cannot do. */
export function warnAboutForeign(api: ApiBase, functions: readonly ProxyFunction[]): void {
  for (const fn of functions) {
    const { functionArn, node, env, isForeign } = targetOf(fn, api);
    if (isForeign) addWarning(api, warning('AWS_PERMISSION_CROSS_ACCOUNT', node.path, { account: env.account, arn: functionArn }));
  }
}
