import type { Issue } from '../errors';
import type { DeclaredParts, GatewaySpecInput, RuntimeFamily } from '../spec';

/** Where the code of an imported function is; it is copied into the assembly as it is. */
export type CodeSource = CodeFile & {
  /** The function's layers whose content is here, in its order. */
  readonly layers?: readonly LayerSource[];
  /** The family of its runtime, if that is not Node.js: the code is copied with its layers, and nothing is bundled. */
  readonly family?: RuntimeFamily;
  /** How the source says that the code is built. @default - by the files of its directory */
  readonly build?: BuildHints;
};

/** SAM's `Metadata` of a function whose code is built. */
export interface BuildHints {
  readonly method?: string;
  readonly logicalId?: string;
  readonly binary?: string;
}

/** A layer that the source declares. */
export interface LayerSource {
  /** Its logical id. */
  readonly name: string;
  readonly directory: string;
  /** The directory of `/opt` that its files belong to, `python`: a build places them there. @default - `/opt` itself */
  readonly below?: string;
}

type CodeFile =
  /** A directory, such as a staged asset. */
  | { readonly type: 'directory'; readonly directory: string; readonly handler: string }
  /** A zip archive. */
  | { readonly type: 'archive'; readonly file: string; readonly handler: string }
  /** The text of one file, such as `ZipFile` of a template. */
  | { readonly type: 'text'; readonly name: string; readonly text: string; readonly handler: string }
  /** A source file that has to be bundled, but for modules that its runtime has on AWS. */
  | { readonly type: 'entry'; readonly file: string; readonly handler: string; readonly providedModules?: readonly string[] }
  /** A container image, which is built; without a build, one of this machine by its name. */
  | {
    readonly type: 'image'; readonly image: string; readonly imageBuild?: ImageBuild; readonly config?: ImageConfig;
    /** Words for people: Lambda takes none. */
    readonly handler: string;
  };

/** How an image is built, by the options of engines. */
export interface ImageBuild {
  /** Absolute path of the build context. */
  readonly directory: string;
  /** Absolute path of the Dockerfile. */
  readonly file: string;
  readonly args?: Readonly<Record<string, string>>;
  readonly target?: string;
  /** `linux/arm64`. @default - that of this machine */
  readonly platform?: string;
  readonly network?: string;
  /** Sources of secrets by their ids: `src=token.txt`. */
  readonly secrets?: Readonly<Record<string, string>>;
  readonly ssh?: string;
}

/** The parts of an image that a function replaces. @see https://docs.aws.amazon.com/lambda/latest/api/API_ImageConfig.html */
export interface ImageConfig {
  readonly entryPoint?: readonly string[];
  readonly command?: readonly string[];
  readonly workingDirectory?: string;
}

/** One REST API of a source. */
export interface ImportedApi {
  readonly name: string;
  readonly id: string;
  readonly spec: GatewaySpecInput;
  /** Code by name of the function; functions that cannot run have none. */
  readonly code: ReadonlyMap<string, CodeSource>;
  /** Parts that the source declares, and no gateway here serves: for comparisons. @default - nothing is known */
  readonly declared?: DeclaredParts;
}

/** A value that only a deployment knows, and what stands for it here. */
export interface LocalName {
  /** The name of the value for `--token-value`. */
  readonly token: string;
  readonly value: string;
  /** The parts that have the value: `function Pets, environment TABLE`. */
  readonly usedBy: readonly string[];
}

/** A resource of a deployed stack. */
export interface DeployedResource {
  readonly type: string;
  /** The value of `Ref`, for nearly all types. */
  readonly physicalId: string;
}

/** A stack as it is deployed: the values that references of its template have there. */
export interface DeployedStack {
  readonly name: string;
  readonly account: string;
  readonly region: string;
  /** Resources by logical id. */
  readonly resources: Readonly<Record<string, DeployedResource>>;
  readonly outputs: Readonly<Record<string, string>>;
  readonly parameters: Readonly<Record<string, string>>;
  /** Nested stacks, by the logical ids of their resources. */
  readonly nested: Readonly<Record<string, DeployedStack>>;
}

/** The functions of a source that are part of a deployed stack, by their names in the specs. */
export type DeployedFunctions = Readonly<Record<string, DeployedFunction>>;

/** The resource that a function is in a deployed stack; stacks of one name may be in several accounts and regions. */
interface DeployedFunction {
  readonly stack: string;
  readonly account: string;
  readonly region: string;
  readonly logicalId: string;
}

/** The stack of a name; among several, that of an account and region. */
export function deployedStack<Deployed extends Pick<DeployedStack, 'name' | 'account' | 'region'>>(
  stacks: readonly Deployed[], { name, account, region }: Pick<DeployedStack, 'name' | 'account' | 'region'>,
): Deployed | undefined {
  const named = stacks.filter((stack) => stack.name === name);
  return named.length > 1 ? named.find((stack) => stack.account === account && stack.region === region) : named[0];
}

/** Where a custom domain has an API. */
export interface BasePathMapping {
  readonly domain: string;
  /** `Orders`, or `Orders/prod` for a stage, as `--base-path` takes it. */
  readonly api: string;
  /** `(none)` for all that has no other base path. */
  readonly path: string;
}

/** The content of a source. */
export interface ImportedSource {
  readonly apis: readonly ImportedApi[];
  /** Issues about changed and omitted parts, with their lines in the source. */
  readonly issues: readonly Issue[];
  /** Absolute paths of the files and directories it was read from. */
  readonly files: readonly string[];
  /** Why nothing of it can be served, although it is an API. @default - something can */
  readonly nothingToServe?: string;
  /** Parameters of templates that have neither a value nor a default. @default - none */
  readonly missingParameters?: readonly string[];
  /** Values that are made up. @default - none */
  readonly localNames?: readonly LocalName[];
  /** Base paths of custom domains. @default - none */
  readonly basePaths?: readonly BasePathMapping[];
  /** Functions that are part of a deployed stack of the options. @default - none */
  readonly deployedFunctions?: DeployedFunctions;
}

/** Options that decide the values in templates. */
export interface TemplateOptions {
  /** Values of parameters. @default - their defaults */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Id of the account of stacks that name none: `AWS::AccountId`. @default '123456789012' */
  readonly account?: string | undefined;
  /** Region of stacks that name none: `AWS::Region`, and what follows from it. @default - what the source names, or 'us-east-1' */
  readonly region?: string | undefined;
  /** Values of what is known only after deployment: `Table`, `Table.Arn`. @default - names made from logical ids */
  readonly tokenValues?: Readonly<Record<string, string>> | undefined;
  /** Deployed stacks whose values references have; a template that is not part of a cloud assembly is that of the first. @default - none */
  readonly deployed?: readonly DeployedStack[] | undefined;
  /** Name of the stack of a template that is not part of a cloud assembly: ids follow from it. @default - that of its file */
  readonly stackName?: string | undefined;
  /** Whether files outside the project of the source are read, too. @default false */
  readonly allowOutside?: boolean | undefined;
  /** Whether functions in container images run, if an engine answers. @default 'auto' */
  readonly containers?: 'auto' | 'off' | undefined;
  /** Name of the file that marks a staged directory as a placeholder: the caller makes the code. @default - there are no placeholders */
  readonly placeholder?: string | undefined;
}

/** How a source is read. */
export interface ImportOptions extends TemplateOptions {
  /** APIs that are not read: `<template file>/<logical id>`. */
  readonly except?: ReadonlySet<string>;
  /** Absolute path of the module whose export `handler` answers methods of an OpenAPI document that have no integration. */
  readonly handlerFile?: string;
  /** Environment variables that a serverless.yml refers to. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Whether methods of an OpenAPI document whose function is not here answer by its examples, marked as such. @default false */
  readonly mocks?: boolean | undefined;
}
