import { createColors } from 'picocolors';
import { basePathText } from '../../lib/cli/gateway-command';

const colors = createColors(false);
const mapping = (domain: string, api: string, path: string) => ({ domain, api, path });

test('each custom domain has a line with options to copy', () => {
  expect(basePathText([
    mapping('api.test', 'Orders/prod', 'orders'), mapping('api.test', 'Users', '(none)'), mapping('admin.test', 'Users/prod', 'v1/users'),
  ], colors)).toBe(`base paths of api.test: --base-path "Orders/prod=orders" --base-path "Users=(none)"
base paths of admin.test: --base-path "Users/prod=v1/users"
`);
  expect(basePathText([], colors)).toBe('');
});

test('the options of a line can be given together: an API has one base path, and a base path one API', () => {
  const mappings = [mapping('a.test', 'Pets', 'v1'), mapping('a.test', 'Pets', 'v2'), mapping('a.test', 'Shop', 'v1'), mapping('a.test', 'Shop', 'shop')];
  expect(basePathText(mappings, colors)).toBe('base paths of a.test: --base-path "Pets=v1" --base-path "Shop=shop"\n');
});

test('a domain whose name only a deployment knows has none here', () => {
  expect(basePathText([mapping('${token:Domain}', 'Pets', 'pets')], colors)).toBe('base paths of a custom domain: --base-path "Pets=pets"\n');
});
