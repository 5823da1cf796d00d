import { syncBuiltinESMExports } from 'node:module';

/** Signals to the gateway would open its inspector or stop it; Node's permission model does not forbid them. */
const REFUSED = ['kill', '_kill', '_debugProcess', '_debugEnd'] as const;

/** Takes from user code what would reach the gateway's process. */
export function lockProcess(): void {
  for (const name of REFUSED) {
    const refuse = () => {
      throw Object.assign(new Error(`process.${name} is not available to functions`), { code: 'ERR_ACCESS_DENIED' });
    };
    Object.defineProperty(process, name, { value: refuse, writable: false, configurable: false });
  }
  syncBuiltinESMExports();
}
