import { CONTRACT_USE_ERRORS } from '../errors';
import { createRequire } from 'node:module';
import type * as cdkCore from 'aws-cdk-lib';
import type * as cdkLambda from 'aws-cdk-lib/aws-lambda';
import type * as cdkNodejs from 'aws-cdk-lib/aws-lambda-nodejs';
import type * as cdkApiGateway from 'aws-cdk-lib/aws-apigateway';
import type * as fastCheck from 'fast-check';
import type * as aws from '../aws';
import type * as synthgate from '../constructs';
import type * as spec from '../spec';
import { ContractError } from './contract-error';

// Loaded where a contract is added to an API, by paths that are the same in lib/ and in build/: handlers and clients, which share the
// entry point, need none of it.
const load = (name: string): unknown => createRequire(__filename)(name);

/** The constructs of `synthgate`. */
export function constructs(): typeof synthgate {
  return load('../constructs') as typeof synthgate;
}

/** The constructs of `synthgate/aws`. */
export function awsConstructs(): typeof aws {
  return load('../aws') as typeof aws;
}

/** The converter of JSON Schema to draft 4. */
export function specModule(): typeof spec {
  return load('../spec') as typeof spec;
}

/** The CDK's own classes. */
export function cdk(): Cdk {
  const { FeatureFlags } = load('aws-cdk-lib') as typeof cdkCore;
  const { Runtime, RuntimeFamily } = load('aws-cdk-lib/aws-lambda') as typeof cdkLambda;
  const { NodejsFunction } = load('aws-cdk-lib/aws-lambda-nodejs') as typeof cdkNodejs;
  return { ...load('aws-cdk-lib/aws-apigateway') as typeof cdkApiGateway, FeatureFlags, Runtime, RuntimeFamily, NodejsFunction };
}

type Cdk = typeof cdkApiGateway & Pick<typeof cdkCore, 'FeatureFlags'> & Pick<typeof cdkLambda, 'Runtime' | 'RuntimeFamily'>
  & Pick<typeof cdkNodejs, 'NodejsFunction'>;

/** @throws CONTRACT_PACKAGE_MISSING */
export function fastCheckLibrary(): typeof fastCheck {
  try {
    return load('fast-check') as typeof fastCheck;
  } catch (error) {
    throw new ContractError('CONTRACT_PACKAGE_MISSING', { name: 'fast-check', reason: error instanceof Error ? error.message : String(error) }, CONTRACT_USE_ERRORS);
  }
}
