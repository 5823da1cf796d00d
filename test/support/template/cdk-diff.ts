import { fullDiff, type ResourceDifference } from '@aws-cdk/cloudformation-diff';
import { App, type Stack } from 'aws-cdk-lib';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A stack of an app, made by its constructor. */
export type StackClass = new (scope: App, id: string) => Stack;

/** The template of an app of one stack, with the metadata that the command line of CDK asks for. */
export function templateOfApp(Declared: StackClass, context: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const outdir = mkdtempSync(path.join(tmpdir(), 'synthgate-oracle-'));
  try {
    const app = new App({ outdir, analyticsReporting: false, context: { ...context, 'aws:cdk:enable-path-metadata': true } });
    const { stackName } = new Declared(app, 'Shop');
    return app.synth().getStackByName(stackName).template as Record<string, unknown>; // a template is an object
  } finally {
    rmSync(outdir, { recursive: true });
  }
}

/** Returns the differences that `cdk diff` finds between two templates: a line for each added or removed resource and changed property. */
export function cdkDiff(before: Record<string, unknown>, after: Record<string, unknown>): string[] {
  const { resources, outputs, conditions, mappings, parameters, unknown } = fullDiff(before, after);
  const lines = resources.changes;
  const otherLines = [outputs, conditions, mappings, parameters, unknown].flatMap(({ changes }) => Object.keys(changes).map((id) => `[~] ${id}`));
  return [...Object.entries(lines).flatMap(([id, change]) => linesOf(id, change)), ...otherLines].sort();
}

function linesOf(id: string, change: ResourceDifference): string[] {
  if (change.isAddition) return [`[+] ${change.newResourceType} ${id}`];
  if (change.isRemoval) return [`[-] ${change.oldResourceType} ${id}`];
  const name = `[~] ${change.newResourceType} ${id}`;
  return [...Object.keys(change.propertyUpdates), ...Object.keys(change.otherChanges)].map((member) => `${name} ${member}`);
}
