/** A difference that docs/guides/migrating-from-rest-api.md explains. */
export interface MigrationDifference {
  /** The anchor of its row in the guide. */
  readonly id: string;
  /** Lines of `cdk diff` in the apps of test/oracle/apps; without it no app has this. */
  readonly pattern?: RegExp;
  /** Rows of docs/reference/aws-differences.json, which pairs of definitions show. */
  readonly rows?: readonly string[];
}

/** The table of the guide, in its order. */
export const DIFFERENCES: readonly MigrationDifference[] = [
  {
    id: 'deployment',
    pattern: /^(\[[+-]\] AWS::ApiGateway::Deployment \w+|\[~\] AWS::ApiGateway::Stage \w+ DeploymentId)$/,
    rows: [
      'deployment-id', 'deployment-description', 'deployment-waits-for-resources', 'deployment-waits-for-validators', 'deployment-of-existing-api',
      'stage-of-existing-api',
    ],
  },
  { id: 'permission-of-stage', pattern: /^\[\+\] AWS::Lambda::Permission \w+ApiPermission(?!Test)\w+$/, rows: ['stage-permission'] },
  { id: 'console-permission', rows: ['console-permission'] },
  { id: 'default-runtime', pattern: /^\[~\] AWS::Lambda::Function WithoutRuntime\w+ (Runtime|Environment|Code)$/ },
  { id: 'mock-response', rows: ['mock-answers', 'mock-chooses'] },
  { id: 'method-responses', rows: ['mapped-responses-declared'] },
  { id: 'method-settings', rows: ['settings-of-all-repeated'] },
  { id: 'backend-method', rows: ['http-method-of-backend'] },
  { id: 'imported-function' }, // test/aws/constructs/existing-function.test.ts: a function that is known by its ARN alone
];

/** Rows for what a migrated app declares otherwise, because there is no class or prop of the old name: TypeScript says so first. */
export const DECLARED_OTHERWISE: readonly string[] = [
  'mapping-of-restapi', 'key-with-plan', 'plan-of-key', 'plan-key-of-key', 'role-of-authorizer', 'permission-of-authorizer',
];
