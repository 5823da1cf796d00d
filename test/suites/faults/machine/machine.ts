// Plays the faults of the machine, one after the other, while a healthy function is called all the time.
import type { CaseResult } from '../../suite';
import { loadNeighbor } from '../neighbor';
import { MACHINE_CASES, type MachineCase } from './cases';
import { startMachineGateway, stopMachineGateway, type MachineGateway } from './machine-gateway';

export { MACHINE_CASES };

/** Its log is on a disk of a size that must suffice for a soak. */
const NEIGHBOR_PAUSE_MS = 100;
const NO_DISKS = 'this system permits no small disks (unshare -m and mount, as root)';

export interface MachineRun {
  readonly results: readonly CaseResult[];
  /** How often cases were played. */
  readonly played: number;
}

/** Plays cases on a gateway of their own: once each, or again and again until `until` says that it is over. */
export async function playMachine(cases: readonly MachineCase[], isOver: () => boolean = () => true): Promise<MachineRun> {
  if (cases.length === 0) return { results: [], played: 0 };
  const gateway = await startMachineGateway();
  const neighbor = loadNeighbor(gateway, NEIGHBOR_PAUSE_MS);
  const isLeftOut = (one: MachineCase): boolean => one.onDisk === true && !gateway.hasDisks;
  const problems = new Map<MachineCase, readonly string[]>();
  let played = 0;
  const play = async (one: MachineCase): Promise<void> => {
    played += 1;
    problems.set(one, [...problems.get(one) ?? [], ...await problemsOf(one, gateway)]);
  };
  try {
    do {
      for (const next of cases.filter((each) => each.isLast !== true && !isLeftOut(each))) await play(next);
    } while (!isOver() && gateway.exit() === undefined);
    const { errors } = await neighbor.stop();
    for (const last of cases.filter(({ isLast }) => isLast)) await play(last);
    const results = cases.map((one): CaseResult => ({
      name: `${one.id} ${one.title}`, problems: problems.get(one) ?? [], ...(isLeftOut(one) && { leftOut: NO_DISKS }),
    }));
    return { results: [...results, { name: 'neighbor of the faults of the machine is well', problems: [...new Set(errors)].slice(0, 5) }], played };
  } finally {
    await stopMachineGateway(gateway);
  }
}

/** Problems of a case, and the end of a gateway that was not to end. */
async function problemsOf({ run, isLast }: MachineCase, gateway: MachineGateway): Promise<readonly string[]> {
  const problems = await run(gateway).catch((error: unknown) => [error instanceof Error ? error.message : String(error)]);
  const exit = gateway.exit();
  return exit === undefined || isLast === true ? problems : [...problems, `the gateway ended with ${exit}: ${gateway.errors().slice(-2_000)}`];
}
