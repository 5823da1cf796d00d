import { readBundleCommand } from '../../../../lib/cli/dev/observed/bundle-command';

const ENTRY = '"/asset-input/src/a.ts"';
const OUTFILE = '--outfile="/asset-output/index.js"';
const read = (script: string) => readBundleCommand(['bash', '-c', script], '/project', { HERE: 'value' });

test('a call of esbuild is read into the options of its API, with paths of the project', () => {
  const flags = [
    '--target=node22,es2022', '--platform=node', OUTFILE, '--minify', '--sourcemap=inline', '--sources-content=false', '--external:@aws-sdk/*',
    '--external:sharp', '--loader:.png=dataurl', '--define:TEXT="\\"a=b\\""', '--keep-names', '--tsconfig="/asset-input/tsconfig.json"',
    '--metafile="/asset-output/index.meta.json"', '--banner:js="/* $HERE */"', '--footer:js="// end"', '--main-fields=module,main',
    '--inject:./shim.js', '--alias:"one=two"', '--log-level=error',
  ];
  expect(read(`esbuild --bundle ${ENTRY} ${flags.join(' ')}`)).toEqual({
    command: {
      entry: '/project/src/a.ts', output: 'index.js',
      options: {
        target: ['node22', 'es2022'], platform: 'node', minify: true, sourcemap: 'inline', sourcesContent: false, external: ['@aws-sdk/*', 'sharp'],
        loader: { '.png': 'dataurl' }, define: { TEXT: '"a=b"' }, keepNames: true, tsconfig: '/project/tsconfig.json', banner: { js: '/* value */' },
        footer: { js: '// end' }, mainFields: ['module', 'main'], inject: ['./shim.js'], alias: { one: 'two' },
      },
    },
  });
});

test.each([
  ['npm ci && npm run build', 'not bundled by esbuild'],
  [`esbuild --bundle ${ENTRY} ${OUTFILE} && cp a b`, 'more than a call of esbuild'],
  [`echo first && esbuild --bundle ${ENTRY} ${OUTFILE}`, 'more than a call of esbuild'],
  [`esbuild --bundle ${ENTRY} ${OUTFILE} > log`, 'more than a call of esbuild'],
  [`esbuild --bundle ${ENTRY} ${OUTFILE} --define:A="$(date)"`, 'runs other commands'],
  [`esbuild --bundle ${ENTRY} ${OUTFILE} --define:A="\`date\`"`, 'runs other commands'],
  [`esbuild --bundle ${ENTRY} ${OUTFILE} --splitting`, 'with --splitting'],
  [`esbuild --bundle ${OUTFILE}`, 'no single entry'],
  [`esbuild --bundle ${ENTRY} "/asset-input/b.ts" ${OUTFILE}`, 'no single entry'],
  [`esbuild --bundle ${ENTRY} --outfile="/elsewhere/index.js"`, 'more than one file'],
  ['', 'not bundled by esbuild'],
])('any other command is left to the app: %s', (script, reason) => {
  expect(read(script)).toEqual({ reason: expect.stringContaining(reason) });
});
