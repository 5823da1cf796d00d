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
