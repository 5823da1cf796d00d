import type { Integration, IProxyFunction } from './integrations/integration';
import { ProxyIntegration } from './integrations/proxy';

/** A function that is known only by name. */
export class NamedFunction implements IProxyFunction {
  public constructor(public readonly functionName: string) {}

  public toIntegration(): Integration {
    return new ProxyIntegration(this);
  }
}
