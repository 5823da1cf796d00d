'use strict';
/** Leaves one line per load, then throws: to count the processes of a crash loop. */
require('node:fs').appendFileSync(process.env.LOADS_FILE, 'load\n');
throw new Error('never loads');
