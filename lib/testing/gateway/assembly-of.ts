import type { CfnResource } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { ApiBase } from '../../constructs';
import { missingTokenValues, type MissingValue } from '../../runtime';
import { addCdkApis, openSource, tokenValuesOf, type OpenSourceOptions } from '../../sources';
import { synthesizeWithoutCode } from '../../synth';
import { cloudAssemblyOf, hasCloudAssembly, keyOf, cdkApisOf } from '../cdk-apis';
import type { TestAssembly } from '../served';
import { namesOfFunctions, withStubs, type NameOfFunction } from './stubbed-assembly';

/**
 * The assembly of what a test serves: of a definition, of a source such as a cloud assembly or a template, of our constructs, and of
 * those that the CDK's own classes declare.
 * Tokens have the values that the command line gives them. @returns what makes it, in a temporary directory that may be written to
 */
export function assemblyOf(
  served: IConstruct | string, functions: ReadonlySet<string>, environment: CdkEnvironment = {},
): (directory: string) => Promise<NamedAssembly> {
  if (typeof served === 'string') {
    return async (directory) => stubbed(await assemblyOfSource(path.resolve(served), environment), functions, directory);
  }
  return async (directory) => {
    const outdir = path.join(directory, 'gateway.out');
    const all = cdkApisOf(served.node.root);
    const inside = new Set(cdkApisOf(served));
    if (inside.size > 0) {
      await synthesizeCdk(served, { ...environment, outdir, others: all.filter((restApi) => !inside.has(restApi)) });
      return stubbed({ path: outdir }, functions, directory);
    }
    synthesizeWithoutCode(served, { outdir, functions });
    return { path: outdir, impliedValues: await impliedValues(served, outdir, environment) };
  };
}

/** An assembly whose functions may have other names than in its spec. */
export interface NamedAssembly extends TestAssembly {
  /** @default - names are those of the spec */
  readonly nameOf?: NameOfFunction;
}

function stubbed(assembly: TestAssembly, functions: ReadonlySet<string>, directory: string): NamedAssembly {
  const nameOf = namesOfFunctions(assembly.path);
  return { ...assembly, path: withStubs({ assembly: assembly.path, directory }, [...functions].map(nameOf)), nameOf };
}

/** The account and region of templates that name none, and given values. */
interface CdkEnvironment extends Pick<OpenSourceOptions, 'account' | 'region' | 'tokenValues' | 'allowOutside'> {
  /** Whether user pools need no value. */
  readonly hasLocalIssuer?: boolean;
}

async function assemblyOfSource(source: string, environment: CdkEnvironment): Promise<TestAssembly> {
  const { assembly } = await openSource(source, { ...environment, environment: process.env });
  const { values } = await tokenValuesOf({ cloudAssembly: assembly, ...environment });
  return { path: assembly, impliedValues: values };
}

/** Templates are made only for values that nothing else gives: it takes longer than all else. */
async function impliedValues(served: IConstruct, assembly: string, environment: CdkEnvironment): Promise<Readonly<Record<string, string>>> {
  if (!hasCloudAssembly(served)) return {};
  const { account: accountId, region, tokenValues, hasLocalIssuer = true } = environment;
  const isNeeded = ({ token, neededBy }: MissingValue): boolean =>
    !NAMED_BY_USERS.test(token) && !(hasLocalIssuer && neededBy.every((by) => by.startsWith('authorizer ')));
  if (!missingTokenValues(assembly, { accountId, region, tokenValues }).some(isNeeded)) return {};
  return (await tokenValuesOf({ cloudAssembly: cloudAssemblyOf(served), ...environment })).values;
}

/** No template says the values of parameters of the Systems Manager and of secrets. */
const NAMED_BY_USERS = /^(?:ssm|secretsmanager):/;

interface CdkSynthesis extends CdkEnvironment {
  readonly outdir: string;
  /** APIs that are not served. */
  readonly others: readonly CfnResource[];
}

/** Templates are complete when CDK has synthesized them, with everything that aspects change. */
async function synthesizeCdk(served: IConstruct, { outdir, others, ...environment }: CdkSynthesis): Promise<void> {
  const cloudAssembly = cloudAssemblyOf(served);
  const assembly = path.join(cloudAssembly, 'gateway.out');
  const hasOurs = served.node.findAll().some(ApiBase.isApiBase) && existsSync(assembly);
  await addCdkApis({ cloudAssembly, output: outdir, ...environment, except: others.map(keyOf), ...(hasOurs ? { assembly } : {}) });
}
