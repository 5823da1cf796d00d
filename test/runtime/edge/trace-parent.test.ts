import { readTraceparent, readXrayTrace, traceparentOf, xrayRoot } from '../../../lib/runtime/edge/trace-parent';

const ID = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';
const sent = (...values: readonly string[]) => readTraceparent(values.map((value) => ({ name: 'TraceParent', value })));

test.each([
  [`00-${ID}-${SPAN}-01`, true], [`00-${ID}-${SPAN}-00`, false], [`00-${ID}-${SPAN}-03`, true], [`cc-${ID}-${SPAN}-01`, true],
  [`cc-${ID}-${SPAN}-01-what-is-to-come`, true],
])('%s is valid', (value, isSampled) => {
  expect(sent(value)).toEqual({ traceId: ID, spanId: SPAN, isSampled });
});

test.each([
  '', 'x', `ff-${ID}-${SPAN}-01`, `00-${'0'.repeat(32)}-${SPAN}-01`, `00-${ID}-${'0'.repeat(16)}-01`, `00-${ID.toUpperCase()}-${SPAN}-01`,
  `00-${ID}-${SPAN}-01-more`, `00-${ID}-${SPAN}-1`, `00-${ID}-${SPAN}`, `00-${ID}x-${SPAN}-01`,
])('%j is not valid', (value) => {
  expect(sent(value)).toBeUndefined();
});

test('two are as good as none', () => {
  expect(sent(`00-${ID}-${SPAN}-01`, `00-${ID}-${SPAN}-01`)).toBeUndefined();
  expect(sent()).toBeUndefined();
});

test('the headers of X-Ray and W3C name the same trace', () => {
  const text = `${xrayRoot(ID)};Parent=${SPAN};Sampled=1`;
  expect(text).toBe('Root=1-0af76519-16cd43dd8448eb211c80319c;Parent=b7ad6b7169203331;Sampled=1');
  expect(readXrayTrace(text)).toEqual({ traceId: ID, spanId: SPAN, isSampled: true });
  expect(readXrayTrace('Root=1-67891233-abcdef012345678912345678')).toEqual({ traceId: '67891233abcdef012345678912345678', spanId: undefined, isSampled: undefined });
  expect(readXrayTrace('Root=mine')).toBeUndefined();
  // W3C forbids zeros, so no traceparent could name them
  expect(readXrayTrace(`Root=1-00000000-${'0'.repeat(24)};Parent=${SPAN}`)).toBeUndefined();
  expect(readXrayTrace(`${xrayRoot(ID)};Parent=${'0'.repeat(16)}`)).toEqual({ traceId: ID, spanId: undefined, isSampled: undefined });
  expect(traceparentOf({ traceId: ID, spanId: SPAN })).toBe(`00-${ID}-${SPAN}-01`);
});
