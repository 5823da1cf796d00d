import { existsSync } from 'node:fs';
import path from 'node:path';
import { readInside } from '../document/read-document';
import { boundsOf, type SourceBounds } from '../document/source-bounds';
import { deployedStack, type ImportedSource, type ImportOptions, type TemplateOptions } from '../imported-source';
import { apisOf } from '../template/api/apis';
import { assetsOfManifest, imagesOfManifest, stagedAssets, type StagedAsset, type StagedImage } from '../template/assets';
import { codeOutside, filesOf, environmentOf } from '../template/import-template';
import { deployedParameters } from '../template/solved-tokens';
import type { ResourceValues } from '../template/stack';
import { Stacks } from '../template/stacks';
import { itemsOf, memberOf, membersOf, textOf } from '../value';

const MANIFEST = 'manifest.json';

/** The REST APIs of a cloud assembly: of all its stacks, those of its stages included, as if all of them were deployed. */
export function importCloudAssembly(directory: string, options: ImportOptions): ImportedSource {
  const stacks = readStacks(directory, options);
  const { apis, issues, ...others } = apisOf(stacks, options.except);
  const files = [path.join(directory, MANIFEST), ...filesOf(stacks, apis)];
  const all = [...issues, ...stacks.issues, ...codeOutside(stacks, apis)];
  return { ...others, apis, issues: all, files, missingParameters: stacks.missingParameters };
}

/** The stacks of a cloud assembly. @param values - what references to resources give */
export function readStacks(directory: string, options: TemplateOptions, values?: ResourceValues): Stacks {
  const { parameters = {}, tokenValues, placeholder, allowOutside, deployed: allDeployed = [] } = options;
  const artifacts = artifactsOf(directory, boundsOf(directory, { allowOutside }));
  const staged = artifacts.flatMap((artifact) => artifact.assets);
  const images = artifacts.flatMap((artifact) => artifact.images);
  const assetsIn = new Map(assemblyDirectories(artifacts).map((at) => [at, stagedAssets(at, { files: staged, images, placeholder })]));
  // the app says which of its files it deploys: without staging they are where they were
  const bounds = boundsOf(directory, { allowOutside, assets: staged.map(({ file }) => file) });
  const stacks = new Stacks();
  for (const artifact of artifacts) {
    const assets = assetsIn.get(artifact.directory);
    if (artifact.template === undefined || assets === undefined) continue;
    const { account, region } = deployedTo(artifact.environment, options);
    const deployed = deployedStack(allDeployed, { name: artifact.stackName, account, region });
    const passed = { ...deployedParameters(deployed), ...artifact.parameters, ...parameters };
    const document = readInside(artifact.template, bounds);
    const { stackName: name, constructPaths } = artifact;
    const source = { name, document, parameters: () => passed, account, region, values, given: tokenValues, deployed, constructPaths };
    stacks.add({ ...source, assets });
  }
  return stacks;
}

/** The stacks of a cloud assembly, those of its stages included, with the account and region of those that name them. */
export function stacksNamedIn(directory: string): readonly { readonly name: string; readonly environment: string }[] {
  const stacks = artifactsOf(directory, boundsOf(directory)).filter(({ template }) => template !== undefined);
  return stacks.map(({ stackName: name, environment }) => ({ name, environment }));
}

interface Artifact {
  /** The assembly that it is part of. */
  readonly directory: string;
  /** Absolute path of a stack's template. */
  readonly template: string | undefined;
  readonly stackName: string;
  readonly environment: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly assets: readonly StagedAsset[];
  readonly images: readonly StagedImage[];
  /** By logical id. */
  readonly constructPaths?: ReadonlyMap<string, string>;
}

function assemblyDirectories(artifacts: readonly Artifact[]): string[] {
  return [...new Set(artifacts.map(({ directory }) => directory))];
}

/** The artifacts of an assembly and of those nested in it, which are its stages. */
function artifactsOf(directory: string, bounds: SourceBounds): Artifact[] {
  const file = path.join(directory, MANIFEST);
  if (!existsSync(file)) return [];
  return Object.entries(membersOf(memberOf(readInside(file, bounds).value, 'artifacts'))).flatMap(([id, artifact]) => {
    const properties = membersOf(memberOf(artifact, 'properties'));
    const inside = (name: unknown): string | undefined => (textOf(name) === undefined ? undefined : path.join(directory, String(name)));
    const base = { directory, template: undefined, stackName: id, environment: '', parameters: {}, assets: [], images: [] };
    switch (memberOf(artifact, 'type')) {
      case 'cdk:cloud-assembly': return artifactsOf(inside(properties.directoryName) ?? '', bounds);
      case 'cdk:asset-manifest': return [{ ...base, ...assetsIn(directory, inside(properties.file), bounds) }];
      case 'aws:cloudformation:stack': return [{
        ...base, template: existing(inside(properties.templateFile)), stackName: textOf(properties.stackName) ?? id,
        environment: textOf(memberOf(artifact, 'environment')) ?? '', parameters: membersOf(properties.parameters), assets: assetsOfMetadata(directory, artifact),
        constructPaths: constructPathsOf(artifact),
      }];
      default: return [];
    }
  });
}

function assetsIn(directory: string, file: string | undefined, bounds: SourceBounds): Pick<Artifact, 'assets' | 'images'> {
  if (file === undefined || !existsSync(file)) return { assets: [], images: [] };
  const manifest = readInside(file, bounds).value;
  return { assets: assetsOfManifest(directory, manifest), images: imagesOfManifest(directory, manifest) };
}

/** Before manifests of assets, stacks listed their assets as metadata. */
function assetsOfMetadata(directory: string, artifact: unknown): StagedAsset[] {
  return Object.values(membersOf(memberOf(artifact, 'metadata'))).flat().flatMap((entry) => {
    const data = memberOf(entry, 'type') === 'aws:cdk:asset' ? memberOf(entry, 'data') : undefined;
    const file = textOf(memberOf(data, 'path'));
    const hash = textOf(memberOf(data, 'sourceHash'));
    return file === undefined || hash === undefined ? [] : [{ file: path.resolve(directory, file), objectKey: `${hash}.zip` }];
  });
}

/** `/Stack/Pets/Resource` by the logical id, which an app notes also without metadata in its templates. */
function constructPathsOf(artifact: unknown): ReadonlyMap<string, string> {
  return new Map(Object.entries(membersOf(memberOf(artifact, 'metadata'))).flatMap(([at, entries]) => itemsOf(entries).flatMap((entry) => {
    const logicalId = memberOf(entry, 'type') === 'aws:cdk:logicalId' ? textOf(memberOf(entry, 'data')) : undefined;
    return logicalId === undefined ? [] : [[logicalId, at.replace(/^\//, '')] as const];
  })));
}

function existing(file: string | undefined): string | undefined {
  return file !== undefined && existsSync(file) ? file : undefined;
}

/** `aws://123456789012/eu-west-1`; what a stack leaves open is given, or that of the local gateway. */
function deployedTo(environment: string, options: TemplateOptions): ReturnType<typeof environmentOf> {
  const open = environmentOf(options);
  const [, account = '', region = ''] = /^aws:\/\/([^/]*)\/(.*)$/.exec(environment) ?? [];
  return {
    account: /^\d{12}$/.test(account) ? account : open.account,
    region: /^[a-z]+-[a-z-]+-\d+$/.test(region) ? region : open.region,
  };
}
