import * as cdk from 'aws-cdk-lib';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as constructs from 'constructs';
import { transformSync } from 'esbuild';
import { canonicalText, nodeRuntime, withParents, stableId, type FunctionSpec, type GatewaySpec } from '../../../lib/spec';
import * as synthgate from '../../../lib';
import * as aws from '../../../lib/aws';
import { FUNCTION_CODE } from '../aws-stack';

/** Apps of this library that a program made: they are read, not synthesized. */
const apps: constructs.IConstruct[] = [];

class ReadApp extends synthgate.App {
  public constructor() {
    super();
    apps.push(this);
  }

  public override synth(): never {
    return undefined as never; // a program ends with it and asks nothing of it
  }
}

/** The class App for a program of the CDK. */
function cdkAppWith(context: Readonly<Record<string, unknown>>): typeof cdk.App {
  return class ReadCdkApp extends cdk.App {
    private isWritten = false;

    public constructor() {
      super({ context: { 'aws:cdk:disable-asset-staging': true, ...context } });
      apps.push(this);
    }

    /** The program's own call does nothing; a test may synthesize afterwards. */
    public override synth(options?: cdk.StageSynthesisOptions): cdk.cx_api.CloudAssembly {
      if (this.isWritten) return super.synth(options);
      this.isWritten = true;
      return undefined as never; // as above
    }
  };
}

const MODULES: Readonly<Record<string, object>> = {
  'synthgate': { ...synthgate, App: ReadApp },
  'synthgate/aws': aws,
  'aws-cdk-lib/aws-lambda': lambda,
  constructs,
};

/**
 * The constructs of a program, which runs in this process.
 * @param context - of an app of the CDK
 */
export function runProgram(
  text: string, environment: ReadonlyMap<string, string> = new Map(), context: Readonly<Record<string, unknown>> = {},
): constructs.IConstruct {
  const { code } = transformSync(text, { loader: 'ts', format: 'cjs' });
  const run = new Function('require', 'module', 'process', code) as (...given: unknown[]) => void;
  const modules: Readonly<Record<string, object>> = { ...MODULES, 'aws-cdk-lib': { ...cdk, App: cdkAppWith(context) } };
  run((name: string) => modules[name], { exports: {} }, { env: Object.fromEntries(environment) });
  const app = apps.pop();
  if (app === undefined) throw new Error('the program makes no app');
  return app;
}

/** The specs that the APIs of a program have. */
export function specsOf(app: constructs.IConstruct): GatewaySpec[] {
  return app.node.findAll().filter((one): one is synthgate.ApiBase => synthgate.ApiBase.isApiBase(one)).map((api) => api._readSpec());
}

/** Code of functions that is there, whatever a program would ask for. */
export function codeFor({ functions }: GatewaySpec): ReadonlyMap<string, { code: string; handler: string }> {
  return new Map(Object.keys(functions).map((name) => [name, { code: FUNCTION_CODE, handler: 'index.handler' }]));
}

/** A spec without what constructs decide by themselves: ids of resources, implied parents, the code of functions, `$schema`. */
export function comparable(spec: GatewaySpec, functions: (spec: FunctionSpec) => object = (one) => one): string {
  const paths = [...withParents(Object.keys(spec.resources))].filter((path) => path !== '/' || Object.keys(spec.resources[path]?.methods ?? {}).length > 0);
  return canonicalText({
    ...spec,
    resources: Object.fromEntries(paths.map((path) => [path, { ...(spec.resources[path] ?? { methods: {} }), id: stableId(`${spec.api.id}${path}`) }])),
    models: Object.fromEntries(Object.entries(spec.models).map(([name, { schema, ...model }]) =>
      [name, { ...model, schema: { ...schema, $schema: undefined } }])),
    functions: Object.fromEntries(Object.entries(spec.functions).map(([name, one]) => [name, functions(one)])),
    usagePlans: Object.fromEntries(Object.entries(spec.usagePlans).map(([name, plan]) => [name, { ...plan, keys: [...plan.keys].sort() }])),
  });
}

/** A function without where its code is and what it is called with; one that cannot run here is for Node.js once it is written. */
export function withoutCode(spec: FunctionSpec): object {
  const whereItIs = {
    entry: undefined, code: undefined, external: undefined, unavailable: undefined, handler: undefined,
    logicalId: undefined, constructPath: undefined,
  };
  return { ...spec, ...whereItIs, runtime: spec.unavailable === undefined ? spec.runtime : nodeRuntime(spec.runtime) };
}
