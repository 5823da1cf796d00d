import type { Issue } from '../errors';
import type { Locations } from './locations';
import type { TokenValues } from './tokens';

/** Data that is collected in addition to the spec. */
export interface CollectContext {
  readonly locations: Locations;
  readonly issues: Issue[];
  readonly tokens: TokenValues;
}
