import { cdk, javascript, JsonFile, type ObjectFile } from 'projen';

/** The modules that jsii never sees: type-checked by `tsconfig.bundled.json`, bundled by `scripts/bundle.mjs`. */
const BUNDLED_MODULES = ['runtime', 'cli', 'testing'];

const project = new cdk.JsiiProject({
  name: 'synthgate',
  description: 'Declare HTTP API gateways as constructs, synthesize one spec, serve it anywhere',
  author: 'synthgate contributors',
  authorAddress: 'synthgate@users.noreply.github.com',
  authorOrganization: true,
  repositoryUrl: 'https://github.com/synthgate/synthgate.git',
  license: 'Apache-2.0',
  copyrightOwner: 'synthgate contributors',
  copyrightPeriod: '2025',
  keywords: ['cdk', 'aws-cdk', 'apigateway', 'gateway', 'lambda', 'serverless'],
  defaultReleaseBranch: 'main',
  majorVersion: 0,

  jsiiVersion: '~6.0.16',
  typescriptVersion: '~6.0.3',
  projenVersion: '0.103.25',
  minNodeVersion: '20.19.0',
  srcdir: 'lib',
  libdir: 'build',
  entrypoint: 'build/index.js',
  excludeTypescript: BUNDLED_MODULES.map((module) => `lib/${module}/**`),
  validateTsconfig: cdk.ValidateTsconfig.MINIMAL,
  projenrcTs: true,
  publishToPypi: { distName: 'synthgate', module: 'synthgate' },
  publishToMaven: {
    javaPackage: 'io.github.synthgate',
    mavenGroupId: 'io.github.synthgate',
    mavenArtifactId: 'synthgate',
  },
  publishToNuget: { dotNetNamespace: 'Synthgate', packageId: 'Synthgate' },
  publishToGo: { moduleName: 'github.com/synthgate/synthgate-go' },

  typecheckTests: true,
  jestOptions: {
    jestVersion: '^30',
    junitReporting: false,
    coverageText: false,
    updateSnapshot: javascript.UpdateSnapshot.NEVER,
    jestConfig: {
      collectCoverage: false,
      maxWorkers: 2,
      modulePathIgnorePatterns: ['<rootDir>/dist/'],
      setupFiles: ['<rootDir>/test/support/property-seed.ts'],
    },
  },

  github: false,
  release: false,
  buildWorkflow: false,
  depsUpgrade: false,
  pullRequestTemplate: false,
  docgen: false,
  eslint: false,
  npmignoreEnabled: false,
  sampleCode: false,
  readme: undefined,
  packageManager: javascript.NodePackageManager.NPM,

  peerDeps: ['constructs@^10.5.1', 'aws-cdk-lib@^2.240.0'],
  peerDependencyOptions: { pinnedDevDependency: false },
  bundledDeps: ['zod@^4', 'ajv@^8', 'ajv-draft-04@^1', 'ajv-formats@^3', 'velocityjs@2.1.7'],
  devDeps: [
    'constructs@10.5.1',
    'aws-cdk-lib@2.240.0',
    'esbuild@0.28.2',
    // bundled into build/runtime, build/cli and build/testing
    'undici@^7',
    'pino@^10',
    'commander@^14',
    'picocolors@^1',
    'jsonpath-plus@^10.4.0',
    'find-my-way@^9',
    'lru-cache@^11',
    'jose@^5',
    'content-type@^2.1.0',
    'yaml@^2',
    'ms@^2.1.3',
    're2js@^2.10.0',
    '@eslint-community/regexpp@^4.12.2',
    '@types/ms@^2',
    'fastest-levenshtein@^1.0.16',
    // tests and tools
    '@types/aws-lambda',
    '@types/express@^5',
    'fast-check@^4',
    'aws4@^1.13.2',
    '@types/aws4',
    '@readme/openapi-parser@^9',
    'openapi-typescript@^7',
    'playwright-core',
    'vitest@^4',
    '@jsii/runtime@^1.140.0',
    'eslint@^10',
    'typescript-eslint@^8',
    '@stylistic/eslint-plugin@^5',
    // adapters that real handlers use, run in tests
    'serverless-http',
    'express@^5',
    '@codegenie/serverless-express@^4.17.1',
    'fastify@^5',
    '@fastify/aws-lambda@^6',
    'hono@^4',
    '@middy/core@^6',
    // what AWS says about templates; cdk-nag 3 needs an aws-cdk-lib above the lowest that is supported
    '@aws-cdk/aws-service-spec@^0.1.216',
    'cdk-nag@^2.38.2',
  ],

  tsconfig: { compilerOptions: { noUncheckedIndexedAccess: true, types: ['node'] } },
  gitignore: ['/.npmignore', '/THIRD-PARTY-NOTICES.txt', '/assembly.out/', 'gateway.out/', 'gateway.state/', '/.synthgate/', '*.tsbuildinfo'],
});

project.package.addVersion('0.1.0');
project.package.addField('peerDependenciesMeta', {
  'aws-cdk-lib': { optional: true },
  'esbuild': { optional: true },
});
project.package.addField('overrides', { '@jsii/kernel': '1.22.0', 'openapi-typescript': { typescript: '$typescript' }, 'unrs-resolver': '1.12.2' });
project.package.addField('allowScripts', { '@parcel/watcher': false, 'esbuild': false, 'unrs-resolver': false });
project.package.addBin({ synthgate: 'bin/synthgate' });
project.package.addField('files', [
  '.jsii', 'THIRD-PARTY-NOTICES.txt', 'bin', 'build', '!build/runtime/meta.json', '!build/.built',
  'lib/**/*.ts', '!lib/runtime', '!lib/**/tsconfig.json',
]);
const entry = (folder: string) => ({ types: `./build/${folder}index.d.ts`, default: `./build/${folder}index.js` });
project.package.addField('exports', {
  '.': entry(''),
  './aws': entry('aws/'),
  './spec': entry('spec/'),
  './runtime': entry('runtime/'),
  './testing': entry('testing/'),
  './testing/jest': { types: './build/testing/jest.d.ts', default: './build/testing/jest.js' },
  './testing/vitest': { types: './build/testing/vitest.d.mts', default: './build/testing/vitest.mjs' },
  './package.json': './package.json',
  './.jsii': './.jsii',
});
// A user-level setting may drop `resolved` from the lockfile, which doubles the time of `npm ci`.
project.npmrc.addConfig('omit-lockfile-registry-resolved', 'false');

project.tasks.addEnvironment('JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION', '20');
project.preCompileTask.reset();
project.compileTask.reset('node scripts/build.mjs');
project.testTask.reset('node scripts/test.mjs', { receiveArgs: true });
project.packageTask.reset('jsii-pacmak --code-only');
objectFile('package.json').addOverride('jest.testMatch', ['<rootDir>/test/**/*.test.ts']);

// jest loads sources as CommonJS; the types are found as a bundler finds them, as in the bundled modules.
const testTsconfig = objectFile('test/tsconfig.json');
testTsconfig.addOverride('compilerOptions.module', 'commonjs');
testTsconfig.addOverride('compilerOptions.moduleResolution', 'bundler');
testTsconfig.addOverride('compilerOptions.types', ['node', 'jest']);
testTsconfig.addOverride('compilerOptions.noUncheckedIndexedAccess', false);
testTsconfig.addOverride('compilerOptions.stripInternal', false);
testTsconfig.addOverride('compilerOptions.incremental', true);
testTsconfig.addOverride('compilerOptions.tsBuildInfoFile', '../node_modules/.cache/synthgate/test.tsbuildinfo');
testTsconfig.addOverride('exclude', ['node_modules', '**/*.out']);

const scripts = {
  build: 'node scripts/build.mjs',
  pretest: 'node scripts/setup.mjs --install-only',
  test: 'node scripts/test.mjs',
  prestart: 'node scripts/setup.mjs',
  start: 'node scripts/start.mjs',
  lint: 'eslint . --cache --cache-location node_modules/.cache/eslint/ && node scripts/dialect.mjs',
  cases: 'node scripts/cases.mjs',
  hostile: 'node scripts/hostile.mjs',
  fuzz: 'node scripts/fuzz.mjs',
  'hostile-definitions': 'jest test/suites/hostile-definitions',
  faults: 'node scripts/faults.mjs',
  soak: 'node scripts/soak.mjs',
  bench: 'node bench/run.mjs',
  docs: 'node scripts/docs.mjs',
};
for (const [name, command] of Object.entries(scripts)) {
  project.setScript(name, command);
}

const strict = {
  target: 'es2022',
  lib: ['es2022'],
  module: 'esnext',
  moduleResolution: 'bundler',
  types: ['node'],
  strict: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  esModuleInterop: true,
  resolveJsonModule: true,
  skipLibCheck: true,
};
new JsonFile(project, 'tsconfig.bundled.json', {
  obj: {
    compilerOptions: { ...strict, rootDir: 'lib', declaration: true, emitDeclarationOnly: true },
    include: BUNDLED_MODULES.flatMap((module) => [`lib/${module}/**/*.ts`, `lib/${module}/**/*.mts`]),
  },
});
for (const module of BUNDLED_MODULES) {
  new JsonFile(project, `lib/${module}/tsconfig.json`, {
    obj: {
      extends: '../../tsconfig.bundled.json',
      compilerOptions: { emitDeclarationOnly: false, noEmit: true },
      include: ['**/*.ts', '**/*.mts'],
    },
  });
}
new JsonFile(project, 'examples/tsconfig.json', {
  obj: {
    compilerOptions: {
      ...strict,
      noEmit: true,
      incremental: true,
      tsBuildInfoFile: '../node_modules/.cache/synthgate/examples.tsbuildinfo',
    },
    include: ['**/*.ts'],
    exclude: ['**/node_modules', '**/*.out'],
  },
});

project.synth();

/** A generated file, to change what its component offers no option for. */
function objectFile(file: string): ObjectFile {
  const found = project.tryFindObjectFile(file);
  if (found === undefined) {
    throw new Error(`projen generates no ${file}`);
  }
  return found;
}
