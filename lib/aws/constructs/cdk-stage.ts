import type { aws_apigatewayv2 as v2 } from 'aws-cdk-lib';
import { Dependable, type Construct } from 'constructs';

/** Stages of the CDK by ours: each is made once. */
const KNOWN = new WeakMap<Construct, v2.IStage>();

/** A stage as the CDK has it. A construct that depends on it waits for our stage. */
export function asCdkStage<Stage extends v2.IStage>(stage: Construct, make: () => Stage): Stage {
  const known = KNOWN.get(stage) as Stage | undefined; // a stage is of one kind
  if (known !== undefined) return known;
  const cdkStage = make();
  Dependable.implement(cdkStage, { dependencyRoots: [stage] });
  KNOWN.set(stage, cdkStage);
  return cdkStage;
}
