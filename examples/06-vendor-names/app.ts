// The vendor's names inside header and field names. The defaults are AWS's; a service of your own may have others.
import path from 'node:path';
import { Api, App, ProxyFunction } from 'synthgate';

const app = new App();
const words = new ProxyFunction(app, 'Words', { entry: path.join(__dirname, 'handlers/words.ts') });
const api = new Api(app, 'WordsApi', {
  vendor: { headerPrefix: 'acme', shortPrefix: 'ac', cdnName: 'FastEdge', identityProviderName: 'passport' },
});
api.root.addResource('words').addMethod('GET', words, { cors: {} });
app.synth();
