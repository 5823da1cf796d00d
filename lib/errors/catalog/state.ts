import { catalogRows } from '../catalog-row';

/** Errors of assemblies and state directories, and rejected deploys. */
export const STATE_ERRORS = /* @__PURE__ */ catalogRows('state', {
  ASSEMBLY_NOT_FOUND: {
    message: 'there is no assembly or spec at {source}',
    help: 'Write one with synthgate synth, or pass another: an assembly directory or a *.gateway.json file.',
  },
  PATH_OUTSIDE_DIRECTORY: {
    message: '{path} does not resolve to a regular file or directory inside {directory}',
    help: 'An assembly, a state directory and the code of a function contain all that they use. Replace the link by what it points to.',
  },
  CLOUD_ASSEMBLY_WITHOUT_API: {
    message: 'the cloud assembly {directory} has no synthgate API; nested assemblies that have one: {others}',
    help: 'Declare the API with Api of "synthgate/aws" and run cdk synth, or pass the assembly of a stage.',
  },
  ASSEMBLY_DAMAGED: {
    message: 'the assembly is damaged: {reason}',
    help: 'Synthesize it again: synthgate synth. Copy an assembly as a whole directory.',
  },
  ASSEMBLY_VERSION_UNSUPPORTED: {
    message: 'the assembly has version {given}; this synthgate reads {allowed}',
    help: 'Use the synthgate that wrote it, or a newer one, or synthesize it again with this one.',
  },
  FUNCTION_CODE_MISSING: {
    message: 'there is no code for function "{name}": {reason}',
    help: 'A spec alone has no code. Serve the whole assembly that synthgate synth wrote.',
  },
  DEPLOYMENT_UNKNOWN: {
    message: 'there is no deployment "{deployment}" for stage "{stage}" of {api}',
    help: 'synthgate deployments lists them; synthgate deploy creates one from the current definition.',
  },
  DEPLOYMENT_NOT_HERE: {
    message: 'another gateway deployed {deployment} to stage "{stage}" of {api}, which is not here: {reason}; this one goes on serving {serves}',
    help: 'Copy its assembly to this machine, or its folder of deployments/ of a state directory. The gateway takes it by itself.',
  },
  DEPLOY_SUPERSEDED: {
    message: 'stage "{stage}" of {api} serves {deployment}, which another gateway deployed before {lost} of this one was shared',
    help: 'If it should serve the other one, deploy that again.',
  },
  DEPLOYMENT_AMBIGUOUS: {
    message: '"{deployment}" matches several deployments: {found}',
    help: 'Use more digits.',
  },
  NOTHING_DEPLOYED: {
    message: 'nothing was deployed in the state directory {directory}',
    help: 'synthgate deploy deploys the stages of an assembly; --state names another state directory.',
  },
  STAGE_NOT_DEPLOYED: {
    message: 'stage "{stage}" of {api} was never deployed in this state directory',
    help: 'synthgate deployments lists the stages; synthgate deploy --stage {stage} deploys it.',
  },
  ROLLBACK_IMPOSSIBLE: {
    message: 'stage "{stage}" of {api} is at its first deployment; there is no earlier one',
    help: 'Select another deployment with --to; synthgate deployments lists them.',
  },
  DEPLOY_IN_PROGRESS: {
    message: 'another deployment is in progress in this state directory: {holder}',
    help: 'Wait for it. If that process no longer exists (for example on another host), remove the file {file}.',
  },
  STATE_IN_USE: {
    message: 'another gateway serves from the state directory {directory}: {holder}',
    help: 'Stop that gateway, or give this one a directory of its own with --state: quotas and events of a directory belong to one gateway. If '
      + 'that process no longer exists (for example on another host), remove the file {file}.',
  },
  STATE_DAMAGED: {
    message: 'the state directory is damaged: {reason}',
    help: 'Restore the file from a backup. Without one, move it away and deploy the stage again.',
  },
  SECRET_FILE_EXPOSED: {
    message: 'others than its owner can access the secret in {file}: its mode is {mode}, and must be 600',
    help: 'Remove it, and a new one is made; what was made with it is no longer accepted. If nobody else uses this machine: chmod 600 {file}. '
      + 'On a file system without modes, put the state directory elsewhere with --state.',
  },
  STATE_VERSION_UNSUPPORTED: {
    message: 'the file has version {given}; this synthgate reads {allowed}',
    help: 'Use the synthgate that wrote the state directory, or a newer one.',
  },
  STATE_NOT_WRITABLE: {
    message: 'the state cannot be written: {reason}',
    help: 'Check space and permissions, or select another directory with --state. Nothing was changed.',
  },
  STATE_NAME_INVALID: {
    message: 'the {what} "{name}" cannot be used as a file name',
    help: 'Use letters, digits, _ - and . (at most 128, not starting with a dot).',
  },
  DASHBOARD_NOT_BUILT: {
    message: 'the page of the dashboard is missing in this installation: build/dashboard/index.html',
    help: 'Install synthgate again; in a clone of its repository, run npm run build.',
  },
});
