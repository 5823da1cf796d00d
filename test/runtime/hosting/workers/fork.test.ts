import { forkWorker } from '../../../../lib/runtime/hosting/workers/fork';

jest.mock('../../../../lib/runtime/system/host-file', () => ({ workerFile: () => require.resolve('../../../support/idle-worker.cjs') }));

test('an error of a worker\'s process, as when it cannot be signaled, does not end its primary', async () => {
  const { worker, gone } = forkWorker();
  expect(worker.process.emit('error', new Error('kill EPERM'))).toBe(true);
  worker.process.kill('SIGKILL');
  await gone;
});
