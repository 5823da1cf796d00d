// Loaded into the gateway's process before anything else: its wall clock is ahead by as many milliseconds as a file says.
import { readFileSync } from 'node:fs';

const file = process.env.FAULTS_CLOCK ?? '';
const ClockOfMachine = Date;
const aheadMs = (): number => {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return 0; // it was not moved yet
  }
};

globalThis.Date = class extends ClockOfMachine {
  public constructor(...values: unknown[]) {
    // a date without values is now
    super(...(values.length === 0 ? [ClockOfMachine.now() + aheadMs()] : values) as [number]);
  }

  public static override now(): number {
    return ClockOfMachine.now() + aheadMs();
  }
} as DateConstructor;
