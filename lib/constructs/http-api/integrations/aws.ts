import { checkArgument, checkStruct, throwProblems } from '../../../props';
import type { IDuration } from '../../duration';
import type { IRole } from '../../role';
import { enumValue, type IntegrationInput } from '../../spec-input';
import type { ParameterMapping } from '../parameter-mapping';
import { HttpRouteIntegration } from './route-integration';

/**
 * The actions of AWS services that routes can call.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-aws-services-reference.html
 */
export enum HttpIntegrationSubtype {
  /** Sends an event to a bus of EventBridge. */
  EVENTBRIDGE_PUT_EVENTS = 'EventBridge-PutEvents',
  /** Sends a message to a queue. */
  SQS_SEND_MESSAGE = 'SQS-SendMessage',
  /** Receives messages of a queue. */
  SQS_RECEIVE_MESSAGE = 'SQS-ReceiveMessage',
  /** Deletes a message of a queue. */
  SQS_DELETE_MESSAGE = 'SQS-DeleteMessage',
  /** Deletes all messages of a queue. */
  SQS_PURGE_QUEUE = 'SQS-PurgeQueue',
  /** Reads a configuration of AppConfig. */
  APPCONFIG_GET_CONFIGURATION = 'AppConfig-GetConfiguration',
  /** Writes a record to a stream of Kinesis. */
  KINESIS_PUT_RECORD = 'Kinesis-PutRecord',
  /** Starts an execution of a state machine. */
  STEPFUNCTIONS_START_EXECUTION = 'StepFunctions-StartExecution',
  /** Runs an express state machine and returns its result. */
  STEPFUNCTIONS_START_SYNC_EXECUTION = 'StepFunctions-StartSyncExecution',
  /** Stops an execution. */
  STEPFUNCTIONS_STOP_EXECUTION = 'StepFunctions-StopExecution',
}

/** Settings of an integration with an AWS service. */
export interface HttpAwsIntegrationProps {
  /** The action that is called. */
  readonly subtype: HttpIntegrationSubtype;

  /** The parameters of the action, by `custom(name, value)`; `Region` is the region of the service, if it is not the API's own. */
  readonly parameterMapping: ParameterMapping;

  /**
   * The role with which API Gateway calls the service. Locally it has no effect.
   * @default - none
   */
  readonly credentialsRole?: IRole;

  /**
   * The time limit of a call: 50 ms to 30 s.
   * @default Duration.seconds(30)
   */
  readonly timeout?: IDuration;
}

/**
 * Calls an AWS service and returns its answer.
 * @example
 * new HttpAwsIntegration('Orders', {
 *   subtype: HttpIntegrationSubtype.SQS_SEND_MESSAGE,
 *   parameterMapping: new ParameterMapping()
 *     .custom('QueueUrl', 'https://sqs.eu-west-1.amazonaws.com/123456789012/Orders')
 *     .custom('MessageBody', '$request.body'),
 * })
 */
export class HttpAwsIntegration extends HttpRouteIntegration {
  private readonly props: HttpAwsIntegrationProps;

  /** Declares an integration. @param id - of its construct in the route */
  public constructor(id: string, props: HttpAwsIntegrationProps) {
    throwProblems('the integration', checkArgument('string', 'id', id));
    super(id);
    this.props = this._accept(checkStruct('HttpAwsIntegrationProps', props));
  }

  /** @internal */
  public _toSpec(): IntegrationInput {
    const { subtype, credentialsRole } = this.props;
    const { requestMappings: parameters = {}, ...shared } = this._shared();
    return { type: 'service-proxy', subtype: enumValue(subtype), parameters, credentials: credentialsRole?.roleArn, ...shared };
  }
}
