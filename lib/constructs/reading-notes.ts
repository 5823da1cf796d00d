import type { Issue } from '../errors';
import type { Places } from './places';
import type { TokenValues } from './tokens';

/** Where collecting a spec puts what it learns besides the spec. */
export interface ReadingNotes {
  readonly places: Places;
  readonly found: Issue[];
  readonly tokens: TokenValues;
}
