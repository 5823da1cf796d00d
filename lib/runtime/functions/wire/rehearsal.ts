/** The files with which a process rehearses while it waits, for both kinds of modules. */
export const REHEARSAL = { common: 'common.js', module: 'module.mjs' } as const;

const HANDLER = "async (event) => ({ statusCode: 200, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(event) });\n";

/** By name, their code: handlers that answer as most do behind a proxy integration. */
export const REHEARSAL_FILES: Readonly<Record<string, string>> = {
  [REHEARSAL.common]: `exports.handler = ${HANDLER}`,
  [REHEARSAL.module]: `export const handler = ${HANDLER}`,
};
