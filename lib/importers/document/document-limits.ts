import { GatewayError } from '../../errors';

/** The limits on one imported file. Templates of CloudFormation have at most 1 MB; the largest tree of an assembly had 13 MB. */
export const DOCUMENT_LIMITS = {
  bytes: 64 * 1024 * 1024,
  /** Objects and lists inside each other. */
  depth: 500,
  /** Values that aliases of YAML stand for: aliases in aliases could stand for more than any memory holds. */
  values: 1_000_000,
  /** Members that the loops of a template make. */
  loopMembers: 20_000,
} as const;

/** The error of a file that is beyond a limit. */
export function beyondLimit(file: string, reason: string): GatewayError {
  return new GatewayError('SOURCE_UNREADABLE', { reason }, { location: file });
}

/** Refuses a value that is too deep for whatever walks through it. @throws SOURCE_UNREADABLE */
export function checkDepth(value: unknown, file: string): void {
  let level = containers([value]);
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > DOCUMENT_LIMITS.depth) throw tooDeep(file);
    level = containers(level.flatMap((container) => Object.values(container)));
  }
}

function containers(values: readonly unknown[]): readonly object[] {
  return values.filter((value) => typeof value === 'object' && value !== null);
}

export function tooDeep(file: string): GatewayError {
  return beyondLimit(file, `it is nested more than ${DOCUMENT_LIMITS.depth} deep`);
}

/** Counts the members that the loops of one template make. */
export class LoopBudget {
  #left: number = DOCUMENT_LIMITS.loopMembers;

  public constructor(private readonly file: string) {}

  /** @throws SOURCE_UNREADABLE */
  public spend(members: number): void {
    this.#left -= members;
    if (this.#left < 0) throw beyondLimit(this.file, `its Fn::ForEach make more than ${DOCUMENT_LIMITS.loopMembers} members`);
  }
}
