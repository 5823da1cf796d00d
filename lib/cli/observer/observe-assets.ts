import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { ObserverSettings, ProcessReport, StagedSource, UnmadeBundle } from './report';

/** The part of `aws-cdk-lib/core` that is used here. */
interface Core {
  AssetStaging: new (scope: Construct, id: string, props: StagingProps) => Staging;
  readonly AssetHashType: { readonly SOURCE: string };
  readonly Stack: { readonly of: (construct: Construct) => Construct };
}

interface Construct {
  readonly node: { readonly path: string };
}

interface StagingProps {
  readonly sourcePath: string;
  readonly bundling?: { readonly command?: readonly string[] };
  readonly assetHash?: string;
  readonly assetHashType?: string;
  readonly exclude?: readonly string[];
}

interface Staging extends Construct {
  readonly sourcePath: string;
  readonly absoluteStagedPath: string;
}

const STAGING_FILE = /[/\\]aws-cdk-lib[/\\]core[/\\]lib[/\\]asset-staging\.js$/;

/** Replaces bundles of assets by placeholders, and notes sources of assets. @param from - files of the app, to find aws-cdk-lib */
export function observeAssets(from: readonly string[], settings: ObserverSettings) {
  const sources: StagedSource[] = [];
  const core = settings.left === undefined ? undefined : loadCore(from);
  const isObserved = core !== undefined && replaceStaging(core, settings, sources);
  return {
    sources,
    state: (): ProcessReport['cdk'] => {
      const copies = Object.keys(createRequire(__filename).cache).filter((file) => STAGING_FILE.test(file)).length;
      return copies === 0 ? 'absent' : isObserved && copies === 1 ? 'observed' : 'unobserved';
    },
  };
}

function loadCore(from: readonly string[]): Core | undefined {
  for (const file of from) {
    try {
      return createRequire(file)('aws-cdk-lib/core') as Core;
    } catch {
      continue; // it is not installed there
    }
  }
  return undefined;
}

/** The constructs of aws-cdk-lib take the class from the exports of `aws-cdk-lib/core` when they need it. */
function replaceStaging(core: Core, settings: ObserverSettings, sources: StagedSource[]): boolean {
  const { AssetStaging: Original } = core;
  const { left = [] } = settings;
  class AssetStaging extends Original {
    public constructor(scope: Construct, id: string, props: StagingProps) {
      const isUnmade = props.bundling !== undefined && !left.includes(scope.node.path);
      super(scope, id, isUnmade ? placeholder({ core, scope, props }, settings) : props);
      if (isUnmade || props.bundling !== undefined) return;
      sources.push({ staged: this.absoluteStagedPath, source: this.sourcePath, isWhole: (props.exclude ?? []).length === 0 });
    }
  }
  const { configurable } = Object.getOwnPropertyDescriptor(core, 'AssetStaging') ?? {};
  if (configurable !== true) return false;
  Object.defineProperty(core, 'AssetStaging', { configurable, enumerable: true, value: AssetStaging });
  return true;
}

let placed = 0;

interface Bundled {
  readonly core: Core;
  readonly scope: Construct;
  readonly props: StagingProps;
}

/** A directory that says how a bundle is made, instead of the bundle. */
function placeholder({ core, scope, props }: Bundled, { placeholders, marker }: ObserverSettings): StagingProps {
  const { bundling, sourcePath, assetHash, assetHashType } = props;
  const directory = path.join(placeholders, `${process.pid}-${++placed}`);
  const unmade: UnmadeBundle = {
    asset: scope.node.path, stack: core.Stack.of(scope).node.path, source: path.resolve(sourcePath), command: bundling?.command ?? [],
  };
  mkdirSync(directory, { recursive: true });
  writeFileSync(path.join(directory, marker), JSON.stringify(unmade));
  if (assetHash === undefined) return { sourcePath: directory, assetHashType: core.AssetHashType.SOURCE };
  return { sourcePath: directory, assetHash, ...(assetHashType === undefined ? {} : { assetHashType }) };
}
