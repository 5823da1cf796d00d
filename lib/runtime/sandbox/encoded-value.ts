/** A value of a template as it is handed to a worker and back. */
export type EncodedValue =
  | { readonly type: 'scalar'; readonly value: unknown }
  | { readonly type: 'double'; readonly value: number }
  | { readonly type: 'decimal'; readonly unscaled: bigint; readonly scale: number }
  | { readonly type: 'list'; readonly isMade: boolean; readonly items: readonly EncodedValue[] }
  | EncodedMap;

export interface EncodedMap {
  readonly type: 'map';
  readonly marks: MapMarks;
  readonly members: readonly (readonly [string, EncodedValue])[];
}

/** Special properties of a map, except for methods. */
export interface MapMarks {
  readonly isSilent: boolean;
  /** Whether it is an entry of another map. */
  readonly isEntry?: true;
  /** Members that one template may set only once: the one of that name, or all. */
  readonly once?: { readonly name?: string | undefined };
}
