import { statSync } from 'node:fs';
import path from 'node:path';
import { stacksNamedIn } from './cdk/cloud-assembly';
import { boundsOf } from './document/source-bounds';
import { samConfigBeside } from './sam/transform-sam';

/** A stack that a source is deployed as. */
export interface NamedStack {
  readonly name: string;
  /** The account and region that the source names for it. @default - those of the user's profile */
  readonly account?: string;
  readonly region?: string;
}

/** The stacks of a cloud assembly, or the one that the configuration of the SAM CLI names beside a template; none for other sources. */
export function stackNamesOf(source: string): readonly NamedStack[] {
  if (statSync(source, { throwIfNoEntry: false })?.isDirectory() !== true) {
    const { stackName } = samConfigBeside(source, boundsOf(path.dirname(source)));
    return stackName === undefined ? [] : [{ name: stackName }];
  }
  return stacksNamedIn(source).map(({ name, environment }) => {
    const [, account, region] = /^aws:\/\/(\d{12})\/([a-z]+-[a-z-]+-\d+)$/.exec(environment) ?? [];
    return { name, ...(account === undefined || region === undefined ? {} : { account, region }) };
  });
}
