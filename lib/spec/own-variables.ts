/** Environment variables that synthgate sets for processes of its own; nobody else sets them. */
export const OWN_PROCESS_VARIABLES = {
  /** The command line bundles functions itself, to bundle only what changed. */
  leaveBundling: 'SYNTHGATE_LEAVE_BUNDLING',
  /** Functions whose source is missing are replaced by made-up answers. */
  mock: 'SYNTHGATE_MOCK',
  /** Settings of the function that takes JSON Web Tokens on AWS. */
  jwt: 'SYNTHGATE_JWT',
} as const;
