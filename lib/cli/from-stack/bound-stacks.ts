import * as z from 'zod';
import type { DeployedStack } from '../../importers';
import type { LogEntry } from '../../runtime';

const texts = z.record(z.string(), z.string());

/** A deployed stack as it was read; it is kept in the state directory. Variables and keys are secrets. */
export const readStackSchema = z.object({
  name: z.string(),
  account: z.string(),
  region: z.string(),
  resources: z.record(z.string(), z.object({ type: z.string(), physicalId: z.string() })),
  outputs: texts,
  parameters: texts,
  /** Values of exported outputs, by the names that they are imported by. */
  exports: texts,
  /** Environment variables of functions, by logical id. */
  variables: z.record(z.string(), texts),
  /** API keys by logical id. */
  apiKeys: z.record(z.string(), z.object({ name: z.string(), value: z.string() })),
  get nested() {
    return z.record(z.string(), readStackSchema);
  },
});

export type ReadStack = z.infer<typeof readStackSchema>;

export interface BoundStacks {
  readonly stacks: readonly ReadStack[];
  readonly notices: readonly LogEntry[];
}

export function withNested(stacks: readonly ReadStack[]): readonly ReadStack[] {
  return stacks.flatMap((stack) => [stack, ...withNested(Object.values(stack.nested))]);
}

/** A stack without variables and keys, for what reads templates: it may be written to disk. */
export function withoutSecrets({ name, account, region, resources, outputs, parameters, nested }: ReadStack): DeployedStack {
  const inside = Object.entries(nested).map(([logicalId, stack]) => [logicalId, withoutSecrets(stack)] as const);
  return { name, account, region, resources, outputs, parameters, nested: Object.fromEntries(inside) };
}
