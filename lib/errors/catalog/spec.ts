import { catalogRows } from '../catalog-row';

/** Errors of a spec as a document. */
export const SPEC_ERRORS = /* @__PURE__ */ catalogRows('spec', {
  SPEC_INVALID: {
    message: '{reason}',
    help: 'gateway.schema.json, which synthgate synth writes to the assembly, describes every member of a spec.',
  },
  SPEC_NOT_JSON: {
    message: 'the spec is not valid JSON: {reason}',
    help: 'Pass a *.gateway.json file written by synthgate, or an assembly directory. An app is passed with --app.',
  },
  SPEC_FORMAT_UNSUPPORTED: {
    message: 'the spec has format {given}; this version reads {allowed}',
    help: 'Synthesize it again with this version, or use the version that wrote it.',
  },
  TOKEN_VALUE_MISSING: {
    message: 'the value of {token} is known only after deployment, and no local value was given',
    help: 'Give a parameter of a template with --parameter {token}=…, any other value with --token-value "{token}=…"; --write-token-values writes a file for --token-values with all missing values.',
  },
});
