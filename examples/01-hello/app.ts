// The smallest gateway: GET /prod/ is answered by one function.
import path from 'node:path';
import { Api, App, ProxyFunction } from 'synthgate';

const app = new App();
const hello = new ProxyFunction(app, 'Hello', { entry: path.join(__dirname, 'handlers/hello.ts') });
const api = new Api(app, 'HelloApi');
api.root.addMethod('GET', hello);
app.synth();
