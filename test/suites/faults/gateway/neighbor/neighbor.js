'use strict';
/** The healthy neighbor: its answer shows whether anything of another function has reached it. */
exports.handler = async () => ({ statusCode: 200, body: process.env.POLLUTED ?? ({}).polluted ?? 'ok' });
