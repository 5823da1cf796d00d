import { existsSync } from 'node:fs';
import path from 'node:path';
import { isMembers, memberOf, membersOf, textOf } from '../value';

/** The local files that a template refers to. */
export interface Assets {
  /** The local file or directory of a path, a URL of S3, or `{ Bucket, Key }`; undefined if it is not here. */
  readonly fileAt: (location: unknown) => string | undefined;
  /** Whether a directory stands for code that the caller makes. */
  readonly isPlaceholder: (directory: string) => boolean;
  /** The files of another template. */
  readonly from: (template: string) => Assets;
}

/** Files beside a template, by paths relative to it. */
export function localAssets(template: string): Assets {
  return {
    fileAt: (location) => {
      const text = textOf(location);
      return text === undefined || /^[a-z][\w+.-]*:\/\//i.test(text) ? undefined : existing(path.resolve(path.dirname(template), text));
    },
    isPlaceholder: () => false,
    from: localAssets,
  };
}

/** A file of an assembly's manifest of assets. */
export interface StagedAsset {
  /** Absolute path of the file or directory. */
  readonly file: string;
  readonly objectKey: string;
}

/**
 * The assets of a cloud assembly: by their keys in the bucket, which is how templates name them, or by path.
 * @param staged - the assets of all stacks
 * @param placeholder - name of the file that marks placeholders
 */
export function stagedAssets(directory: string, staged: readonly StagedAsset[], placeholder?: string): Assets {
  const byKey = new Map(staged.map(({ objectKey, file }) => [objectKey, file]));
  const assets: Assets = {
    fileAt: (location) => {
      const key = keyOf(location);
      if (key === undefined) return undefined;
      const known = byKey.get(key) ?? byKey.get(path.posix.basename(key));
      return known === undefined ? legacyAsset(directory, key) ?? existing(path.resolve(directory, key)) : existing(known);
    },
    isPlaceholder: (file) => placeholder !== undefined && existsSync(path.join(file, placeholder)),
    from: () => assets,
  };
  return assets;
}

/** The key in a bucket; of a URL, the path after the bucket. */
function keyOf(location: unknown): string | undefined {
  if (isMembers(location)) return textOf(memberOf(location, 'S3Key') ?? memberOf(location, 'Key'));
  const text = textOf(location);
  return text?.replace(/^(?:https?:\/\/[^/]+|s3:\/)\//, '');
}

/** Before assemblies had manifests of assets, their names held the hash. */
function legacyAsset(directory: string, key: string): string | undefined {
  const [hash] = /[0-9a-f]{64}/.exec(key) ?? [];
  if (hash === undefined) return undefined;
  return ['', '.zip', '.json', '.js'].map((extension) => path.join(directory, `asset.${hash}${extension}`)).find(existsSync);
}

function existing(file: string): string | undefined {
  return existsSync(file) ? file : undefined;
}

/** The assets that a manifest of assets lists. @param manifest - its content */
export function assetsOfManifest(directory: string, manifest: unknown): StagedAsset[] {
  return Object.values(membersOf(memberOf(manifest, 'files'))).flatMap((asset) => {
    const source = textOf(memberOf(memberOf(asset, 'source'), 'path'));
    if (source === undefined) return [];
    const keys = Object.values(membersOf(memberOf(asset, 'destinations'))).flatMap((destination) => textOf(memberOf(destination, 'objectKey')) ?? []);
    return [...new Set(keys)].map((objectKey) => ({ file: path.resolve(directory, source), objectKey }));
  });
}
