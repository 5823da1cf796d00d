import type { FunctionRuntimeName, RuntimeName } from '../spec';

/** The kinds of programs. */
export const TARGETS = ['constructs', 'cdk'] as const;

export type TargetName = (typeof TARGETS)[number];

/** The differences between the kinds of programs. */
export interface Target {
  /** The construct that everything is declared in. */
  readonly scope: 'app' | 'this';
  readonly indent: string;
  /** The part before the id in the name of a construct. */
  readonly prefix: (stackId: string) => string;
  /** Path of the construct above, for ids that are derived from paths. */
  readonly path: (stackId: string) => string;
  /** The module that exports a name. */
  readonly moduleOf: (name: string) => string;
  /** The default of an API. */
  readonly jsonBodyValidation: 'always' | 'aws';
  /** The default of a function. */
  readonly runtime: FunctionRuntimeName | undefined;
  /** The enum of runtimes. */
  readonly runtimes: string;
  /** Class whose members are architectures. */
  readonly architectures: string;
  /** The names of its members, as Lambda has them. */
  readonly runtimeNames: readonly RuntimeName[];
  /** Whether others can be made of their names. */
  readonly isAnyRuntime: boolean;
  /** Names that the frame of the program uses. */
  readonly frame: readonly string[];
  readonly open: (stackId: string) => string;
  readonly close: (stackId: string) => string;
}

const OF_CDK: Readonly<Record<string, string>> = {
  App: 'aws-cdk-lib', Stack: 'aws-cdk-lib', Duration: 'aws-cdk-lib', Size: 'aws-cdk-lib', Runtime: 'aws-cdk-lib/aws-lambda', Architecture: 'aws-cdk-lib/aws-lambda', StackProps: 'aws-cdk-lib',
  Construct: 'constructs', Api: 'synthgate/aws', HttpApi: 'synthgate/aws', WebSocketApi: 'synthgate/aws', ProxyFunction: 'synthgate/aws',
};

const OF_CONSTRUCTS: readonly RuntimeName[] = [
  'nodejs20.x', 'nodejs22.x', 'nodejs24.x', 'python3.11', 'python3.12', 'python3.13', 'python3.14', 'ruby3.3', 'ruby3.4', 'provided.al2023',
];
const RUNTIMES_OF_CDK: readonly RuntimeName[] = [...OF_CONSTRUCTS, 'python3.8', 'python3.9', 'python3.10', 'ruby3.2', 'provided', 'provided.al2'];

export const TARGET: Readonly<Record<TargetName, Target>> = {
  constructs: {
    scope: 'app', indent: '', prefix: () => '', path: () => '', moduleOf: () => 'synthgate',
    jsonBodyValidation: 'always', runtime: undefined, runtimes: 'FunctionRuntime', architectures: 'FunctionArchitecture', runtimeNames: OF_CONSTRUCTS, isAnyRuntime: false,
    frame: ['App'],
    open: () => 'const app = new App();\n\n',
    close: () => '\napp.synth();\n',
  },
  cdk: {
    scope: 'this', indent: '    ', prefix: (stackId) => `${stackId}-`, path: (stackId) => `${stackId}/`, moduleOf: (name) => OF_CDK[name] ?? 'synthgate',
    jsonBodyValidation: 'aws', runtime: 'nodejs24.x', runtimes: 'Runtime', architectures: 'Architecture', runtimeNames: RUNTIMES_OF_CDK, isAnyRuntime: true,
    frame: ['App', 'Construct', 'Stack', 'StackProps'],
    open: (stackId) => [
      `export class ${stackId} extends Stack {`,
      '  public constructor(scope: Construct, id: string, props?: StackProps) {',
      '    super(scope, id, props);\n\n',
    ].join('\n'),
    close: (stackId) => `  }\n}\n\nconst app = new App();\nnew ${stackId}(app, ${`'${stackId}'`});\napp.synth();\n`,
  },
};
