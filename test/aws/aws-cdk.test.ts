import type * as Loading from '../../lib/aws/aws-cdk';
import { awsCdk } from '../../lib/aws/aws-cdk';
import { codeOfError } from '../support/assembly';

test('loads the user\'s aws-cdk-lib when it is needed', () => {
  expect(awsCdk().App).toBeInstanceOf(Function);
});

test('says what to install where there is none (AWS_CDK_MISSING)', () => {
  jest.isolateModules(() => {
    jest.doMock('aws-cdk-lib', () => { throw new Error('Cannot find module'); });
    const isolated = jest.requireActual<typeof Loading>('../../lib/aws/aws-cdk');
    expect(codeOfError(() => isolated.awsCdk())).toBe('AWS_CDK_MISSING');
  });
});
