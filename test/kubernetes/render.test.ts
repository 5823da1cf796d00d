import * as gatewayApi from '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1';
import * as serving from '@kubernetes-models/knative/serving.knative.dev/v1';
import * as monitoring from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1';
import * as apps from 'kubernetes-models/apps/v1';
import * as autoscaling from 'kubernetes-models/autoscaling/v2';
import * as networking from 'kubernetes-models/networking.k8s.io/v1';
import * as policy from 'kubernetes-models/policy/v1';
import * as core from 'kubernetes-models/v1';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stringify } from 'yaml';
import { renderKubernetes, type KubernetesObject, type KubernetesOptions } from '../../lib/kubernetes';
import type { AssemblyApi } from '../../lib/runtime';
import { readSpec, type GatewaySpecInput } from '../../lib/spec';
import { petsSpec } from '../support/assembly';

const examples = path.resolve(__dirname, '..', '..', 'examples');
const goldens = path.join(__dirname, '..', 'golden', 'kubernetes');
const isWriting = process.env.GOLDEN === 'write';
const image = 'registry.example.com/shop';

function apiOf(written: unknown, digest = 'a'.repeat(64)): AssemblyApi {
  const { spec } = readSpec(written, 'test');
  const code = Object.fromEntries(Object.keys(spec.functions).map((name) => [name, { directory: '/code', handler: 'index.handler', digest }]));
  return { name: spec.api.name, file: '/gateway.out/api.gateway.json', spec, warnings: [], fingerprint: '', code };
}

function apisOfExample(example: string): readonly AssemblyApi[] {
  const folder = path.join(examples, example, 'expected');
  return readdirSync(folder).filter((file) => file.endsWith('.gateway.json')).map((file) => apiOf(JSON.parse(readFileSync(path.join(folder, file), 'utf8'))));
}

const pets = (input: Partial<GatewaySpecInput> = {}): AssemblyApi => apiOf(petsSpec(input));
const render = (apis: readonly AssemblyApi[], options: Partial<KubernetesOptions> = {}) => renderKubernetes(apis, { image, ...options });
const codesOf = (apis: readonly AssemblyApi[], options: Partial<KubernetesOptions> = {}) =>
  render(apis, options).issues.map(({ code, severity }) => `${severity} ${code}`);

/** One of the objects, whose members a test knows. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
function objectOf(kind: string, apis: readonly AssemblyApi[], options: Partial<KubernetesOptions> = {}): any {
  return render(apis, options).objects.find((object) => object.kind === kind);
}

/** The published schemas, as validators. */
const SCHEMAS: Readonly<Record<string, new (data: never) => { readonly validate: () => void }>> = {
  'v1 Service': core.Service, 'v1 ServiceAccount': core.ServiceAccount, 'apps/v1 Deployment': apps.Deployment,
  'autoscaling/v2 HorizontalPodAutoscaler': autoscaling.HorizontalPodAutoscaler, 'policy/v1 PodDisruptionBudget': policy.PodDisruptionBudget,
  'networking.k8s.io/v1 NetworkPolicy': networking.NetworkPolicy, 'gateway.networking.k8s.io/v1 HTTPRoute': gatewayApi.HTTPRoute,
  'monitoring.coreos.com/v1 ServiceMonitor': monitoring.ServiceMonitor, 'serving.knative.dev/v1 Service': serving.Service,
};

function validate(object: KubernetesObject): void {
  const Schema = SCHEMAS[`${object.apiVersion} ${object.kind}`];
  new Schema(object as never).validate(); // throws where it does not fit
}

const CASES: readonly (readonly [example: string, options: Partial<KubernetesOptions>])[] = [
  ['10-pet-store', { gateway: 'edge/public', hostnames: ['pets.example.com'], egress: ['10.1.0.0/16:5432'], serviceMonitor: true }],
  ['13-usage-plans', {
    namespace: 'weather', gateway: 'public', secretEnvironment: { STATION: 'weather/station' }, replicas: 3, drainSeconds: 10,
    store: 'weather/store-url', storeHost: 'valkey.databases:6379', storeQuota: 'closed', storeShare: ['cache'],
  }],
  ['18-http-api', { image: 'registry.example.com/http:1.4', gateway: 'edge/public', memoryMiB: 1_536, trustedProxies: ['10.0.0.0/8'] }],
  ['15-streaming', { knative: true, replicas: 1 }],
];

describe.each(CASES)('example %s', (example, options) => {
  test('becomes exactly the expected objects', () => {
    const text = render(apisOfExample(example), options).objects.map((object) => stringify(object, { aliasDuplicateObjects: false, lineWidth: 0 })).join('---\n');
    const file = path.join(goldens, `${example}.yaml`);
    if (isWriting) {
      mkdirSync(goldens, { recursive: true });
      writeFileSync(file, text);
    }
    expect(text).toBe(readFileSync(file, 'utf8'));
  });

  test('fits the published schemas', () => {
    for (const object of render(apisOfExample(example), options).objects) validate(object);
  });
});

test('a schema refuses what does not fit', () => {
  const service = objectOf('Service', [pets()]);
  expect(() => validate({ ...service, spec: { ...service.spec, ports: [{ port: 'http' }] } })).toThrow(/port/);
});

describe('a version', () => {
  const tagOf = (api: AssemblyApi, options: Partial<KubernetesOptions> = {}) => {
    const { spec: { template } } = objectOf('Deployment', [api], options);
    return { image: template.spec.containers[0].image, version: template.metadata.annotations['synthgate/version'], labels: template.metadata.labels };
  };

  test('is the tag of the image and in the pod template, so that another one is another revision, and the same one none', () => {
    const { image: tagged, version, labels } = tagOf(pets());
    expect(version).toMatch(/^[0-9a-f]{64}$/);
    expect(tagged).toBe(`${image}:${version.slice(0, 12)}`);
    expect(labels['app.kubernetes.io/version']).toBe(version.slice(0, 12));
    expect(tagOf(pets())).toEqual({ image: tagged, version, labels });
    expect(objectOf('Service', [pets()]).spec.selector).toEqual(objectOf('Service', [pets({ stages: {} })]).spec.selector);
  });

  test.each([
    ['code', apiOf(petsSpec(), 'b'.repeat(64))],
    ['stages', pets({ stages: {} })],
    ['keys', pets({ apiKeys: { Dev: {} } })],
  ])('changes with the %s', (_, api) => {
    expect(tagOf(api).version).not.toBe(tagOf(pets()).version);
  });

  test.each([`${image}:1.4`, `registry.example.com:5000/shop@sha256:${'a'.repeat(64)}`])('is not the tag of an image that has one: %s', (given) => {
    expect(tagOf(pets(), { image: given }).image).toBe(given);
  });

  test('is the tag of an image in a registry with a port', () => {
    expect(tagOf(pets(), { image: 'localhost:5000/shop' }).image).toMatch(/^localhost:5000\/shop:[0-9a-f]{12}$/);
  });
});

test('a pod drains within its grace period, which begins with preStop', () => {
  const { spec: { minReadySeconds, template: { spec } } } = objectOf('Deployment', [pets()]);
  const [{ args, lifecycle }] = spec.containers;
  expect([minReadySeconds, lifecycle.preStop.sleep.seconds, spec.terminationGracePeriodSeconds]).toEqual([5, 10, 60]);
  expect(args.join(' ')).toContain('--drain 5 --shutdown-timeout 30');
  expect(objectOf('Deployment', [pets()], { drainSeconds: 0 }).spec.template.spec.containers[0]).not.toHaveProperty('lifecycle');
});

test('secrets are in no argument, and kubelet fills in nothing', () => {
  const api = pets({ apiKeys: { '$(HOME)': {}, 'Known': { value: 'k'.repeat(20) } } });
  const { spec: { template: { spec: { containers: [{ args, env }] } } } } = objectOf('Deployment', [api], { secretEnvironment: { 'Pets.TOKEN': 'shop/token' } });
  expect(args.slice(-4)).toEqual(['--value-from', 'api-key.$$(HOME)=SYNTHGATE_SECRET_0', '--value-from', 'env.Pets.TOKEN=SYNTHGATE_SECRET_1']);
  expect(env).toEqual([
    { name: 'SYNTHGATE_SECRET_0', valueFrom: { secretKeyRef: { name: 'pets-api-keys', key: '__HOME_-b01d8556' } } },
    { name: 'SYNTHGATE_SECRET_1', valueFrom: { secretKeyRef: { name: 'shop', key: 'token' } } },
  ]);
});

test('APIs with base paths share a port and a host; others have ports of their own', () => {
  const [users, orders] = ['Users', 'Orders'].map((name) => pets({ api: { id: name.toLowerCase(), name } }));
  const shared = { gateway: 'public', basePaths: { Users: 'users', Orders: '(none)' } };
  expect(objectOf('HTTPRoute', [users, orders], shared).spec.rules.map((rule: { matches: [{ path: { value: string } }] }) => rule.matches[0].path.value))
    .toEqual(['/users/prod', '/prod']);
  expect(objectOf('Service', [users, orders], shared).spec.ports.map(({ port }: { port: number }) => port)).toEqual([8_080, 9_000]);
  expect(objectOf('Service', [users, orders]).spec.ports.map(({ port }: { port: number }) => port)).toEqual([8_080, 8_081, 9_000]);
  expect(objectOf('Service', [users, orders]).metadata.name).toBe('gateway');
});

test('a gateway of some APIs serves those of the image that has all', () => {
  const [users, orders] = ['Users', 'Orders'].map((name) => pets({ api: { id: name.toLowerCase(), name } }));
  const { metadata, spec: { template } } = objectOf('Deployment', [users, orders], { apis: ['Orders'] });
  expect(metadata.name).toBe('orders');
  expect(template.spec.containers[0].args.slice(-2)).toEqual(['--api', 'Orders']);
  expect(template.spec.containers[0].image).toBe(objectOf('Deployment', [users, orders]).spec.template.spec.containers[0].image);
});

test('the network policy allows the backends of the definition, and no other address', () => {
  const backend = (uri: string) => ({ id: uri.replace(/[^a-z0-9]+/g, ''), methods: { GET: { integration: { type: 'http-proxy' as const, uri } } } });
  const api = pets({ functions: {}, resources: {
    '/': { id: 'root' }, '/a': backend('https://pets.example.com:8443/x'), '/b': backend('http://10.1.2.3/x'), '/c': backend('http://stock.shop.svc.cluster.local'),
    '/d': backend('http://stock:8080'), '/e': backend('http://${stageVariables.host}/x'), '/f': backend('https://shop.com/x'),
  } });
  const { spec: { egress } } = objectOf('NetworkPolicy', [api], { egress: ['10.9.0.0/16:5432', '10.8.0.0/16'] });
  const external = { to: [{ ipBlock: { cidr: '0.0.0.0/0', except: expect.arrayContaining(['169.254.0.0/16']) } }, { ipBlock: expect.objectContaining({ cidr: '::/0' }) }] };
  expect(egress.slice(1)).toEqual([
    { to: [{ ipBlock: { cidr: '10.1.2.3/32' } }], ports: [{ protocol: 'TCP', port: 80 }] },
    { to: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'shop' } } }] },
    { to: [{ podSelector: {} }] },
    { ...external, ports: [{ protocol: 'TCP', port: 8_443 }] },
    // a name with one dot may be one of the cluster
    { to: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'com' } } }] },
    { ...external, ports: [{ protocol: 'TCP', port: 443 }] },
    { to: [{ ipBlock: { cidr: '10.9.0.0/16' } }], ports: [{ protocol: 'TCP', port: 5_432 }] },
    { to: [{ ipBlock: { cidr: '10.8.0.0/16' } }] },
  ]);
  expect(codesOf([api], { gateway: 'public' })).toEqual(['warning KUBERNETES_CALLS_UNKNOWN']);
});

test('the network policy allows the issuers of tokens', () => {
  const jwt = (issuer: string, jwksUri?: string) => ({ type: 'jwt' as const, issuer, audience: ['shop'], ...(jwksUri === undefined ? {} : { jwksUri }) });
  const api = pets({ functions: {}, resources: { '/': { id: 'root' } }, authorizers: {
    A: jwt('https://id.example.com:8443/realm'), B: jwt('https://id.example.com', 'https://keys.auth.svc/keys'),
    C: { type: 'cognito-user-pools', userPools: [{ arn: 'arn:aws:cognito-idp:eu-west-1:123456789012:userpool/eu-west-1_a' }] },
  } });
  const { spec: { egress } } = objectOf('NetworkPolicy', [api]);
  const internet = [{ ipBlock: expect.objectContaining({ cidr: '0.0.0.0/0' }) }, { ipBlock: expect.objectContaining({ cidr: '::/0' }) }];
  expect(egress.slice(1)).toEqual([
    { to: internet, ports: [{ protocol: 'TCP', port: 443 }] }, // of the user pool
    { to: internet, ports: [{ protocol: 'TCP', port: 8_443 }] },
    { to: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'auth' } } }] },
  ]);
});

test('each API key has a key of the Secret', () => {
  const api = pets({ apiKeys: { 'partner_a': {}, 'partner a': {}, 'partner/a': {} } });
  const { spec: { template: { spec: { containers: [{ env }] } } } } = objectOf('Deployment', [api]);
  const keys = env.map(({ valueFrom }: { valueFrom: { secretKeyRef: { key: string } } }) => valueFrom.secretKeyRef.key);
  expect(keys).toEqual([expect.stringMatching(/^partner_a-[0-9a-f]{8}$/), expect.stringMatching(/^partner_a-[0-9a-f]{8}$/), 'partner_a']);
  expect(new Set(keys).size).toBe(3);
});

test('the name of a Knative revision fits, and is another one for another template', () => {
  const name = 'a'.repeat(52);
  const [first, second] = ['250m', '500m'].map((cpu) => objectOf('Service', [pets()], { name, cpu, knative: true }).spec.template.metadata.name);
  expect(first).toMatch(/^a{52}-[0-9a-f]{10}$/);
  expect(second).not.toBe(first);
});

describe('what is not expressed has a code', () => {
  const stages = (count: number): Partial<GatewaySpecInput> =>
    ({ api: { id: 'pets', name: 'Pets', quotas: { stages: 20 } }, stages: Object.fromEntries(Array.from({ length: count }, (_, index) => [`s${index}`, {}])) });
  const second = pets({ api: { id: 'other', name: 'Other' } });
  const plan = { apiKeys: { Dev: {} }, usagePlans: { Gold: { quota: { limit: 1, period: 'DAY' }, stages: { prod: {} }, keys: ['Dev'] } } } satisfies Partial<GatewaySpecInput>;
  const settings = { gateway: 'public', egress: ['0.0.0.0/0'] };

  test.each<[string, readonly AssemblyApi[], Partial<KubernetesOptions>, readonly string[]]>([
    ['no Gateway', [pets()], { egress: [] }, ['warning KUBERNETES_ROUTE_LEFT_OUT']],
    ['functions that may call anyone', [pets()], { gateway: 'public' }, ['warning KUBERNETES_CALLS_UNKNOWN']],
    ['equal paths', [pets(), second], settings, ['error KUBERNETES_ROUTES_EQUAL']],
    ['as many stages as rules', [pets(stages(16))], settings, []],
    ['more stages than rules', [pets(stages(17))], settings, ['error KUBERNETES_ROUTES_EXCEEDED']],
    ['two ports for Knative', [pets(), second], { knative: true }, ['error KUBERNETES_KNATIVE_PORTS']],
    ['as much time as Knative allows', [pets()], { knative: true, shutdownSeconds: 570 }, []],
    ['more time than Knative allows', [pets()], { knative: true, shutdownSeconds: 571 }, ['warning KUBERNETES_KNATIVE_TIMEOUT']],
    ['throttles of a stage', [pets({ stages: { prod: { methodSettings: { '*/*': { throttlingRateLimit: 1 } } } } })], settings, ['warning KUBERNETES_NOT_SHARED']],
    ['throttles of a plan\'s methods', [pets({ usagePlans: { Gold: { stages: { prod: { methods: { '/pets/GET': { rateLimit: 1, burstLimit: 1 } } } } } } })], settings, ['warning KUBERNETES_NOT_SHARED']],
    ['quotas', [pets(plan)], settings, ['warning KUBERNETES_NOT_SHARED']],
    ['limits in a store', [pets(plan)], { ...settings, store: 'shop/url', storeHost: 'valkey:6379' }, []],
    ['a store that the policy does not know', [pets({ functions: {}, resources: {} })], { gateway: 'public', store: 'shop/url' }, ['warning KUBERNETES_CALLS_UNKNOWN']],
    ['too little memory for all instances', [pets()], { ...settings, memoryMiB: 1_000 }, ['warning KUBERNETES_MEMORY_SHORT']],
  ])('%s', (_, apis, options, codes) => {
    expect(codesOf(apis, options)).toEqual(codes);
  });

  test('connections and asynchronous calls are named', () => {
    const { issues } = render(apisOfExample('19-websocket-chat'), settings);
    expect(issues.map(({ message }) => message).join()).toContain('connections of');
    expect(render(apisOfExample('07-async-dead-letter'), settings).issues.map(({ message }) => message).join()).toContain('asynchronous calls of');
  });
});

test.each<[Record<string, unknown>, string, string]>([
  [{ image: `${image}:latest` }, 'image', 'a tag that stays'],
  [{ image: 'UPPER' }, 'image', 'an image such as'],
  [{ name: '9lives' }, 'name', 'lower-case letters'],
  [{ replicas: 0 }, 'replicas', 'a whole number from 1'],
  [{ memoryMiB: 600 }, 'memoryMiB', 'at least '],
  ...['half', '0', '0.000', '0m', '0.0001', '1.5m'].map((cpu): [Record<string, unknown>, string, string] => [{ cpu }, 'cpu', '0.5 or 500m']),
  ...['r/x/', 'r/Upper', 'r//x', 'r/x:', '-r/x'].map((given): [Record<string, unknown>, string, string] => [{ image: given }, 'image', 'an image such as']),
  ...['300.0.0.0/8', '10.0.0.0/99', '10.0.0.0/8:0', '10.0.0.0/8:99999', '::/200', '10.0.0.0/33'].map((range): [Record<string, unknown>, string, string] =>
    [{ egress: [range] }, 'egress.0', 'ranges of addresses']),
  [{ trustedProxies: ['999.1.1.1'] }, 'trustedProxies.0', 'addresses and ranges'],
  [{ hostnames: [`${'a'.repeat(64)}.example.com`], gateway: 'public' }, 'hostnames.0', 'host names'],
  [{ gateway: '-x/public' }, 'gateway', 'namespace/name'],
  [{ store: 'shop/url', storeHost: 'valkey:65536' }, 'storeHost', 'a host and its port'],
  [{ secretEnvironment: { 'Pets.NODE_OPTIONS': 'shop/token' } }, 'secretEnvironment.Pets.NODE_OPTIONS', 'a variable that neither'],
  [{ gateway: 'a/b/c' }, 'gateway', 'namespace/name'],
  [{ hostnames: ['API.example.com'] }, 'hostnames.0', 'host names'],
  [{ egress: ['10.0.0.1'] }, 'egress.0', 'ranges of addresses'],
  [{ secretEnvironment: { TOKEN: 'shop' } }, 'secretEnvironment.TOKEN', 'secret/key'],
  [{ replicas: 4, maxReplicas: 3 }, 'maxReplicas', 'a number from 4'],
  [{ hostnames: ['api.example.com'] }, 'hostnames', 'no value without the option gateway'],
  [{ monitoringNamespace: 'seen' }, 'monitoringNamespace', 'no value without the option serviceMonitor'],
  [{ storeHost: 'valkey:6379' }, 'storeHost', 'no value without the option store'],
  [{ store: 'valkey://cache' }, 'store', 'secret/key'],
  [{ knative: true, egress: ['10.0.0.0/8'] }, 'egress', 'no value with the option knative'],
])('%j is refused', (options, option, allowed) => {
  expect(() => renderKubernetes([pets()], { image, ...options })).toThrow(
    expect.objectContaining({ code: 'OPTION_INVALID', details: expect.objectContaining({ option, allowed: expect.stringContaining(allowed) }) }),
  );
});

test('a secret for an unknown function is refused; a known one may be named as serve allows', () => {
  expect(() => render([pets()], { secretEnvironment: { 'Nope.T': 's/k' } })).toThrow(expect.objectContaining({ code: 'OPTION_NAME_UNKNOWN' }));
  expect(() => render([pets()], { secretEnvironment: { 'Pets.T': 's/k', '*.T': 's/k', 'T': 's/k' }, cpu: '0.5', egress: ['::/0:65535'] })).not.toThrow();
});

test('a misspelled option and a missing image are refused', () => {
  expect(() => renderKubernetes([pets()], { image, replica: 2 })).toThrow(expect.objectContaining({ code: 'OPTION_UNKNOWN' }));
  expect(() => renderKubernetes([pets()], {})).toThrow(expect.objectContaining({ code: 'OPTION_INVALID', details: expect.objectContaining({ option: 'image' }) }));
});
