import type { Protocol, Route } from '../../spec';

/** One API that is being served. */
export interface ServedApi {
  readonly name: string;
  readonly apiId: string;
  readonly protocol: Protocol;
  /** `http://127.0.0.1:3000`, of a WebSocket API `ws://127.0.0.1:3000`, and its base path if it has one; requests go to `{url}/{stage}/{path}`, unless the base path names the stage. */
  readonly url: string;
  /** Names of the functions of the definition and of what is deployed, sorted. */
  readonly functions: readonly string[];
  /** Stages that can be called: behind base paths that name stages, no others. */
  readonly stages: readonly ServedApiStage[];
}

/** A stage of an API that is being served. */
export interface ServedApiStage {
  readonly name: string;
  /** Requests go to `{url}/{path}`. */
  readonly url: string;
  readonly fingerprint: string;
  readonly source: 'assembly' | 'state';
  readonly routes: readonly Route[];
}

/** The management port of a running gateway. */
export interface ServedManagement {
  /** `http://127.0.0.1:4000`. */
  readonly url: string;
  /** The file with the bearer token that it asks for; its owner alone may read it. */
  readonly tokenFile: string;
  /** The dashboard's page, with the token: print it, but do not log it. Undefined without a dashboard. */
  readonly dashboardUrl: string | undefined;
}

/** The processes of a running gateway that serve requests. */
export interface ServingProcesses {
  readonly wanted: number;
  /** Process ids of those that serve now. */
  readonly serving: readonly number[];
}
