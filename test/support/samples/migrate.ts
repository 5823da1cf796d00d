/** An app with the module of its API exchanged: nothing else is changed. */
export function withOurModule(source: string): string {
  return source
    .replaceAll("'aws-cdk-lib/aws-apigateway'", "'synthgate/aws'")
    .replace(/, aws_apigateway as (\w+)(.*)/, "$2\nimport * as $1 from 'synthgate/aws';");
}
