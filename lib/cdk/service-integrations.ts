import type { aws_stepfunctions as stepfunctions } from 'aws-cdk-lib';
import * as apigateway from 'aws-cdk-lib/aws-apigateway';
import { CdkIntegration } from '../aws';

const Aws = whereInstalled<typeof apigateway.AwsIntegration>(apigateway.AwsIntegration);
const Sagemaker = whereInstalled<typeof apigateway.SagemakerIntegration>(apigateway.SagemakerIntegration);

/** The integration of aws-cdk-lib, for methods of `RestApi` and of `Api`. */
export class AwsIntegration extends Aws {
  /** The integration of a method of `Api`. */
  public toIntegration(): CdkIntegration {
    return new CdkIntegration(this);
  }
}

/** The integration of aws-cdk-lib, for methods of `RestApi` and of `Api`. */
export class SagemakerIntegration extends Sagemaker {
  /** The integration of a method of `Api`. */
  public toIntegration(): CdkIntegration {
    return new CdkIntegration(this);
  }
}

/** Integrations of aws-cdk-lib with state machines, for methods of `RestApi` and of `Api`. */
export class StepFunctionsIntegration {
  /** Starts an execution of an express state machine and waits for its output. */
  public static startExecution(
    stateMachine: stepfunctions.IStateMachine, options?: apigateway.StepFunctionsExecutionIntegrationOptions,
  ): AwsIntegration {
    const integration = apigateway.StepFunctionsIntegration.startExecution(stateMachine, options);
    return Object.assign(integration, { toIntegration: () => new CdkIntegration(integration) });
  }
}

/** The class; without aws-cdk-lib one that nobody can use for want of a stack, so that this module can be loaded. */
function whereInstalled<Class>(made: Class | undefined): Class {
  return made ?? (Object as unknown as Class); // nothing is made of it
}
