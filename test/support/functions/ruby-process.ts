import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { endFramed, startFramed, type FramedFunction, type FramedProcess, type Language } from './framed-process';

export type { Frame, FramedProcess as RubyProcess } from './framed-process';

const BOOTSTRAP = path.join(__dirname, '../../../lib/runtime/functions/runtimes/ruby/bootstrap.rb');

/** The interpreter itself: `ruby` on the PATH may be a script that finds it. */
const RUBY = execFileSync('ruby', ['-e', 'print RbConfig.ruby'], { encoding: 'utf8' });

const OPTIONS = ['--disable=gems', '--disable=error_highlight', '--disable=did_you_mean', '-EUTF-8'];
const LANGUAGE: Language = { command: [RUBY, ...OPTIONS, BOOTSTRAP], file: 'app.rb', runtime: 'ruby3.4' };

/** Starts a process and assigns the function to it. */
export async function startRuby(order: FramedFunction): Promise<FramedProcess> {
  return startFramed(LANGUAGE, order);
}

/** Ends all processes. */
export const endRuby = endFramed;
