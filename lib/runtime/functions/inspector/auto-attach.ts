/*
 * VS Code attaches to the programs of a terminal by itself: NODE_OPTIONS loads its bootloader into each Node, and
 * VSCODE_INSPECTOR_OPTIONS says how that reaches the editor. It announces the inspector of its process and waits until the editor
 * has set its breakpoints. Functions inherit nothing from the shell, so these two are passed on to those that are to be debugged.
 */

/** Environment variables that the processes of debugged functions start with; handlers do not see them. */
export type AutoAttach = Readonly<Record<string, string>>;

/** An option of Node that loads a program first, with the path in quotes or without. */
const REQUIRE = /(?:^|\s)(?:--require|-r)[ =]("(?:[^"\\]|\\.)*"|\S+)/g;
const BOOTLOADER = /(?:^|[\\/])bootloader[\w.]*\.c?js"?$/;
/** Between the options of several debuggers. */
const DELIMITER = ':::';

/** Returns the variables with which the editor of this terminal attaches by itself; undefined if it does not, or omits this program. */
export function autoAttachOf(environment: Readonly<Record<string, string | undefined>>): AutoAttach | undefined {
  const { NODE_OPTIONS: nodeOptions = '', VSCODE_INSPECTOR_OPTIONS: given = '' } = environment;
  const bootloader = [...nodeOptions.matchAll(REQUIRE)].map(([, file = '']) => file).find((file) => BOOTLOADER.test(file));
  const options = ownOptions(given);
  if (bootloader === undefined || options === undefined) return undefined;
  // the host of functions is none of the user's programs, which a filter selects by name
  return { NODE_OPTIONS: `--require ${bootloader}`, VSCODE_INSPECTOR_OPTIONS: JSON.stringify({ ...options, waitForDebugger: '' }) };
}

function ownOptions(given: string): object | undefined {
  const [own] = given.split(DELIMITER).filter((text) => text !== '');
  if (own === undefined) return undefined;
  try {
    const read: unknown = JSON.parse(own);
    return typeof read === 'object' && read !== null && 'inspectorIpc' in read ? read : undefined;
  } catch {
    return undefined; // another version's: its bootloader reads nothing from it, either
  }
}
