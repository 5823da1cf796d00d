import { App } from 'aws-cdk-lib';
import { PetsStack } from '../lib/pets-stack';

new PetsStack(new App(), 'PetsStack');
