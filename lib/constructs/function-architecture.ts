/** The processors that a function is deployed to. Locally, code runs on the processor of this machine. */
export enum FunctionArchitecture {
  /** 64-bit x86. */
  X86_64 = 'x86_64',
  /** 64-bit ARM: AWS Graviton. */
  ARM_64 = 'arm64',
}
