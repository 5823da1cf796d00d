import path from 'node:path';
import type { Row } from './matrix';

/** A package manager as its documentation says to use it. */
export interface Manager {
  /** The folder of the project below the one that is installed. */
  readonly project: string;
  readonly install: (cache: string) => string;
  /** The program of an installed package. */
  readonly run: (program: string) => string;
  /** The beginning of the command that runs a script of the project. */
  readonly script: string;
  /** Node, with what it needs to find packages. */
  readonly node: string;
  /** Files of the folder that is installed. */
  readonly files: Readonly<Record<string, string>>;
  readonly environment: (cache: string, registry: string) => Readonly<Record<string, string>>;
}

const NPM: Manager = {
  project: '.',
  install: (cache) => `npm install --cache ${path.join(cache, 'npm')} --prefer-offline --no-audit --no-fund`,
  run: (program) => `npx --no-install ${program}`,
  script: 'npm run',
  node: 'node',
  files: {},
  environment: () => ({}),
};

export const MANAGERS: Readonly<Record<Row['manager'], Manager>> = {
  npm: NPM,
  workspace: {
    ...NPM,
    project: 'packages/shop',
    files: { 'package.json': JSON.stringify({ name: 'shops', private: true, workspaces: ['packages/*'] }) },
  },
  pnpm: {
    ...NPM,
    install: (cache) => `pnpm install --store-dir ${path.join(cache, 'pnpm')} --prefer-offline --no-frozen-lockfile`,
    run: (program) => `pnpm exec ${program}`,
    script: 'pnpm run',
  },
  yarn: {
    ...NPM,
    install: () => 'yarn install',
    run: (program) => `yarn ${program}`,
    script: 'yarn run',
    node: 'yarn node',
    files: { '.yarnrc.yml': 'nodeLinker: pnp\nenableTelemetry: false\n', 'yarn.lock': '' },
    environment: (cache, registry) => ({ YARN_GLOBAL_FOLDER: path.join(cache, 'yarn'), YARN_NPM_REGISTRY_SERVER: registry.replace(/\/$/, '') }),
  },
};
