// A gateway whose functions go wrong, each in one way, beside one that does not. Served by `npm run faults`.
import { App } from 'synthgate';
import { addFaultsApi } from './faults-api';

const app = new App();
addFaultsApi(app);
app.synth();
