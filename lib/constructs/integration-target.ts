import type { Integration } from './integrations/integration';

/** What a method can be bound to: a function, or an integration that says more. */
export interface IIntegrationTarget {
  /** The integration of a method that is bound to this. */
  toIntegration(): Integration;
}
