/** An object with the member, or an empty one if there is no value. */
export function optional<Name extends string, Value>(name: Name, value: Value | null | undefined): Partial<Record<Name, Value>> {
  return value === undefined || value === null ? {} : { [name]: value } as Record<Name, Value>; // the one member
}
