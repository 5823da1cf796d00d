import { catalogRows } from '../catalog-row';

export const COMMAND_ERRORS = /* @__PURE__ */ catalogRows('command', {
  OPTION_INVALID: {
    exitCode: 3,
    message: '{option} is "{given}"; expected {allowed}',
    help: 'synthgate <command> --help explains each option.',
  },
  COMMAND_LINE_INVALID: {
    exitCode: 3,
    message: '{problem}',
    help: 'synthgate --help lists the commands, synthgate <command> --help their arguments and options.',
  },
  OPTION_NAME_UNKNOWN: {
    exitCode: 3,
    message: 'no {what} "{given}"; {known}',
    help: 'Correct the name: what is given for an unknown one would have no effect. synthgate ls lists APIs, stages and functions.',
  },
  DEAD_LETTERS_NOT_CHOSEN: {
    exitCode: 3,
    message: '{problem}; pass ids, --function <name> or --all',
    help: 'synthgate dlq ls lists the dead letters with their ids.',
  },
  OPTION_UNKNOWN: {
    exitCode: 3,
    message: '"{option}" is not a known option; {known}',
    help: 'The options are listed in docs/reference/serve-options.md; a misspelled one would have no effect.',
  },
  SERVE_FOLLOWS_NO_EDITS: {
    exitCode: 3,
    message: 'synthgate serve has no {option}: it does not follow edits of the app',
    help: 'Run synthgate dev: it rebuilds functions and definition whenever a file is saved. serve reloads when an assembly or a deployment changes.',
  },
  INIT_FILES_EXIST: {
    message: '{directory} already has {files}; nothing was written',
    help: 'Choose another directory, or replace these files with --force. Settings are never replaced: package.json and .gitignore are completed, others are kept.',
  },
  STAGE_NOT_DECLARED: {
    message: '{api} declares no stage {stage}; {known}',
    help: 'Check the name. To deploy to a stage that the app does not declare, pass --create.',
  },
  DEPLOY_BREAKING: {
    message: 'callers of {api} {stage} would fail: {count} breaking',
    help: 'Nothing was deployed. --yes deploys all; synthgate diff stage:{stage} --accept accepts one.',
  },
  COMMAND_NOT_STARTED: {
    message: 'the command {command} cannot be started: {reason}',
    help: 'Check its name and the PATH. Shell syntax needs a shell: synthgate exec -- sh -c "…".',
  },
  VPC_LINK_UNKNOWN: {
    exitCode: 3,
    message: 'no method is behind the VPC link {link}; links of the source: {known}',
    help: 'Name a link by its logical id in the source, or by its id where it is declared elsewhere.',
  },
  DIFF_SIDE_UNKNOWN: {
    message: '"{side}" is neither a file or directory nor a revision of a git repository here',
    help: 'Nothing was compared. Name a source (an assembly, spec, template or OpenAPI document) or a revision: git rev-parse <name> shows whether it is one. In a shallow clone, fetch it first.',
  },
  DIFF_SIDE_FAILED: {
    message: '{side} could not be built: {step} failed: {reason}',
    help: 'Nothing was compared. Correct the cause, or name an assembly that was written for that side: synthgate synth --output <directory>.',
  },
  DIFF_NOTHING_TO_COMPARE: {
    message: 'neither {base} nor {head} has such an API',
    help: 'Nothing was compared. Check --api: synthgate ls lists the names.',
  },
  DIFF_ACCEPTED_INVALID: {
    message: '{file} cannot be read: {reason}',
    help: 'Nothing was compared. It is a list of {"fingerprint", "api", "rule", "place", "reason", "until", "by"}; synthgate diff --accept <fingerprint> --reason "…" writes it.',
  },
  DOCS_RENDERER_MISSING: {
    message: 'references are rendered by swagger-ui-dist, which is not installed in {directory}',
    help: 'npm install --save-dev swagger-ui-dist',
  },
  APP_MISSING: {
    exitCode: 3,
    message: 'no app given: neither synthgate.json nor cdk.json names one, and there is no app.ts, src/app.ts or single file in bin/ that imports synthgate or aws-cdk-lib; there is no template.yaml, openapi.yaml, swagger.yaml or serverless.yml either',
    help: 'For a new project, run npx synthgate init. Otherwise name the app with -a/--app, or write {"app": "bin/gateway.ts"} into synthgate.json.',
  },
  APP_NOT_FOUND: {
    exitCode: 3,
    message: 'no file {file}',
    help: 'Check its path. An app is a TypeScript or JavaScript file, or a shell command that runs one.',
  },
  APP_NOT_BUNDLED: {
    message: 'the app {file} cannot be bundled: {reason}',
    help: 'Correct the source, or run the app yourself and pass the assembly it writes.',
  },
  CDK_BUNDLING_LEFT: {
    message: 'the app bundles this itself: {reason}; so each save of a file of the project that is not known runs the app',
    help: 'A NodejsFunction that is bundled by one call of esbuild is bundled by synthgate dev, in milliseconds.',
  },
  CDK_NOT_OBSERVED: {
    message: 'its NodejsFunctions cannot be bundled here, so that each save of a handler runs the app',
    help: 'The app must run in Node.js, with the aws-cdk-lib of the project, version 2.240.0 or newer. What is served is the same.',
  },
  APP_BUNDLER_MISSING: {
    message: 'the app {file} needs esbuild, which is not installed in its project',
    help: 'npm install --save-dev esbuild; or pass a command to -a/--app, e.g. "npx tsx bin/gateway.ts".',
  },
  APP_FAILED: {
    message: 'the app ended with {reason}',
    help: 'See its output above.',
  },
  PACKAGES_NOT_INSTALLED: {
    message: 'the packages that package.json names are not installed in {directory}',
    help: 'Run {command}.',
  },
  APP_WROTE_NOTHING: {
    message: 'the app exited early, without writing an assembly to {directory}',
    help: 'Let the app end by itself, without process.exit(), and do not set its output directory.',
  },
  CONFIG_INVALID: {
    exitCode: 3,
    message: 'the configuration is invalid: {reason}',
    help: 'docs/reference/cli.md#configuration lists the members of synthgate.json: "app", "output", "context", and the options of serve by name.',
  },
  API_NOT_CHOSEN: {
    exitCode: 3,
    message: 'there are several APIs: {names}',
    help: 'Name one: as an argument of deploy and rollback (synthgate deploy Pets), with --api Pets elsewhere.',
  },
  STAGE_NOT_CHOSEN: {
    exitCode: 3,
    message: 'no stage given; there are {names}',
    help: 'Select one with --stage.',
  },
  METHOD_UNDEFINED: {
    message: 'the definition has no {method} at {resource}; {known}',
    help: 'Use the path of a resource, e.g. /pets/{petId}, or a path that matches one. synthgate ls lists them.',
  },
  TEMPLATE_MISSING: {
    message: '{method} {resource} has no such {which} template; media types: {known}',
    help: 'Choose another with --media-type or --status; proxies and unmapped methods have no templates.',
  },
  PORT_IN_USE: {
    message: 'port {port} of {host} is already in use{holder}',
    help: 'Stop the program that uses it, or select another port with {option}; {option} 0 uses a free one.',
  },
  DASHBOARD_UNREACHABLE: {
    message: 'there is no running gateway to ask: {reason}',
    help: 'Start synthgate dev, or synthgate serve --dashboard, in this project; --state names another state directory.',
  },
  DASHBOARD_REFUSED: {
    message: 'the dashboard refused {target}: {reason}',
    help: 'It keeps the last 1,000 requests of the running gateway. The id of a request is in its response header x-amzn-requestid and in the log.',
  },
  DASHBOARD_CALL_INVALID: {
    status: 400,
    message: 'the call to {target} is not valid: {reason}',
    help: 'GET /api/openapi.json of the management port describes every operation with its parameters and its body.',
  },
  REQUEST_NOT_RECORDED: {
    status: 404,
    message: 'there is no recorded request {id}',
    help: 'The gateway keeps its last 1,000 requests until it stops or they are cleared; GET /api/requests lists them. The id is in the response header x-amzn-requestid.',
  },
  CONNECTION_NOT_RECORDED: {
    status: 404,
    message: 'there is no recorded connection {id}',
    help: 'The dashboard keeps the last 200 connections of WebSocket APIs until the gateway stops; GET /api/connections lists them.',
  },
  REQUEST_NOT_REPEATABLE: {
    status: 409,
    message: 'the request {id} cannot be repeated: {reason}',
    help: 'To replay it, pass its body in the overrides, or send it again from the original client.',
  },
  MANAGEMENT_OPERATION_UNKNOWN: {
    status: 404,
    message: 'the management port has no {method} {path}',
    help: 'Without a dashboard (synthgate dev, synthgate serve --dashboard) it has /health and /api/deployments; with one, GET /api/openapi.json lists the rest.',
  },
  MANAGEMENT_TOKEN_WRONG: {
    status: 401,
    message: 'the call has no token of the management port, or a wrong one',
    help: 'Send Authorization: Bearer with the content of the file management-token in the state directory. A gateway with a dashboard keeps it when it is started again; others write a new one.',
  },
  MANAGEMENT_ORIGIN_REFUSED: {
    status: 403,
    message: 'the management port rejects calls from other web pages',
    help: 'Open the dashboard at its printed address. A program that is not a browser sends neither Origin nor Sec-Fetch-Site.',
  },
  MANAGEMENT_HOST_WRONG: {
    status: 421,
    message: 'the Host header does not name the management port',
    help: 'Call it by its printed address: 127.0.0.1, localhost or [::1], with its port. It cannot be used behind a proxy or under another name.',
  },
  MANAGEMENT_GUESSES_LIMITED: {
    status: 429,
    message: 'too many calls had a wrong token of the management port',
    help: 'Wait a second, or send the right token, which is always accepted: it is in the file management-token of the state directory.',
  },
  LAMBDA_ENDPOINT_HOST_WRONG: {
    status: 403,
    message: 'the Host header {given} does not name the Lambda endpoint',
    help: 'Call it by its address, AWS_ENDPOINT_URL_LAMBDA of functions: a loopback address or localhost, with its port. It has no other name.',
  },
  LAMBDA_ENDPOINT_PAGE_REFUSED: {
    status: 403,
    message: 'the Lambda endpoint rejects calls from web pages',
    help: 'Functions are invoked by clients of Lambda, such as an AWS SDK or the AWS CLI, which send neither Origin nor Sec-Fetch-Site.',
  },
  HTTPS_CERTIFICATE_INVALID: {
    message: 'the certificate {file} cannot be used: {reason}',
    help: 'Give an unexpired certificate with its intermediate certificates and its private key, without a passphrase, all as PEM.',
  },
  HTTPS_AUTHORITY_UNUSABLE: {
    message: 'the local certificate authority in {directory} cannot be used: {reason}',
    help: 'Remove the directory to get a new authority, which your clients must trust again, or give a certificate with --https-cert and --https-key.',
  },
  RELOAD_CHANGES_APIS: {
    message: 'the assembly now has the APIs {found}, but this gateway serves {served}',
    help: 'Restart serve: each API has its own port.',
  },
  WORKER_START_FAILED: {
    message: 'a worker process of the gateway could not be started: {reason}',
    help: 'See its output in the log. Check memory and the system\'s process limit, or use --processes 1.',
  },
  WORKER_ENDED: {
    message: 'worker process {pid} of the gateway ended with {how}; a replacement is started',
    help: 'Its requests in flight are lost; the other processes continue. The system ends processes when memory runs out.',
  },
  OPEN_FILES_TOO_FEW: {
    message: 'this process may have {given} files and connections open; a gateway needs at least {allowed}',
    help: 'Raise the limit: ulimit -n 4096 in a shell, LimitNOFILE=4096 for systemd, --ulimit nofile=4096 for docker run.',
  },
  EMULATOR_NOT_REACHABLE: {
    message: 'no emulator answers at {url}: {reason}',
    help: 'Start it, or correct --emulator: auto looks for one at the known ports, off uses none.',
  },
  STACK_SDK_MISSING: {
    message: '--from-stack reads with the AWS SDK of the project, which lacks {packages}',
    help: 'npm install --save-dev {packages}',
  },
  STACK_NOT_NAMED: {
    exitCode: 3,
    message: '--from-stack has no name, and neither cdk.out nor samconfig.toml names a stack',
    help: 'Name it: --from-stack=Shop. Or run cdk synth first.',
  },
  STACK_NOT_FOUND: {
    message: 'there is no deployed stack {name}: {reason}',
    help: 'Check the name, --region, and the account of the profile: aws sts get-caller-identity. aws cloudformation list-stacks lists the names.',
  },
  STACK_ACCESS_DENIED: {
    message: 'the credentials may not call {action}: {reason}',
    help: 'Allow {action} for them, or use another profile: --aws-profile NAME or AWS_PROFILE. All actions that --from-stack needs only read.',
  },
  STACK_NOT_REACHABLE: {
    message: 'AWS cannot be reached for {action}: {reason}',
    help: 'Connect to the network. A stack that was read before is kept in the state directory, and is used until then.',
  },
  STACK_NOT_READ: {
    message: '{action} failed: {reason}',
    help: 'Try: aws sts get-caller-identity, with the same profile. A profile with SSO needs aws sso login; one without a region needs --region.',
  },
  OUTPUT_NOT_WRITTEN: {
    message: '{output} cannot be written: {reason}',
    help: 'Free space on its disk, or direct it elsewhere. A gateway goes on serving, and reports how many lines were lost; what another '
      + 'command has done before is done.',
  },
  OUTPUT_LINES_LOST: {
    message: 'lost lines of {output}: {count} ({reason})',
    help: 'Requests were not affected. Give logs a disk of their own, or limit and rotate them.',
  },
  LISTEN_FAILED: {
    message: 'cannot listen on {host}, port {port}: {reason}',
    help: 'Pass an address of this machine to --host, and a port above 1023 unless you run as root.',
  },
});
