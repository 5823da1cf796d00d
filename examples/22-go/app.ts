// A function in Go, built from its source for this machine whenever a file of it is saved. The package `runtime` beside it is a small
// client of Lambda's Runtime API, so that the example needs no module; use github.com/aws/aws-lambda-go/lambda in its place.
import path from 'node:path';
import { Api, App, FunctionRuntime, ProxyFunction } from 'synthgate';

const app = new App();
const api = new Api(app, 'OrdersApi');
const orders = new ProxyFunction(app, 'Orders', {
  runtime: FunctionRuntime.PROVIDED_AL2023,
  code: path.join(__dirname, 'functions', 'orders'),
  handler: 'bootstrap',
});
api.root.addResource('orders').addMethod('POST', orders);
app.synth();
