import { countLosses } from '../../lib/cli/count-losses';
import type { LogEntry } from '../../lib/runtime';

function losses() {
  const [failing, recovered]: LogEntry[][] = [[], []];
  return { failing, recovered, ...countLosses('the log', { failing: (entry) => failing.push(entry), recovered: (entry) => recovered.push(entry) }) };
}

const full = new Error('ENOSPC: no space left on device, write');

test('losses are reported once when they begin, and with their number when writing works again', () => {
  const { failing, recovered, lost, written } = losses();
  written();
  lost(2, full);
  lost(3, full);
  expect([failing, recovered]).toEqual([[{ level: 'error', code: 'OUTPUT_NOT_WRITTEN', message: `[OUTPUT_NOT_WRITTEN] the log cannot be written: ${full.message}` }], []]);
  written();
  written();
  expect(recovered).toEqual([{ level: 'error', code: 'OUTPUT_LINES_LOST', message: `[OUTPUT_LINES_LOST] lost lines of the log: 5 (${full.message})` }]);
  lost(1, full);
  expect(failing).toHaveLength(2);
});

test('what is still lost at the end is reported where writing may work', () => {
  const { failing, recovered, lost, close } = losses();
  close();
  lost(2, full);
  close();
  close();
  expect(failing.map(({ code }) => code)).toEqual(['OUTPUT_NOT_WRITTEN', 'OUTPUT_LINES_LOST']);
  expect(recovered).toEqual([]);
});
