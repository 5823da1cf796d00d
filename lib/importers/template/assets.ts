import { existsSync } from 'node:fs';
import path from 'node:path';
import type { ImageBuild } from '../imported-source';
import { isMembers, memberOf, membersOf, textOf, type Members } from '../value';
import { present, type Made } from './api/draft';

/** The local files that a template refers to. */
export interface Assets {
  /** The local file or directory of a path, a URL of S3, or `{ Bucket, Key }`; undefined if it is not here. */
  readonly fileAt: (location: unknown) => string | undefined;
  /** Whether a directory stands for code that the caller makes. */
  readonly isPlaceholder: (directory: string) => boolean;
  /** How the image of a URI is built, or why it cannot be; undefined if it is not built here. */
  readonly imageAt: (uri: string) => Made<ImageBuild> | undefined;
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
    imageAt: () => undefined,
    from: localAssets,
  };
}

/** A file of an assembly's manifest of assets. */
export interface StagedAsset {
  /** Absolute path of the file or directory. */
  readonly file: string;
  readonly objectKey: string;
}

/** An image of an assembly's manifest of assets. */
export interface StagedImage {
  readonly tag: string;
  readonly build: Made<ImageBuild>;
}

interface Staged {
  readonly files: readonly StagedAsset[];
  readonly images: readonly StagedImage[];
  /** Name of the file that marks placeholders. */
  readonly placeholder?: string | undefined;
}

/**
 * The assets of a cloud assembly: by their keys in the bucket, which is how templates name them, or by path.
 * @param staged - the assets of all stacks
 */
export function stagedAssets(directory: string, { files: staged, images, placeholder }: Staged): Assets {
  const byTag = new Map(images.map(({ tag, build }) => [tag, build]));
  const byKey = new Map(staged.map(({ objectKey, file }) => [objectKey, file]));
  const assets: Assets = {
    fileAt: (location) => {
      const key = keyOf(location);
      if (key === undefined) return undefined;
      const known = byKey.get(key) ?? byKey.get(path.posix.basename(key));
      return known === undefined ? legacyAsset(directory, key) ?? existing(path.resolve(directory, key)) : existing(known);
    },
    // the tag is the hash of what it is built from, or a name that the app has chosen
    imageAt: (uri) => byTag.get(/:([\w.-]+)$/.exec(uri)?.[1] ?? ''),
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

/** The images that a manifest of assets lists. @see https://docs.aws.amazon.com/cdk/v2/guide/assets.html */
export function imagesOfManifest(directory: string, manifest: unknown): StagedImage[] {
  return Object.values(membersOf(memberOf(manifest, 'dockerImages'))).flatMap((asset) => {
    const build = buildOf(directory, membersOf(memberOf(asset, 'source')));
    const tags = Object.values(membersOf(memberOf(asset, 'destinations'))).flatMap((destination) => textOf(memberOf(destination, 'imageTag')) ?? []);
    return [...new Set(tags)].map((tag) => ({ tag, build }));
  });
}

function buildOf(directory: string, source: Members): Made<ImageBuild> {
  const context = textOf(source.directory);
  if (context === undefined) return { reason: 'a command of the app makes its image' };
  const { dockerBuildArgs: args, dockerBuildSecrets: secrets } = source;
  const at = path.resolve(directory, context);
  const options = present({
    target: textOf(source.dockerBuildTarget), platform: textOf(source.platform),
    network: textOf(source.networkMode), ssh: textOf(source.dockerBuildSsh),
  });
  const file = path.resolve(at, textOf(source.dockerFile) ?? 'Dockerfile');
  return { part: { directory: at, file, args: textsIn(args), secrets: textsIn(secrets), ...options } };
}

/** The texts of a map. */
export function textsIn(map: unknown): Record<string, string> {
  return Object.fromEntries(Object.entries(membersOf(map)).flatMap(([name, value]) => {
    const text = textOf(value);
    return text === undefined ? [] : [[name, text]];
  }));
}
