/** The account and region of what names none: of the local gateway, and of templates that are read. */
export const LOCAL_ENVIRONMENT = { accountId: '123456789012', region: 'us-east-1' } as const;

/** CloudFormation's pseudo parameters that do not depend on a stack. */
export function pseudoParameters({ accountId, region }: { readonly accountId: string; readonly region: string }): Record<string, string> {
  const isChinese = region.startsWith('cn-');
  return {
    'AWS::AccountId': accountId,
    'AWS::Region': region,
    'AWS::Partition': isChinese ? 'aws-cn' : region.startsWith('us-gov-') ? 'aws-us-gov' : 'aws',
    'AWS::URLSuffix': isChinese ? 'amazonaws.com.cn' : 'amazonaws.com',
  };
}
