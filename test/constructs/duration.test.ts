import { Duration as CdkDuration } from 'aws-cdk-lib';
import { Duration, type IDuration } from '../../lib/constructs';
import { thrownBy } from '../support/declaration';

test('knows its length in milliseconds and seconds', () => {
  expect(Duration.millis(1500).toMilliseconds()).toBe(1500);
  expect(Duration.millis(1500).toSeconds()).toBe(1.5);
  expect(Duration.seconds(2).toMilliseconds()).toBe(2_000);
  expect(Duration.hours(2).toMilliseconds()).toBe(7_200_000);
  expect(Duration.minutes(3).toMilliseconds()).toBe(180_000);
});

test('a duration of aws-cdk-lib does as well', () => {
  const duration: IDuration = CdkDuration.seconds(5);
  expect(duration.toMilliseconds()).toBe(5_000);
});

test.each([-1, Number.NaN, Number.POSITIVE_INFINITY])('refuses %p', (given) => {
  expect(thrownBy(() => Duration.millis(given))).toMatchObject({ code: 'DURATION_INVALID' });
});
