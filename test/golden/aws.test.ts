import { Template } from 'aws-cdk-lib/assertions';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { TemplateFormat } from '../../lib/aws';
import { EXAMPLES, REFUSED_EXAMPLES, stacksOfExample } from '../support/template/example-stack';

/**
 * The templates that examples become, both ways. After a change that is meant: `GOLDEN=write npx jest test/golden`, and look at
 * the difference before you commit it. Code is not bundled, so no digest of code is in them.
 */
const folder = path.join(__dirname, 'aws');
const isWriting = process.env.GOLDEN === 'write';
const TEMPLATE_FORMATS = [TemplateFormat.RESOURCES, TemplateFormat.OPENAPI_BODY];
const CASES = EXAMPLES.filter((one) => !REFUSED_EXAMPLES.has(one))
  .flatMap((example) => TEMPLATE_FORMATS.map((templateFormat) => [example, templateFormat] as const));

if (isWriting) rmSync(folder, { recursive: true, force: true });

test.each(CASES)('example %s as %s becomes exactly the expected templates', (example, templateFormat) => {
  const location = path.join(folder, example, templateFormat);
  const templates = stacksOfExample(example, templateFormat).map((stack) => ({ stack, file: path.join(location, `${stack.stackName}.template.json`) }));
  for (const { stack, file } of templates) {
    const text = `${JSON.stringify(withoutDigests(Template.fromStack(stack).toJSON()), undefined, 2)}\n`;
    if (isWriting) write(file, text);
    expect(text).toBe(readFileSync(file, 'utf8'));
  }
  expect(readdirSync(location).sort()).toEqual(templates.map(({ file }) => path.basename(file)).sort());
});

test('there are no templates of examples that are not there', () => {
  expect(readdirSync(folder).sort()).toEqual([...new Set(CASES.map(([example]) => example))].sort());
});

function write(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Assets by what they are: a digest changes with every version of what makes the code. */
function withoutDigests(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(/\b[0-9a-f]{64}(?=\.zip\b)/g, '(digest)');
  if (Array.isArray(value)) return value.map(withoutDigests);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutDigests(one)]));
}
