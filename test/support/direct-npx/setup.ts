import path from 'node:path';

process.env.PATH = [__dirname, process.env.PATH].join(path.delimiter);
