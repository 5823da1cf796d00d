import { autoAttachOf } from '../../../../lib/runtime/functions/inspector/auto-attach';

const OPTIONS = '{"inspectorIpc":"/tmp/pipe","waitForDebugger":"^/workspace"}';
const PASSED = '{"inspectorIpc":"/tmp/pipe","waitForDebugger":""}';

test.each([
  ['a path without spaces', '--require /ext/js-debug/src/bootloader.js --inspect-publish-uid=http', '/ext/js-debug/src/bootloader.js'],
  ['a path in quotes', ' --require "/my ext/src/bootloader.bundle.js"', '"/my ext/src/bootloader.bundle.js"'],
  ['other programs, which stay behind', '-r dotenv/config --max-old-space-size=100 -r=/ext/bootloader.js', '/ext/bootloader.js'],
])('the bootloader is passed on alone: %s', (_, nodeOptions, file) => {
  expect(autoAttachOf({ NODE_OPTIONS: nodeOptions, VSCODE_INSPECTOR_OPTIONS: `:::${OPTIONS}` }))
    .toEqual({ NODE_OPTIONS: `--require ${file}`, VSCODE_INSPECTOR_OPTIONS: PASSED });
});

test.each([
  ['no editor', {}],
  ['options of Node without a bootloader', { NODE_OPTIONS: '--require /ext/my-bootloader/index.js', VSCODE_INSPECTOR_OPTIONS: OPTIONS }],
  ['an editor that leaves this program out', { NODE_OPTIONS: '--require /ext/bootloader.js' }],
  ['options that nobody can read', { NODE_OPTIONS: '--require /ext/bootloader.js', VSCODE_INSPECTOR_OPTIONS: ':::{' }],
  ['options without an address', { NODE_OPTIONS: '--require /ext/bootloader.js', VSCODE_INSPECTOR_OPTIONS: '{}' }],
])('nothing is passed on: %s', (_, environment) => {
  expect(autoAttachOf(environment)).toBeUndefined();
});
