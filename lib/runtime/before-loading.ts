// The functions that the command calls before it loads anything: build/runtime/before-loading.js, which the gateway's bundle shares.
export { recordEmptyProcess, emptyProcess, type EmptyProcess } from './functions/runtimes/nodejs/empty-process';
export { keepCompiledCode } from './system/compiled-code';
