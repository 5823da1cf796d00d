import type { Issue } from '../errors';
import type { Places } from './places';
import type { TokenValues } from './tokens';

/** What is collected in addition to the spec. */
export interface CollectContext {
  readonly places: Places;
  readonly found: Issue[];
  readonly tokens: TokenValues;
}
