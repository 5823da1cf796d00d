import type { Integration } from './integrations/integration';

/** What a method can be bound to: a function or an integration. */
export interface IIntegrationTarget {
  /** The integration of a method bound to this target. */
  toIntegration(): Integration;
}
