import { functionLabel, type RuntimeName } from '../../../spec';
import type { LoadedApi } from '../../plan/loaded';
import { runtimeKind } from '.';

/** The program of this machine that runs the functions of one runtime. */
export interface RuntimeReport {
  /** By Lambda's name; undefined for functions that name none, which are of Node.js. */
  readonly runtime: string | undefined;
  /** The names that people know the functions by. */
  readonly functions: readonly string[];
  /** The program: `Python 3.12.4 (/usr/bin/python3)`; undefined if there is none. */
  readonly title?: string;
  /** Whether it is of another version than the runtime. */
  readonly isOtherVersion: boolean;
  /** Why there is none. */
  readonly problem?: string;
}

/** Looks for the programs of all functions that have code here, and starts none. Functions of one runtime and program are together. */
export async function reportRuntimes(apis: readonly LoadedApi[]): Promise<readonly RuntimeReport[]> {
  const all = apis.flatMap(({ definition: { functions }, code }) =>
    Object.entries(code).map(([name, loaded]) => ({ name, functions, loaded })));
  const reports = await Promise.all(all.map(async ({ name, functions, loaded }) => {
    const runtime = functions[name]?.unavailable === undefined ? functions[name]?.runtime : undefined;
    return { runtime, functions: [functionLabel(functions, name)], ...await programOf(runtime, loaded) };
  }));
  const grouped = new Map<string, RuntimeReport>();
  for (const report of reports) {
    const key = JSON.stringify([report.runtime, report.title, report.problem]);
    const before = grouped.get(key)?.functions ?? [];
    grouped.set(key, { ...report, functions: [...new Set([...before, ...report.functions])].sort() });
  }
  return [...grouped.values()];
}

async function programOf(
  runtime: string | undefined, { directory: codeDirectory, sourceDirectory }: LoadedApi['code'][string],
): Promise<Pick<RuntimeReport, 'title' | 'isOtherVersion' | 'problem'>> {
  // written by the importers and constructs, which know the names
  const wanted = { runtime: runtime as RuntimeName | undefined, codeDirectory, sourceDirectory };
  try {
    const { title, isOtherVersion } = await runtimeKind(wanted).find(wanted, { nodePath: process.execPath, hostFile: '' });
    return { title, isOtherVersion };
  } catch (error) {
    return { isOtherVersion: false, problem: error instanceof Error ? error.message : String(error) };
  }
}
