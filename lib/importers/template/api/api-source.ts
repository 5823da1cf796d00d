import type { Issue } from '../../../errors';
import type { DeclaredParts, GatewaySpecInput, LostRoute } from '../../../spec';
import type { Resource } from '../stack';
import type { FunctionTable } from './functions';

/** The resources that one API is made of, with what reports about them. */
export interface ApiSource {
  readonly api: Resource;
  /** As templates refer to it. */
  readonly id: string;
  /** Whether the API itself is declared elsewhere: what its resources are below of is taken as its root. */
  readonly isElsewhere?: boolean;
  readonly name: string;
  /** All resources of all stacks: those of an API may be in other stacks. */
  readonly resources: readonly Resource[];
  /** Nested stacks whose template is not here. */
  readonly missingStacks: readonly Resource[];
  /** Why templates may declare resources that are not here. */
  readonly missing: readonly string[];
  readonly functions: FunctionTable;
  readonly fileAt: (resource: Resource, location: unknown) => string | undefined;
  readonly report: (resource: Resource, issue: Issue) => void;
}

/** An API as its resources declare it. */
export interface DeclaredApi {
  readonly spec: GatewaySpecInput;
  /** Why no method may be called. */
  readonly closed?: string;
  /** Routes of the source that the spec does not have. */
  readonly lost: readonly LostRoute[];
  /** Parts that its document declares beside the spec, or that cannot be read. @default - it has no document */
  readonly declared?: DeclaredParts;
}
