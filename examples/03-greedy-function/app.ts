// One function for everything below a prefix; it does its own routing. A literal resource beside it still wins.
import path from 'node:path';
import { Api, App, ProxyFunction } from 'synthgate';

const app = new App();
const entry = path.join(__dirname, 'handlers/files.ts');
const files = new ProxyFunction(app, 'Files', { entry, memorySize: 256 });

const api = new Api(app, 'FilesApi');
const resource = api.root.addResource('files');
resource.addProxy({ defaultIntegration: files });
resource.addResource('status').addMethod('GET', new ProxyFunction(app, 'Status', { entry, handler: 'status' }));
app.synth();
