import type { IConstruct } from 'constructs';

/**
 * Where the nodes of a spec were declared. Issues of a spec locate a node by its name or a JSON pointer; authors of
 * constructs need the construct path.
 */
export class Locations {
  private readonly byName = new Map<string, IConstruct>();
  private readonly byPointer = new Map<string, IConstruct>();

  /** `subject` is what the spec was read as. */
  public constructor(private readonly subject: string) {}

  /** Stores a construct under the names and the path inside the spec that issues use. */
  public add(construct: IConstruct, names: readonly string[], path: readonly string[]): void {
    for (const name of names) this.byName.set(name, construct);
    this.byPointer.set(pointerOf(path), construct);
  }

  /** The construct that declared the node at a path inside the spec. */
  public constructAt(path: readonly string[]): IConstruct | undefined {
    return this.byPointer.get(pointerOf(path));
  }

  /** The location with its construct path; an unknown location stays unchanged. */
  public translate(location: string): string {
    const named = this.byName.get(location)?.node.path;
    if (named !== undefined) return named;
    const start = `${this.subject}#`;
    return location.startsWith(start) ? this.translatePointer(location.slice(start.length)) : location;
  }

  /** The construct of the longest known part of a pointer, followed by the rest. */
  private translatePointer(pointer: string): string {
    for (let known = pointer; known !== ''; known = known.slice(0, known.lastIndexOf('/'))) {
      const construct = this.byPointer.get(known)?.node.path;
      if (construct !== undefined) return known === pointer ? construct : `${construct}#${pointer.slice(known.length)}`;
    }
    return `${this.subject}#${pointer}`;
  }
}

function pointerOf(path: readonly string[]): string {
  let pointer = '';
  for (const part of path) pointer += `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  return pointer;
}
