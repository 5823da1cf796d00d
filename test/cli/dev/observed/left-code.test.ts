import { goEntry } from '../../../../lib/cli/dev/observed/left-code';

const entryOf = (script: string): string | undefined => goEntry(['bash', '-c', script], '/project');

test.each([
  ['go build -o "/asset-output/bootstrap" ./cmd/api', '/project/cmd/api'],
  ['go build -mod=vendor -o "/asset-output/bootstrap" ./cmd/api', '/project/cmd/api'],
  ['go build -o "/asset-output/bootstrap" -ldflags "-s -w" -tags lambda.norpc -trimpath ./cmd/api/', '/project/cmd/api'],
  ['go build -o "/asset-output/bootstrap" -ldflags="-s" .', '/project'],
  ['go build -o "/asset-output/bootstrap" ./', '/project'],
  ['go build -o "/asset-output/bootstrap" ./cmd/api/main.go', '/project/cmd/api'],
])('GoFunction builds a package: %s', (script, entry) => {
  expect(entryOf(script)).toBe(entry);
});

test.each([
  'go build -o "/asset-output/bootstrap" -ldflags "-X main.version=1" ./cmd/api', 'go build -o "/asset-output/bootstrap" -tags other ./cmd/api',
  'go generate && go build -o "/asset-output/bootstrap" ./cmd/api', 'go build -o "/asset-output/main" ./cmd/api', 'go build -o "/asset-output/bootstrap"',
  'go build -o "/asset-output/bootstrap" main.go', 'esbuild --bundle a.ts', '',
])('other commands are the app\'s own: %s', (script) => {
  expect(entryOf(script)).toBeUndefined();
});

test('a command without a script is, too', () => {
  expect(goEntry(['make'], '/project')).toBeUndefined();
});
