import type { Construct } from 'constructs';
import type { GatewaySpec } from '../../spec';
import { freeId } from '../construct-name';
import type { IProxyFunction } from '../integrations/integration';
import { ProxyFunction } from '../proxy-function';

/** The functions of an imported spec, by the names that it has for them. */
export class ImportedFunctionTable {
  private readonly made = new Map<string, IProxyFunction>();

  public constructor(
    private readonly scope: Construct, private readonly spec: GatewaySpec, private readonly given: Readonly<Record<string, IProxyFunction>>,
  ) {}

  /** The function that was given for a name, or else one that says that it cannot run. Texts with stage variables stay. */
  public find(name: string | undefined): IProxyFunction | undefined {
    if (name === undefined) return undefined;
    const known = Object.hasOwn(this.given, name) ? this.given[name] : this.made.get(name);
    if (known !== undefined) return known;
    const made = name.includes('${') ? ProxyFunction.fromFunctionName(name) : this.withoutCode(name);
    this.made.set(name, made);
    return made;
  }

  private withoutCode(name: string): ProxyFunction {
    const declared = this.spec.functions[name];
    const reason = declared?.unavailable ?? `the definition has no code for it: give "${name}" in functions`;
    const props = { functionName: name, handler: declared?.handler, _unavailable: reason };
    return new ProxyFunction(this.scope, freeId(this.scope, name), props);
  }
}
