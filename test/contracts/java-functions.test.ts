import { App, aws_apigateway as apigateway, aws_lambda as lambda, Stack } from 'aws-cdk-lib';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createTestGateway, type TestGateway } from '../../lib/testing';
import { classesOf, clientClasses, packJar } from '../support/functions/java-code';
import { newDirectory } from '../support/temporary-directory';

/* Functions in Java as clients see them, from each definition that may have them. */

const PETS = `package shop;
public class Pets {
    public static String handleRequest(String event) {
        if (event.contains("/broken")) throw new IllegalStateException("no pets");
        return "{\\"statusCode\\":200,\\"body\\":\\"Java " + (event.contains("dog") ? "dog" : "cat") + "\\"}";
    }
}
`;

const gateways: TestGateway[] = [];
afterEach(async () => {
  for (const gateway of gateways.splice(0)) await gateway.close();
});

async function served(source: Parameters<typeof createTestGateway>[0]): Promise<TestGateway> {
  const gateway = await createTestGateway(source);
  gateways.push(gateway);
  return gateway;
}

async function answerOf(gateway: TestGateway, place: string): Promise<readonly [number, string]> {
  const response = await gateway.fetch(place);
  return [response.status, await response.text()];
}

/** The code as Lambda takes it: classes, and jars in lib. */
function code(): string {
  const directory = classesOf({ 'shop/Pets.java': PETS });
  packJar(clientClasses(), path.join(directory, 'lib', 'client.jar'));
  return directory;
}

const TEMPLATE = (codeUri: string): string => `Transform: AWS::Serverless-2016-10-31
Resources:
  Pets:
    Type: AWS::Serverless::Function
    Properties:
      Runtime: java17
      Handler: shop.Pets::handleRequest
      CodeUri: ${codeUri}
      MemorySize: 512
      Timeout: 20
      Events:
        Get: { Type: Api, Properties: { Path: /pets, Method: get } }
        Broken: { Type: Api, Properties: { Path: /broken, Method: get } }
`;

function template(directory: string, codeUri: string): string {
  const file = path.join(directory, 'template.yaml');
  writeFileSync(file, TEMPLATE(codeUri));
  return file;
}

const BROKEN = [502, '{"message": "Internal server error"}'];

test('a template with a directory of classes; an error of the handler is 502', async () => {
  const directory = newDirectory();
  cpSync(code(), path.join(directory, 'built'), { recursive: true });
  const gateway = await served(template(directory, 'built'));
  expect(await answerOf(gateway, '/Prod/pets?kind=dog')).toEqual([200, 'Java dog']);
  expect(await answerOf(gateway, '/Prod/broken')).toEqual(BROKEN);
  expect(await answerOf(gateway, '/Prod/pets')).toEqual([200, 'Java cat']);
});

test('a template with a Maven project that is built, and one that is not', async () => {
  const directory = newDirectory();
  mkdirSync(path.join(directory, 'pets'));
  writeFileSync(path.join(directory, 'pets', 'pom.xml'), '<project/>');
  const file = template(directory, 'pets');
  expect(await answerOf(await served(file), '/Prod/pets')).toEqual([501, '{"message": "Function Pets cannot run here"}']);
  cpSync(classesOf({ 'shop/Pets.java': PETS }), path.join(directory, 'pets', 'target', 'classes'), { recursive: true });
  packJar(clientClasses(), path.join(directory, 'pets', 'target', 'dependency', 'client.jar'));
  expect(await answerOf(await served(file), '/Prod/pets')).toEqual([200, 'Java cat']);
});

test('a CDK app with a jar', async () => {
  const app = new App({ analyticsReporting: false, outdir: newDirectory() });
  const stack = new Stack(app, 'Shop');
  const jar = packJar(code(), path.join(newDirectory(), 'pets.jar'));
  const runtime = lambda.Runtime.JAVA_17;
  const fn = new lambda.Function(stack, 'Pets', { runtime, handler: 'shop.Pets', code: lambda.Code.fromAsset(jar), memorySize: 512 });
  const api = new apigateway.LambdaRestApi(stack, 'Api', { handler: fn, proxy: false, cloudWatchRole: false });
  api.root.addResource('pets').addMethod('GET');
  expect(await answerOf(await served(stack), 'pets?kind=dog')).toEqual([200, 'Java dog']);
});

test('serverless.yml with an artifact', async () => {
  const directory = newDirectory();
  packJar(code(), path.join(directory, 'target', 'pets.jar'));
  writeFileSync(path.join(directory, 'serverless.yml'), `
service: shop
provider: {name: aws, runtime: java17, memorySize: 512}
package: {artifact: target/pets.jar}
functions:
  pets: {handler: shop.Pets, package: {artifact: target/pets.jar}, events: [{http: GET pets}]}
`);
  expect(await answerOf(await served(path.join(directory, 'serverless.yml')), '/dev/pets')).toEqual([200, 'Java cat']);
});
