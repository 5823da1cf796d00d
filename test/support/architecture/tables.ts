import type { ImportTable, PackageTable } from './modules';

/** The modules that each module may import. */
export const MODULE_IMPORTS: ImportTable = {
  'errors': [],
  'spec': ['errors'],
  'props': ['errors'],
  'constructs': ['props', 'openapi', 'spec', 'errors'],
  'openapi': ['spec', 'errors'],
  'schema-containment': ['spec', 'errors'],
  'diff': ['schema-containment', 'spec'],
  // A page for browsers: of the runtime it knows the types of the JSON that both read and write, and which headers differ each time.
  'dashboard': ['runtime'],
  'importers': ['openapi', 'spec', 'errors'],
  'codegen': ['openapi', 'spec', 'errors'],
  'runtime': ['spec', 'errors'],
  'synth': ['props', 'constructs', 'openapi', 'spec', 'errors'],
  // The constructs of the AWS target; a module of its own, because they need the synthesis of the others as well.
  'aws': ['props', 'constructs', 'synth', 'openapi', 'spec', 'errors'],
  // `synthgate/aws` for TypeScript: what `aws` declares, and what aws-cdk-lib does.
  'cdk': ['aws'],
  // jsii compiles whatever this imports: the modules that are bundled instead have entry points of their own.
  'index.ts': ['aws', 'constructs', 'synth'],
  'sources': ['importers', 'synth', 'spec', 'errors'],
  // objects of Kubernetes as plain data; the runtime reads the assembly and the options
  'kubernetes': ['runtime', 'spec', 'errors'],
  // `synthgate/k8s`: the same as constructs of cdk8s
  'k8s': ['kubernetes', 'runtime', 'errors'],
  'cli': ['kubernetes', 'synth', 'openapi', 'sources', 'importers', 'codegen', 'diff', 'runtime', 'spec', 'errors'],
  // of the others' values it has the rows of the catalog only: the rest is loaded where a contract is declared
  'contract': ['constructs', 'aws', 'spec', 'errors'],
  'testing': ['constructs', 'synth', 'sources', 'importers', 'diff', 'runtime', 'spec', 'errors'],
};

/**
 * The inner modules of the runtime: `http ◄ plan ◄ {router, integrations, …} ◄ pipeline ◄ hosting`. `ports.ts` is open to all.
 * `functions/index.ts` enters the engine, of which `async-events` is a part; `lambda-format` is what functions receive and answer.
 */
export const RUNTIME_IMPORTS: ImportTable = {
  'http': [],
  'plan': ['http'],
  'router': ['http'],
  'edge': ['http', 'plan'],
  'options': [],
  'server': ['http', 'edge', 'options', 'throttling'],
  'certificates': [],
  'state': ['plan', 'throttling'],
  'throttling': ['plan'],
  // a server that several gateways have, and what they share in it
  'store': ['plan'],
  'shared-limits': ['plan', 'throttling', 'store'],
  'shared-deployments': ['state', 'store'],
  'shared-results': ['http', 'authorizers', 'response-cache', 'pipeline', 'store'],
  'compression': [],
  // counts of what happens; those who count know the interfaces of `plan` only
  'metrics': ['plan'],
  'tracing': ['http', 'edge', 'plan'],
  'otlp': ['http', 'metrics', 'tracing'],
  'sandbox': [],
  'validation': ['http', 'plan', 'mapping', 'sandbox'],
  'lambda-format': ['http', 'plan'],
  'functions': ['http', 'plan', 'edge', 'router', 'state', 'async-events', 'lambda-format'],
  'async-events': ['state'],
  'mapping': ['http', 'plan', 'sandbox', 'lambda-format'],
  'access-log': ['http', 'plan', 'edge', 'lambda-format', 'metrics'],
  'execution-log': ['http', 'plan', 'access-log'],
  'gateway-responses': ['http', 'plan', 'router', 'lambda-format'],
  'authorizers': ['http', 'plan', 'edge', 'router', 'lambda-format', 'sandbox', 'access-log', 'integrations'],
  'response-cache': ['http', 'plan', 'mapping', 'sandbox'],
  'integrations': ['http', 'plan', 'edge', 'lambda-format', 'functions', 'mapping', 'validation', 'sandbox', 'execution-log'],
  'pipeline': [
    'http', 'plan', 'router', 'edge', 'integrations', 'authorizers', 'validation', 'throttling', 'response-cache', 'compression',
    'access-log', 'execution-log', 'gateway-responses', 'mapping', 'sandbox',
  ],
  // connections of WebSocket APIs, whose events are requests of the pipeline
  'web-sockets': ['http', 'plan', 'router', 'pipeline', 'server'],
  // the dashboard: what requests leave behind, and what its API answers of it
  'inspection': ['http', 'plan', 'edge', 'access-log', 'execution-log'],
  'management': ['http', 'metrics', 'state', 'throttling', 'server', 'inspection', 'execution-log'],
  'health': ['http', 'metrics', 'server'],
  'lambda-api': ['http', 'integrations', 'server'],
  'system': ['http', 'plan', 'state', 'functions', 'authorizers', 'mapping', 'sandbox'],
  'hosting': [
    'options', 'http', 'plan', 'router', 'edge', 'server', 'state', 'throttling', 'store', 'shared-limits', 'shared-results', 'shared-deployments', 'sandbox', 'validation', 'functions', 'mapping',
    'response-cache', 'authorizers', 'integrations', 'access-log', 'inspection', 'metrics', 'tracing', 'otlp', 'pipeline', 'management', 'health',
    'lambda-api', 'system', 'certificates', 'web-sockets',
  ],
};

export const PACKAGE_MODULES: PackageTable = {
  'constructs': ['props', 'constructs', 'synth', 'aws', 'testing', 'k8s'],
  'cdk8s': ['k8s'],
  'aws-cdk-lib': ['constructs', 'aws', 'cdk', 'testing', 'contract'],
};

/** The suites and the files that they share; `run.ts` names them all, and no suite knows another but the one it extends. */
export const SUITE_IMPORTS: ImportTable = {
  'suite.ts': [],
  'repository.ts': [],
  'go-program.ts': ['repository.ts'],
  'until.ts': [],
  'in-parallel.ts': [],
  'case-files.ts': ['suite.ts'],
  'http2-frames.ts': [],
  'report.ts': ['suite.ts'],
  'recorded': ['suite.ts', 'repository.ts', 'go-program.ts', 'in-parallel.ts', 'case-files.ts'],
  'parity': ['suite.ts', 'in-parallel.ts', 'case-files.ts', 'recorded'],
  'hostile': ['suite.ts', 'repository.ts', 'until.ts', 'in-parallel.ts', 'case-files.ts'],
  'fuzz': ['suite.ts', 'http2-frames.ts', 'hostile'],
  'faults': ['suite.ts', 'repository.ts', 'until.ts', 'in-parallel.ts'],
  'soak': ['suite.ts', 'repository.ts', 'until.ts', 'faults'],
  'rolling': ['suite.ts', 'repository.ts', 'until.ts', 'faults'],
  'store': ['suite.ts', 'repository.ts', 'until.ts'],
  'strangers': ['suite.ts', 'repository.ts', 'until.ts'],
  'run.ts': ['suite.ts', 'report.ts', 'recorded', 'hostile', 'fuzz', 'faults', 'soak', 'rolling', 'store', 'strangers', 'parity'],
};
