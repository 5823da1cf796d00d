import { CATALOG } from '../../lib/errors';
import { SOURCE_FORMATS as HELP } from '../../lib/cli/sources/source-options';
import { SOURCE_FORMATS } from '../../lib/importers/formats';

test.each(SOURCE_FORMATS)('$title is named by the help of commands and by the error for other files', ({ title }) => {
  expect(HELP).toContain(title);
  expect(CATALOG.SOURCE_NOT_RECOGNIZED.help).toContain(title);
});
