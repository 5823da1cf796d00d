// Functions in Python: a route, and the authorizer of another. They run in an interpreter of this machine, with the packages of a
// virtual environment beside this file, if there is one.
import path from 'node:path';
import { Api, App, Duration, FunctionRuntime, ProxyFunction, TokenAuthorizer } from 'synthgate';

const app = new App();
const python = (id: string, handler: string) => new ProxyFunction(app, id, {
  runtime: FunctionRuntime.PYTHON_3_12,
  code: path.join(__dirname, 'functions'),
  handler,
});

const api = new Api(app, 'OrdersApi');
const orders = api.root.addResource('orders');
const order = python('Orders', 'orders.handler');
orders.addMethod('POST', order);

const authorizer = new TokenAuthorizer(api, 'ByToken', {
  handler: python('CheckToken', 'security/check_token.handler'),
  resultsCacheTtl: Duration.seconds(0),
});
orders.addResource('{id}').addMethod('GET', order, { authorizer });
app.synth();
