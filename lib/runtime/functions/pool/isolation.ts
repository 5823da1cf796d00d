import { GatewayError } from '../../../errors';
import type { FunctionVersion } from '../../ports';
import type { EngineSettings } from '../options';
import { canReach, type FunctionUser } from '../process/function-user';
import { unsettableLimits } from '../process/process-limits';
import { whyNoSandbox } from '../process/sandbox';
import { runtimeKind, type Interpreter, type RuntimeKind } from '../runtimes';
import { RuntimeMissing } from '../runtimes/runtime-missing';
import type { ProcessShape, Purpose } from './unassigned-process';

/** Said in the words of `notEnforced`. */
const SAME_USER = 'a user of their own, so the state directory is protected by Node\'s permission model only (that needs a gateway that runs as root)';

/** Decides how processes are isolated, and reports once what is not enforced. */
export class Isolation {
  /** Kinds of which the limits were reported that are not enforced, and runtimes of which another version runs. */
  readonly #reported = new Set<RuntimeKind | string>();
  #hasReportedUser = false;
  #isClosed = false;

  public constructor(private readonly settings: EngineSettings) {}

  public close(): void {
    this.#isClosed = true;
  }

  /** Why processes of a user are in no sandbox; undefined if they are. */
  public async whyNoSandbox(user: FunctionUser | undefined): Promise<string | undefined> {
    return this.settings.sandbox === 'off' ? 'it is off' : whyNoSandbox(user);
  }

  /** Whether a process is in a sandbox: not one that may touch all files. @throws RuntimeMissing, if there must be one and is none */
  public async sandboxes(
    { runtime }: FunctionVersion, { kind, interpreter }: ProcessShape,
    { user, needsFiles }: { readonly user: FunctionUser | undefined; readonly needsFiles: boolean },
  ): Promise<boolean> {
    if (interpreter.container !== undefined) return false; // it is one
    const reason = await this.whyNoSandbox(user);
    if (needsFiles || reason === undefined) return !needsFiles;
    if (this.settings.sandbox !== 'required') return false;
    throw new RuntimeMissing({ runtime: runtime ?? kind.wire, lookedIn: `it has no sandbox, which --sandbox required asks for: ${reason}`, install: 'apt-get install bubblewrap' });
  }

  /** Whether processes confine themselves where a sandbox is wanted, and none can be made. */
  public async confines({ canConfineItself }: Interpreter): Promise<boolean> {
    return this.settings.sandbox === 'auto' && await canConfineItself?.() === true;
  }

  /** Once for each kind; where the limits cannot be looked for, the next process tries again. Never rejects. */
  public async warn({ kind, interpreter }: ProcessShape): Promise<void> {
    const { dataKiB, user, notEnforced, container } = interpreter;
    if (container !== undefined || this.#reported.has(kind)) return;
    this.#reported.add(kind);
    const unsettable = await unsettableLimits(dataKiB).catch(() => undefined);
    if (unsettable === undefined) this.#reported.delete(kind);
    if (unsettable === undefined || this.#isClosed) return;
    const noSandbox = await this.whyNoSandbox(user);
    const isSandboxed = noSandbox === undefined;
    const instead = !isSandboxed && await this.confines(interpreter) ? '; Landlock keeps functions from files outside of /tmp that are not theirs' : '';
    const reason = isSandboxed || this.settings.sandbox === 'off' ? [] : [`a sandbox (${noSandbox}${instead})`];
    const hasLimitsOnly = isSandboxed && !kind.readsOwnCodeOnly;
    const missing = [...(hasLimitsOnly ? unsettable : notEnforced(unsettable, process.platform)), ...reason];
    if (missing.length > 0) this.#report('warn', missing);
    else if (user === undefined && !isSandboxed) this.#report('info', [SAME_USER]);
  }

  /** Once for each runtime. @throws RuntimeMissing, if only the wanted version will do */
  public noteVersion({ runtime }: FunctionVersion, { title }: Interpreter): void {
    if (runtime === undefined) return;
    if (this.settings.strictRuntimes) {
      throw new RuntimeMissing({ runtime, lookedIn: `only ${title} is here, which --strict-runtimes refuses`, install: runtimeKind({ runtime }).installCommand(runtime) });
    }
    if (!runtimeKind({ runtime }).namesOtherVersion || this.#reported.has(runtime)) return;
    this.#reported.add(runtime);
    const { code, message } = new GatewayError('FUNCTION_RUNTIME_DIFFERS', { runtime, title });
    this.settings.ports.log({ level: 'warn', code, message });
  }

  /**
   * Returns the user that runs a process; undefined for the gateway's own: it runs functions that may touch all its files, whose code
   * only it can read, or to which its editor attaches.
   */
  public userOf({ user }: Interpreter, purpose: Pick<Purpose, 'version' | 'permissions' | 'autoAttach'> | undefined): FunctionUser | undefined {
    if (user === undefined || purpose === undefined) return user;
    if (purpose.permissions.includes('files') || purpose.autoAttach !== undefined) return undefined;
    if (canReach(purpose.version.codeDirectory, user)) return user;
    if (!this.#hasReportedUser) this.#report('info', [SAME_USER]);
    this.#hasReportedUser = true;
    return undefined;
  }

  #report(level: 'info' | 'warn', missing: readonly string[]): void {
    this.settings.ports.log({
      level, code: 'ISOLATION_PARTIAL', message: `functions are isolated less than they could be; not enforced here: ${missing.join('; ')}`,
    });
  }
}
