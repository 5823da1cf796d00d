import type { IntegrationKind, IntegrationOf, IntegrationSpec, Protocol } from '../../spec';
import type { CompileContext } from './compile-context';
import { compileHttp } from './http';
import { compileHttpApiBackend } from './http-api-backend';
import { compileHttpProxy } from './http-proxy';
import { compileMapped } from './mapped';
import { compileMock } from './mock';
import { compileHttpApiProxy, compileProxy, compileWebSocketProxy } from './proxy';
import { compileService } from './service';
import { compileServiceProxy } from './service-proxy';
import { compileUnavailable } from './unavailable';
import type { CompiledIntegration } from '../plan/integration';

type Compile<Kind extends IntegrationKind> = (spec: IntegrationOf<Kind>, context: CompileContext) => CompiledIntegration;

type Kinds = { readonly [Kind in IntegrationKind]: Compile<Kind> };

/** The list of integration kinds, typed over all kinds: a new kind without its file here does not compile. */
const REST_KINDS: Kinds = {
  'proxy': compileProxy,
  'mapped': compileMapped,
  'mock': compileMock,
  'http': compileHttp,
  'http-proxy': compileHttpProxy,
  'service': compileService,
  'service-proxy': compileServiceProxy,
  'unavailable': compileUnavailable,
};

/** The rules of the spec let no method of an HTTP API have another one. */
const HTTP_KINDS: Kinds = { ...REST_KINDS, 'proxy': compileHttpApiProxy, 'http-proxy': compileHttpApiBackend };

const WEBSOCKET_KINDS: Kinds = { ...REST_KINDS, proxy: compileWebSocketProxy };

const KINDS: Readonly<Record<Protocol, Kinds>> = {
  'rest': REST_KINDS, 'http': HTTP_KINDS, 'function-url': HTTP_KINDS, 'websocket': WEBSOCKET_KINDS,
};

/** Compiles the integration of a method by its kind's own file. */
export function compileIntegration(spec: IntegrationSpec, context: CompileContext): CompiledIntegration {
  // the entry of this very kind, which `spec.type` names
  const compile = KINDS[context.stage.protocol][spec.type] as Compile<IntegrationKind>;
  return compile(spec as never, context); // never: the intersection of all kinds; the line above chose the right one
}

export { NO_AWS_SERVICES, type CompileContext } from './compile-context';
export { eventStage } from './function-event';
export { withStageVariables } from './stage-function';
export type { VpcLinks } from './vpc-link';
