import { otlpEnvironment } from '../../../lib/runtime/otlp/environment';

test('headers and the resource are those of the variables of OpenTelemetry', () => {
  expect(otlpEnvironment({
    OTEL_EXPORTER_OTLP_HEADERS: ' Authorization=Bearer%20one%3D , x-tenant = pets,',
    OTEL_RESOURCE_ATTRIBUTES: 'service.name=shop,deployment.environment.name=a%2Cb',
  })).toEqual({
    headers: [{ name: 'Authorization', value: 'Bearer one=' }, { name: 'x-tenant', value: 'pets' }],
    resource: { 'service.name': 'shop', 'deployment.environment.name': 'a,b' },
  });
});

test('the name of the service has a variable of its own, and empty ones say nothing', () => {
  expect(otlpEnvironment({ OTEL_SERVICE_NAME: 'pets', OTEL_RESOURCE_ATTRIBUTES: 'service.name=shop' }).resource).toEqual({ 'service.name': 'pets' });
  expect(otlpEnvironment({ OTEL_SERVICE_NAME: '', OTEL_EXPORTER_OTLP_HEADERS: '' })).toEqual({ headers: [], resource: { 'service.name': 'synthgate' } });
});

test.each([
  ['OTEL_EXPORTER_OTLP_HEADERS', 'secret'], ['OTEL_EXPORTER_OTLP_HEADERS', '=secret'], ['OTEL_EXPORTER_OTLP_HEADERS', 'a=secret%0d%0ab'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a b=secret'], ['OTEL_EXPORTER_OTLP_HEADERS', 'a=secret%'], ['OTEL_EXPORTER_OTLP_HEADERS', 'Host=secret'],
  ['OTEL_RESOURCE_ATTRIBUTES', 'secret'],
])('%s=%s is refused, and the message does not repeat it', (name, value) => {
  const read = (): unknown => otlpEnvironment({ [name]: value });
  expect(read).toThrow(expect.objectContaining({ code: 'OPTION_INVALID', message: expect.stringContaining(name) }));
  expect(read).not.toThrow(/secret/);
});
