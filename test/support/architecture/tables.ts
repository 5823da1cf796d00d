import type { ImportTable, PackageTable } from './modules';

/** Who may import whom. */
export const MODULE_IMPORTS: ImportTable = {
  'errors': [],
  'spec': ['errors'],
  'constructs': ['spec', 'errors'],
  'openapi': ['spec', 'errors'],
  'importers': ['spec', 'errors'],
  'runtime': ['spec', 'errors'],
  'synth': ['constructs', 'openapi', 'spec', 'errors'],
  // The constructs of the AWS target; a module of its own, because they need the synthesis of the others as well.
  'aws': ['constructs', 'synth', 'openapi', 'spec', 'errors'],
  // jsii compiles whatever this imports: the modules that are bundled instead have entry points of their own.
  'index.ts': ['aws', 'constructs', 'synth', 'openapi', 'importers', 'spec', 'errors'],
  'cli': ['index.ts', 'constructs', 'synth', 'openapi', 'importers', 'runtime', 'spec', 'errors'],
  'testing': ['index.ts', 'constructs', 'synth', 'openapi', 'importers', 'runtime', 'spec', 'errors'],
};

/**
 * The inner modules of the runtime: `http ◄ plan ◄ {router, integrations, …} ◄ pipeline ◄ hosting`. Held for the folders that
 * are named here; a folder joins the table as soon as its imports fit:
 * `sandbox` runs templates and validators today, and `functions`, `state` and `server` know the types of a request.
 */
export const RUNTIME_IMPORTS: ImportTable = {
  'http': [],
  'plan': ['http'],
  'router': ['http', 'plan'],
  'throttling': ['http', 'plan'],
  'compression': ['http', 'plan'],
  'validation': ['http', 'plan'],
  'mapping': ['http', 'plan'],
  'authorizers': ['http', 'plan', 'mapping'],
  'response-cache': ['http', 'plan', 'mapping'],
  'pipeline': [
    'http', 'plan', 'router', 'integrations', 'authorizers', 'mapping', 'validation', 'throttling', 'response-cache', 'compression',
    'access-log', 'execution-log', 'edge',
  ],
  'edge': ['http'],
  'async-events': ['http'],
};

export const PACKAGE_MODULES: PackageTable = {
  'constructs': ['constructs', 'synth', 'aws', 'index.ts', 'testing'],
  'aws-cdk-lib': ['constructs', 'synth', 'aws', 'index.ts', 'testing'],
};

/** The suites and the files that they share; `run.ts` names them all, and no suite knows another but the one it extends. */
export const SUITE_IMPORTS: ImportTable = {
  'suite.ts': [],
  'repository.ts': [],
  'until.ts': [],
  'in-parallel.ts': [],
  'case-files.ts': ['suite.ts'],
  'report.ts': ['suite.ts'],
  'recorded': ['suite.ts', 'repository.ts', 'in-parallel.ts', 'case-files.ts'],
  'hostile': ['suite.ts', 'repository.ts', 'until.ts', 'in-parallel.ts', 'case-files.ts'],
  'fuzz': ['suite.ts', 'hostile'],
  'faults': ['suite.ts', 'repository.ts', 'until.ts', 'in-parallel.ts'],
  'soak': ['suite.ts', 'repository.ts', 'until.ts', 'faults'],
  'run.ts': ['suite.ts', 'report.ts', 'recorded', 'hostile', 'fuzz', 'faults', 'soak'],
};
