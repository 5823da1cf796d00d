/** Modules of the AWS SDK that Lambda has for every runtime since Node.js 18; patterns as esbuild takes them. */
const SDK_V3: readonly string[] = ['@aws-sdk/*', '@smithy/*'];

/** Whether a runtime of Node.js has version 2 of the AWS SDK: up to Node.js 16. */
export function hasSdkV2(runtime: string): boolean {
  return /^nodejs(?:1[0-6]|8|6|4)\./.test(runtime);
}

/** Modules that Lambda has for a runtime of Node.js, which code need not bring along. */
export function providedModules(runtime: string | undefined): readonly string[] {
  return runtime !== undefined && hasSdkV2(runtime) ? ['aws-sdk'] : SDK_V3;
}
