import type { App } from 'aws-cdk-lib';
import { transformSync } from 'esbuild';
import path from 'node:path';

/** The settings that the command line of CDK passes to an app in its environment. */
export interface AppSurroundings {
  readonly outdir: string;
  readonly context: Readonly<Record<string, unknown>>;
}

/** This repository, by the names that users import it by. */
const MODULES: Readonly<Record<string, () => unknown>> = {
  'synthgate': () => require('../../../lib'), // eslint-disable-line @typescript-eslint/no-require-imports
  'synthgate/aws': () => require('../../../lib/cdk'), // eslint-disable-line @typescript-eslint/no-require-imports
};

/** Runs the source of an app, as the command line of CDK does. */
export function loadApp(source: string, file: string, { outdir, context }: AppSurroundings): App {
  const { code } = transformSync(source, { sourcefile: file, loader: 'ts', format: 'cjs' });
  const loaded: { readonly exports: { readonly app?: App } } = { exports: {} };
  const before = { ...process.env };
  Object.assign(process.env, { CDK_OUTDIR: outdir, CDK_CONTEXT_JSON: JSON.stringify({ 'aws:cdk:enable-path-metadata': true, ...context }) });
  try {
    new Function('require', 'module', '__dirname', code)(moduleNamed, loaded, path.dirname(file));
  } finally {
    process.env = before;
  }
  const { app } = loaded.exports;
  if (app === undefined) throw new Error(`${file} exports no app`);
  return app;
}

function moduleNamed(name: string): unknown {
  return MODULES[name]?.() ?? require(name); // eslint-disable-line @typescript-eslint/no-require-imports
}
