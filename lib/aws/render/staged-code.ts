import type { aws_lambda as lambda, aws_s3_assets as s3assets, AssetStaging, CfnResource } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { awsCdk } from '../aws-cdk';

/**
 * `Code.fromAsset` without the reference to the asset's bucket, for which CDK loads S3 and its facts of all regions: a tenth of the time
 * that a small app takes. The template and the assets are the same.
 */
export function stagedCode(sourcePath: string, options: s3assets.AssetOptions = {}): lambda.Code {
  const { aws_lambda: { Code } } = awsCdk();
  let staging: AssetStaging | undefined;
  class StagedCode extends Code {
    public readonly isInline = false;

    public bind(scope: Construct): lambda.CodeConfig {
      const asset = new Construct(scope, 'Code');
      staging = new (awsCdk().AssetStaging)(asset, 'Stage', { ...options, sourcePath });
      return { s3Location: locationOf(staging, asset) };
    }

    public override bindToResource(resource: CfnResource, { resourceProperty = 'Code' }: lambda.ResourceBindOptions = {}): void {
      if (staging !== undefined) describeAsset(resource, { staging, resourceProperty, isBundled: options.bundling !== undefined });
    }
  }
  return new StagedCode();
}

function locationOf(staging: AssetStaging, asset: Construct): NonNullable<lambda.CodeConfig['s3Location']> {
  const { Names, Stack, ValidationError } = awsCdk();
  if (!staging.isArchive) throw new ValidationError(`${staging.sourcePath} is neither a directory nor a .zip file`, asset);
  const stack = Stack.of(asset);
  const { bucketName, objectKey } = stack.synthesizer.addFileAsset({
    packaging: staging.packaging, sourceHash: staging.assetHash, fileName: staging.relativeStagedPath(stack), deployTime: true,
    displayName: Names.stackRelativeConstructPath(asset),
  });
  return { bucketName, objectKey };
}

interface DescribedAsset {
  readonly staging: AssetStaging;
  readonly resourceProperty: string;
  readonly isBundled: boolean;
}

/** Where the code is, for tools that run it. */
function describeAsset(resource: CfnResource, { staging, resourceProperty, isBundled }: DescribedAsset): void {
  const { cx_api: names, Stack } = awsCdk();
  if (!resource.node.tryGetContext(names.ASSET_RESOURCE_METADATA_ENABLED_CONTEXT)) return;
  resource.addMetadata(names.ASSET_RESOURCE_METADATA_PATH_KEY, staging.relativeStagedPath(Stack.of(resource)));
  resource.addMetadata(names.ASSET_RESOURCE_METADATA_IS_BUNDLED_KEY, isBundled);
  resource.addMetadata(names.ASSET_RESOURCE_METADATA_PROPERTY_KEY, resourceProperty);
}
