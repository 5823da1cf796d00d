import { readFileSync } from 'node:fs';
import { UsageError } from './suite';

/** The JSON of a file of cases that the command line names. @throws UsageError */
export function readCaseFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}
