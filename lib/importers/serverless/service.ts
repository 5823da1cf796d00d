import type { ModuleOf } from './functions';
import { unreadEvents } from './http-events';
import { isUnresolved, listOf, mapOf, member, mergedMaps, textOf, type JsonMap } from './value';

/** The service with what all of its parts need to know. */
export interface Service {
  readonly name: string;
  readonly stage: string;
  readonly provider: JsonMap;
  readonly functions: JsonMap;
  /** Variables that stand for functions, events or resources that are not here. */
  readonly unread: readonly string[];
  readonly moduleOf: ModuleOf;
}

/** Information about a service that is not in its file. */
export interface ServiceContext {
  /** Options of the command line, such as `stage`. */
  readonly options?: Readonly<Record<string, string>>;
  readonly moduleOf?: ModuleOf;
}

/** Reads a service whose variables are resolved. */
export function serviceOf(document: unknown, { options = {}, moduleOf = () => undefined }: ServiceContext): Service {
  const name = member(document, 'service', 'name') ?? member(document, 'service');
  const provider = mapOf(member(document, 'provider'));
  return {
    name: textOf(name) ?? 'service',
    stage: options['stage'] ?? textOf(provider['stage']) ?? 'dev',
    provider,
    functions: mergedMaps(member(document, 'functions')),
    unread: [...unreadEvents(member(document, 'functions')), ...unreadResources(member(document, 'resources'))],
    moduleOf,
  };
}

/** Data files of resources that are not here. Programs (`.js`, `.ts`) are never run, and are reported as variables without a value. */
function unreadResources(resources: unknown): string[] {
  const parts = listOf(resources).flatMap((part) => [part, member(part, 'Resources')]);
  return parts.flatMap((part) => (isUnresolved(part) && !/\.[cm]?[jt]s\b/.test(part) ? [part] : []));
}
