import type { MethodSpec } from '../../spec';
import type { ServedStage } from '../plan/exchange';
import type { Inspection } from '../plan/inspection';
import type { RunInSandbox } from '../sandbox/jobs';
import type { AwsServices, FunctionEngine, HttpClient, SystemPorts } from '../ports';
import type { VpcLinks } from './vpc-link';

/** The context in which an integration is compiled, once per method and load. */
export interface CompileContext {
  readonly stage: ServedStage;
  /** Location of the method, for messages: `PetsApi/pets GET`. */
  readonly location: string;
  /** The method responses by status; an integration response without one cannot be sent. Undefined for kinds of APIs that declare none. */
  readonly methodResponses: MethodSpec['methodResponses'] | undefined;
  readonly resourceId: string;
  readonly resourcePath: string;
  readonly engine: FunctionEngine;
  readonly http: HttpClient;
  readonly services: AwsServices;
  /** The local addresses of VPC links, by their names. */
  readonly vpcLinks: VpcLinks;
  readonly ports: SystemPorts;
  readonly run: RunInSandbox;
  /** Is shown what templates make. */
  readonly inspection?: Pick<Inspection, 'rendered'> | undefined;
}

/** An integration for which the gateway does nothing by itself. */
export const PLAIN = { tracesResponses: false, tracesErrors: false, requiresJsonBody: false, mapsResponses: false } as const;

/** No service is reached. */
export const NO_AWS_SERVICES: AwsServices = { endpointOf: () => undefined };
