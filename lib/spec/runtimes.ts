/*
 * Lambda's runtimes by family: their names, and what a handler is in each. The one table that everything about the language of a
 * function is read from.
 */

/** The families of Lambda's runtimes. */
export const RUNTIME_FAMILIES = ['nodejs', 'python', 'ruby', 'java', 'dotnet', 'provided', 'image'] as const;

export type RuntimeFamily = (typeof RUNTIME_FAMILIES)[number];

/** A runtime of one of the families, by Lambda's name: `python3.13`. */
export type RuntimeName = `${RuntimeFamily}${string}`;

/** Lambda's runtimes of Node.js whose rules a function can run by. */
export const FUNCTION_RUNTIMES = ['nodejs20.x', 'nodejs22.x', 'nodejs24.x'] as const;

/** A runtime of Node.js, by Lambda's name. */
export type FunctionRuntimeName = (typeof FUNCTION_RUNTIMES)[number];

/** The rules of one family. */
export interface RuntimeFamilyRules {
  /** The name that people have for it. */
  readonly label: string;
  /** Runtimes that are known, old ones first. @see https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtimes.html */
  readonly names: readonly RuntimeName[];
  /** Names of runtimes that may run here, versions to come among them. */
  readonly accepted: RegExp;
  /** Lambda's notation of a handler. */
  readonly handler: RegExp;
  /** The notation in words. */
  readonly handlerForm: string;
}

/** @see https://docs.aws.amazon.com/lambda/latest/api/API_CreateFunction.html#lambda-CreateFunction-request-Handler */
const ANY_HANDLER = /^\S+$/;

export const RUNTIMES: Readonly<Record<RuntimeFamily, RuntimeFamilyRules>> = {
  nodejs: {
    label: 'Node.js', names: FUNCTION_RUNTIMES,
    // what a handler's return value means is known of these only
    accepted: /^nodejs(?:20|22|24)\.x$/,
    handler: /^[A-Za-z0-9_][A-Za-z0-9_/-]*(\.(?!__proto__|constructor|prototype)[A-Za-z_$][\w$]*)+$/,
    handlerForm: '<file without extension>.<export>',
  },
  python: {
    label: 'Python', accepted: /^python3\.\d+$/,
    names: ['python3.8', 'python3.9', 'python3.10', 'python3.11', 'python3.12', 'python3.13', 'python3.14', 'python3.15'],
    // a handler without a dot fails when it is loaded, as on Lambda
    handler: ANY_HANDLER, handlerForm: '<file without extension>.<function>',
  },
  ruby: {
    label: 'Ruby', accepted: /^ruby\d+\.\d+$/, names: ['ruby3.2', 'ruby3.3', 'ruby3.4', 'ruby4.0'],
    handler: ANY_HANDLER, handlerForm: '<file without extension>.<method>',
  },
  java: {
    label: 'Java', accepted: /^java\d+(?:\.al\d+)?$/,
    names: ['java8.al2', 'java11', 'java17', 'java21', 'java25'],
    handler: ANY_HANDLER, handlerForm: '<package>.<Class>::<method>',
  },
  dotnet: {
    label: '.NET', accepted: /^dotnet\d+$/, names: ['dotnet6', 'dotnet8', 'dotnet10'],
    handler: ANY_HANDLER, handlerForm: '<assembly>::<type>::<method>',
  },
  provided: {
    label: 'a custom runtime', accepted: /^provided(?:\.al\d+)?$/, names: ['provided', 'provided.al2', 'provided.al2023'],
    // its bootstrap alone decides what it means
    handler: /^[^\0]+$/, handlerForm: 'any text',
  },
  // no name of Lambda's: it stands for a container image, which names none
  image: { label: 'a container image', accepted: /^image$/, names: [], handler: /^[^\0]+$/, handlerForm: 'any text' },
};

/** Lambda's runtime of Node.js of this name; undefined for other languages, and without a name. */
export function nodeRuntime(name: string | undefined): FunctionRuntimeName | undefined {
  return FUNCTION_RUNTIMES.find((known) => known === name);
}

/** The family of a runtime, whether it runs here or not; undefined for a name of no family, such as `go1.x`. */
export function runtimeFamily(name: string | undefined): RuntimeFamily | undefined {
  return RUNTIME_FAMILIES.find((family) => name?.startsWith(family) === true);
}

/** Whether functions of a runtime run here. */
export function runsHere(name: string | undefined): name is RuntimeName {
  const family = runtimeFamily(name);
  return name !== undefined && family !== undefined && RUNTIMES[family].accepted.test(name);
}

/**
 * Why functions of a runtime do not run here, after "it".
 * @example
 * whyNotHere('python2.7') // 'runs on python2.7, and this version of Python is not supported'
 */
export function whyNotHere(name: string): string {
  const family = runtimeFamily(name);
  if (name === 'go1.x') return 'runs on go1.x, which Lambda has retired: build it for provided.al2023';
  if (family === undefined) return `runs on ${name}, which is not known`;
  return `runs on ${name}, and this version of ${RUNTIMES[family].label} is not supported`;
}

/** The runtimes that functions here may have. */
export function runtimeNamesHere(): readonly RuntimeName[] {
  return RUNTIME_FAMILIES.flatMap((family) => RUNTIMES[family].names);
}

/** Modules of the AWS SDK that Lambda has for every runtime since Node.js 18; patterns as esbuild takes them. */
const SDK_V3: readonly string[] = ['@aws-sdk/*', '@smithy/*'];

/** Whether a runtime of Node.js has version 2 of the AWS SDK: up to Node.js 16. */
export function hasSdkV2(runtime: string): boolean {
  return /^nodejs(?:1[0-6]|8|6|4)\./.test(runtime);
}

/** Modules that Lambda has for a runtime of Node.js, which code need not bring along. */
export function providedModules(runtime: string | undefined): readonly string[] {
  return runtime !== undefined && hasSdkV2(runtime) ? ['aws-sdk'] : SDK_V3;
}
