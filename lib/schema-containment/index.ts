export { compareSchemas, type Containment, type ShownNarrowing } from './compare-schemas';
export type { Draft, SchemaNode, SchemaSource } from './library';
export type { Narrowing, NarrowingKind } from './question';
