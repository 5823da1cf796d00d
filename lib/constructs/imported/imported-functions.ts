import type { Construct } from 'constructs';
import type { GatewaySpec } from '../../spec';
import { freeId } from '../construct-name';
import type { IFunctionTarget } from '../function-target';
import { ProxyFunction } from '../proxy-function';

/** The functions of an imported spec, by their names in it. */
export class ImportedFunctionTable {
  private readonly created = new Map<string, IFunctionTarget>();

  public constructor(
    private readonly scope: Construct, private readonly spec: GatewaySpec,
    private readonly functions: Readonly<Record<string, IFunctionTarget>>,
  ) {}

  /** The function passed for a name, or a placeholder that cannot run. Names with stage variables stay. */
  public find(name: string | undefined): IFunctionTarget | undefined {
    if (name === undefined) return undefined;
    const known = Object.hasOwn(this.functions, name) ? this.functions[name] : this.created.get(name);
    if (known !== undefined) return known;
    const fn = name.includes('${') ? ProxyFunction.fromFunctionName(name) : this.withoutCode(name);
    this.created.set(name, fn);
    return fn;
  }

  private withoutCode(name: string): ProxyFunction {
    const declared = this.spec.functions[name];
    const reason = declared?.unavailable ?? `the definition has no code for it: give "${name}" in functions`;
    const props = { functionName: name, handler: declared?.handler, _unavailable: reason };
    return new ProxyFunction(this.scope, freeId(this.scope, name), props);
  }
}
