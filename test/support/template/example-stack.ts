import * as cdkDoor from 'aws-cdk-lib';
import { App as CdkApp, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import ts from 'typescript';
import { Api as DeclaredApi } from '../../../lib';
import * as door from '../../../lib';
import * as awsDoor from '../../../lib/aws';
import * as contractDoor from '../../../lib/contract';
import type { CloudFormationTemplate } from './normalized';

type TemplateFormat = awsDoor.TemplateFormat;
const folder = path.resolve(__dirname, '..', '..', '..', 'examples');

/** Names of all examples. */
export const EXAMPLES = readdirSync(folder)
  .filter((name) => /^\d\d-/.test(name))
  .sort();

/** Examples that AWS refuses, with the code that says so. */
export const REFUSED_EXAMPLES: ReadonlyMap<string, string> = new Map([['12-authorizers', 'AWS_JWT_WITH_POLICY'], ['22-go', 'FUNCTION_BOOTSTRAP_MISSING']]);

/**
 * The stacks of an example for AWS. Most examples are declared in the library's own App: that one is a stack here, and its
 * APIs get an AwsTarget; one is declared in a CDK app, which is kept from writing anything. Functions are not bundled.
 */
export function stacksOfExample(example: string, templateFormat?: TemplateFormat): Stack[] {
  const app = path.join(folder, example, 'app.ts');
  const stacks: Stack[] = [];
  const context = { 'aws:cdk:bundling-stacks': [] };
  class ExampleApp extends Stack {
    public constructor() {
      super(new CdkApp({ context, analyticsReporting: false }), 'Example');
      stacks.push(this);
    }

    public synth(): void {
      for (const api of this.node.findAll().filter((one) => DeclaredApi.isApi(one))) new awsDoor.AwsTarget(api, { templateFormat });
    }
  }
  class ExampleCdkApp extends CdkApp {
    public constructor() {
      super({ context, analyticsReporting: false });
    }

    /** The example's own call only says that it is complete; the test's makes the template. */
    public override synth(...options: Parameters<CdkApp['synth']>): ReturnType<CdkApp['synth']> {
      if (stacks.length > 0) return super.synth(...options);
      stacks.push(...this.node.findAll().filter((one) => Stack.isStack(one)));
      return undefined as never; // which the example does not look at
    }
  }
  class ExampleApi extends awsDoor.Api {
    public constructor(...[scope, id, props]: ConstructorParameters<typeof awsDoor.Api>) {
      super(scope, id, { templateFormat, ...props });
    }
  }
  run(app, new Map([
    ['synthgate', replacing(door, { App: ExampleApp, HttpApi: awsDoor.HttpApi, WebSocketApi: awsDoor.WebSocketApi })],
    ['synthgate/aws', replacing(awsDoor, { Api: ExampleApi })],
    ['synthgate/contract', contractDoor],
    ['aws-cdk-lib', replacing(cdkDoor, { App: ExampleCdkApp })],
  ]));
  return stacks;
}

/** Their templates. */
export function templatesOfExample(example: string, templateFormat?: TemplateFormat): CloudFormationTemplate[] {
  return stacksOfExample(example, templateFormat).map((stack) => Template.fromStack(stack).toJSON() as CloudFormationTemplate);
}

/** A module with some exports of ours; the others are looked up when they are asked for, because theirs are loaded then. */
function replacing(module: object, ours: object): object {
  return new Proxy(module, { get: (target, name) => Reflect.get(name in ours ? ours : target, name) as unknown });
}

/** Runs a program with other modules in the place of some; all others are those that the tests have, not second copies. */
function run(file: string, modules: ReadonlyMap<string, unknown>): object {
  const options = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, esModuleInterop: true };
  const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), { compilerOptions: options });
  const load = (name: string): unknown => {
    if (name.startsWith('.')) return run(path.resolve(path.dirname(file), `${name}.ts`), modules);
    return modules.get(name) ?? require(name); // eslint-disable-line @typescript-eslint/no-require-imports
  };
  const exported = {};
  const program = vm.compileFunction(outputText, ['require', 'exports', '__dirname'], { filename: file });
  program(load, exported, path.dirname(file));
  return exported;
}
