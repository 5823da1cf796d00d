import type { IntegrationKind, IntegrationOf, IntegrationSpec } from '../../spec';
import type { CompileContext } from './compile-context';
import { compileHttp } from './http';
import { compileHttpProxy } from './http-proxy';
import { compileMapped } from './mapped';
import { compileMock } from './mock';
import { compileProxy } from './proxy';
import { compileService } from './service';
import { compileUnavailable } from './unavailable';
import type { CompiledIntegration } from '../plan/integration';

type Compile<Kind extends IntegrationKind> = (spec: IntegrationOf<Kind>, context: CompileContext) => CompiledIntegration;

/** The list of integration kinds, typed over all kinds: a new kind without its file here does not compile. */
const KINDS: { readonly [Kind in IntegrationKind]: Compile<Kind> } = {
  'proxy': compileProxy,
  'mapped': compileMapped,
  'mock': compileMock,
  'http': compileHttp,
  'http-proxy': compileHttpProxy,
  'service': compileService,
  'unavailable': compileUnavailable,
};

/** Compiles the integration of a method by its kind's own file. */
export function compileIntegration(spec: IntegrationSpec, context: CompileContext): CompiledIntegration {
  const compile = KINDS[spec.type] as Compile<IntegrationKind>; // the entry of this very kind, which `spec.type` names
  return compile(spec as never, context); // never: the intersection of all kinds; the line above chose the right one
}

export { NO_AWS_SERVICES, type CompileContext } from './compile-context';
export { eventStage } from './function-event';
