import type { DeployedSpec, GatewaySpec } from '../../spec';

/** Location and identity of the code of one function. */
export interface LoadedCode {
  /** Absolute directory; never changes while it is served. */
  readonly directory: string;
  /** `<file>.<export>` inside the directory, as the runtime has it. */
  readonly handler: string;
  /** SHA-256 of the code, 64 hexadecimal digits. */
  readonly digest: string;
  /** Absolute directory that the code was copied from, if it is there. No part of the code's identity. */
  readonly sourceDirectory?: string;
}

/** A stage to be served: its own settings, and its deployment. */
export interface LoadedStage {
  readonly name: string;
  readonly variables: Readonly<Record<string, string>>;
  /** Fingerprint of the deployment. */
  readonly fingerprint: string;
  readonly deployed: DeployedSpec;
  /** Code of each function of the deployment. */
  readonly code: Readonly<Record<string, LoadedCode>>;
  /** `assembly`: as synthesized; `state`: as deployed. */
  readonly source: 'assembly' | 'state';
  /** The second deployment that receives a part of the traffic. */
  readonly canary?: LoadedCanary;
  /** On a stage with a canary: whether this is the canary. */
  readonly isCanary?: boolean;
}

/** The canary of a stage. */
export interface LoadedCanary {
  readonly percentTraffic: number;
  /** Whether it shares the response cache of the stage. */
  readonly useStageCache: boolean;
  readonly stage: LoadedStage;
}

/** An API with the stages that are deployed. */
export interface LoadedApi {
  readonly name: string;
  /** The definition as synthesized now; what is not deployed is not callable. */
  readonly definition: GatewaySpec;
  /** Code of the definition's functions, if there is any; the directories belong to the assembly. */
  readonly code: Readonly<Record<string, LoadedCode>>;
  readonly stages: readonly LoadedStage[];
  /** Values of tokens that the templates of the assembly say; given ones win. */
  readonly tokenValues?: Readonly<Record<string, string>>;
}

/** Where a gateway is read from. */
export interface LoadOptions {
  /** An assembly directory (`gateway.out`), or one `*.gateway.json` in it. */
  readonly source: string;
  /** Directory with deployments; default: beside the assembly, `gateway.state` for `gateway.out`. It need not exist. */
  readonly stateDirectory?: string;
  /** Names of the APIs to serve; default all. */
  readonly apis?: readonly string[];
  /** Whether every stage serves the definition as it is now, whatever was deployed or is pinned. */
  readonly ignoreDeployments?: boolean;
}
