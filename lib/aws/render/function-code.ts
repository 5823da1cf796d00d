import type { aws_lambda as lambda } from 'aws-cdk-lib';
import type { ProxyFunction } from '../../constructs';
import { throwIfErrors } from '../../errors';
import { codeOfFunction, writeFiles, type FunctionCode, type MadeCode } from '../../synth';
import { awsCdk } from '../aws-cdk';

/** Code that was bundled for the cloud assembly; the gateway's assembly gets the same. */
const MADE = new WeakMap<ProxyFunction, MadeCode>();

/**
 * The code of a function as an asset of the cloud assembly: the same files that the local gateway runs. Nothing is bundled for a
 * stack that is not deployed (`cdk deploy Other`).
 * @throws DEFINITION_INVALID with what is wrong with the source
 */
export function assetCode(fn: ProxyFunction): lambda.Code {
  const { aws_lambda: { Code }, AssetHashType, DockerImage, Stack } = awsCdk();
  if (fn._source === undefined) throw new TypeError(`${fn.node.path} has no source`); // only functions that exist elsewhere have none
  return Code.fromAsset(fn._source.projectDirectory, {
    assetHashType: AssetHashType.CUSTOM,
    assetHash: Stack.of(fn).bundlingRequired ? made(fn).digest : 'not-bundled',
    bundling: {
      image: DockerImage.fromRegistry('unused'), // the files exist already
      local: {
        tryBundle: (directory) => {
          writeFiles(directory, made(fn).files);
          return true;
        },
      },
    },
  });
}

/** The code of a function in the cloud assembly, if it has been bundled. */
export function madeCode(fn: ProxyFunction): MadeCode {
  const known = MADE.get(fn) ?? codeOfFunction(fn);
  MADE.set(fn, known);
  return known;
}

function made(fn: ProxyFunction): FunctionCode {
  const { code, issues } = madeCode(fn);
  throwIfErrors(fn.node.path, issues);
  if (code === undefined) throw new TypeError(`${fn.node.path} has neither code nor an error`);
  return code;
}
