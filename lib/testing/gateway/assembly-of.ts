import type { CfnResource } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { Api } from '../../constructs';
import { addCdkApis, openSource, type OpenSourceOptions } from '../../sources';
import { synthesizeWithoutCode } from '../../synth';
import { cloudAssemblyOf, keyOf, restApisOf } from '../rest-apis';

/**
 * The assembly of what a test serves: of a definition, of a source such as a cloud assembly or a template, of our constructs, and of
 * those that the CDK's own classes declare.
 * @returns a function that gives its path; the argument is a temporary directory that may be written to
 */
export function assemblyOf(
  served: IConstruct | string, functions: ReadonlySet<string>, environment: CdkEnvironment = {},
): (directory: string) => Promise<string> {
  if (typeof served === 'string') return async () => (await openSource(path.resolve(served), { ...environment, environment: process.env })).assembly;
  return async (directory) => {
    const outdir = path.join(directory, 'gateway.out');
    const all = restApisOf(served.node.root);
    const inside = new Set(restApisOf(served));
    if (inside.size === 0) synthesizeWithoutCode(served, { outdir, functions });
    else await synthesizeCdk(served, { ...environment, outdir, others: all.filter((one) => !inside.has(one)) });
    return outdir;
  };
}

/** The account and region of templates that name none. */
type CdkEnvironment = Pick<OpenSourceOptions, 'account' | 'region'>;

interface CdkSynthesis extends CdkEnvironment {
  readonly outdir: string;
  /** APIs that are not served. */
  readonly others: readonly CfnResource[];
}

/** Templates are complete when CDK has synthesized them, with everything that aspects change. */
async function synthesizeCdk(served: IConstruct, { outdir, others, account, region }: CdkSynthesis): Promise<void> {
  const cloudAssembly = cloudAssemblyOf(served);
  const assembly = path.join(cloudAssembly, 'gateway.out');
  const hasOurs = served.node.findAll().some(Api.isApi) && existsSync(assembly);
  await addCdkApis({ cloudAssembly, output: outdir, account, region, except: others.map(keyOf), ...(hasOurs ? { assembly } : {}) });
}
