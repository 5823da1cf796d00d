// One definition on two stages: the first path segment chooses, variables make the difference.
// The function of /currency is chosen by a stage variable.
import path from 'node:path';
import { Api, App, ProxyFunction } from 'synthgate';

const app = new App();
const entry = path.join(__dirname, 'handlers/prices.ts');
const api = new Api(app, 'PricesApi', {
  deployOptions: { stageName: 'prod', variables: { shop: 'main', currency: 'Euro' } },
});
api.addStage('test', { variables: { shop: 'playground', currency: 'Dollar' } });

api.root.addResource('shop').addMethod('GET', new ProxyFunction(app, 'Shop', { entry, handler: 'shop' }));

new ProxyFunction(app, 'Euro', { entry, handler: 'euro' });
new ProxyFunction(app, 'Dollar', { entry, handler: 'dollar' });
api.root.addResource('currency').addMethod('GET', ProxyFunction.fromFunctionName('${stageVariables.currency}'));
app.synth();
