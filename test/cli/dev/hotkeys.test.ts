import { PassThrough } from 'node:stream';
import { listenForKeys, type KeyInput } from '../../../lib/cli/dev/hotkeys';

/** A terminal whose keys the test presses. */
function terminal({ isTTY = true, isOutputTerminal = true } = {}) {
  const modes: boolean[] = [];
  const stream = new PassThrough();
  const setRawMode = (mode: boolean) => {
    modes.push(mode);
    return input;
  };
  const input: KeyInput = Object.assign(stream, { isTTY, setRawMode }) as never;
  let printed = '';
  const replay = jest.fn();
  const hotkeys = [
    { key: 'r', does: 'replay the last request', hint: 'replay', action: replay },
    { key: 'd', does: 'rebuild everything', action: () => undefined },
  ];
  const keys = listenForKeys({ hotkeys, out: (text) => { printed += text; } }, input, isOutputTerminal);
  const press = async (text: string) => {
    stream.write(text);
    await new Promise((resolve) => { setImmediate(resolve); });
  };
  return { keys, press, replay, modes, printed: () => printed };
}

test('a line of hints names the keys that matter, and h lists all', async () => {
  const { keys, press, printed } = terminal();
  expect(printed()).toBe('[r] replay  [h] help  [q] quit\n');
  await press('h');
  expect(printed()).toContain('r  replay the last request\nd  rebuild everything\nc  clear the screen\nh  show this help\nq  quit\n');
  keys.close();
});

test('a key does what it says, with Caps Lock as well; others do nothing', async () => {
  const { keys, press, replay } = terminal();
  await press('r');
  await press('R');
  await press('x');
  expect(replay).toHaveBeenCalledTimes(2);
  keys.close();
});

test('q quits, and the terminal is given back', async () => {
  const { keys, press, modes } = terminal();
  await press('q');
  expect(await keys.quit).toBe('q');
  keys.close();
  expect(modes).toEqual([true, false]);
});

test('Ctrl-C is the signal that it is elsewhere', async () => {
  // the runner itself would be interrupted
  const kill = jest.spyOn(process, 'kill').mockReturnValue(true);
  const { keys, press } = terminal();
  await press('\x03');
  expect(kill.mock.calls).toEqual([[process.pid, 'SIGINT']]);
  kill.mockRestore();
  keys.close();
});

test.each([{ isTTY: false }, { isOutputTerminal: false }])('outside of a terminal nothing is read and nothing printed: %j', async (options) => {
  const { press, replay, modes, printed } = terminal(options);
  await press('r');
  expect([replay.mock.calls.length, modes, printed()]).toEqual([0, [], '']);
});
