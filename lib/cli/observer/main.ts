/**
 * The program that `synthgate dev` loads into the Node.js processes of an app (`NODE_OPTIONS=--require`): it reports the files that the app
 * depends on, and how the app's functions are bundled, so that an edit of a function need not run the app. It does nothing else.
 */
import { appendFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { observeAssets } from './observe-assets';
import { observeFiles } from './observe-files';
import { OBSERVER_VARIABLE, type ObserverSettings, type ProcessReport } from './report';

export { initialize, resolve } from './observe-files';

/** Package managers start the app in a process of its own. */
const PACKAGE_MANAGER = /[/\\](?:npm[/\\]bin[/\\]np[mx]-cli\.js|corepack[/\\]|(?:pnpm|yarn)(?:[/\\]bin[/\\]|-\d|\.[cm]?js$))/;

const settings = process.env[OBSERVER_VARIABLE];
if (isMainThread && settings !== undefined && !isPackageManager()) observe(JSON.parse(settings) as ObserverSettings); // by the command line

function observe({ reports, ...rest }: ObserverSettings): void {
  const append = appendFileSync;
  const assets = observeAssets([path.join(process.cwd(), 'package.json'), ...programs()], { reports, ...rest });
  const filesOf = observeFiles(reports);
  process.on('exit', () => {
    const report: ProcessReport = { ...filesOf(), cdk: assets.state(), sources: assets.sources };
    append(reports, `${JSON.stringify(report)}\n`);
  });
}

function isPackageManager(): boolean {
  const program = process.argv[1];
  return program !== undefined && PACKAGE_MANAGER.test(existing(program) ? realpathSync(program) : program);
}

/** Sources among the arguments: an interpreter such as ts-node gets the app as one. */
function programs(): string[] {
  return process.argv.slice(1).map((argument) => path.resolve(argument)).filter(existing);
}

function existing(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}
