// Routes whose requests and responses are declared once: the gateway checks them, handlers and clients are typed by them.
// Its tests are in gateway.test.ts; page/main.ts is a client in a browser.
import path from 'node:path';
import { Api, App, Cors, ResponseType } from 'synthgate';
import { addContract } from 'synthgate/contract';
import { createOrder, getOrder, listOrders } from './contracts';

const app = new App();
export const api = new Api(app, 'OrdersApi', { defaultCorsPreflightOptions: { allowOrigins: Cors.ALL_ORIGINS } });
// without it, a page cannot read why the gateway refused a request
api.addGatewayResponse('Refused', { type: ResponseType.DEFAULT_4XX, responseHeaders: { 'Access-Control-Allow-Origin': '\'*\'' } });
const entry = (name: string) => path.join(__dirname, 'handlers', `${name}.ts`);

addContract(api, createOrder, { entry: entry('create-order') });
addContract(api, getOrder, { entry: entry('get-order') });
addContract(api, listOrders, { entry: entry('list-orders') });
app.synth();
