import { Duration } from 'aws-cdk-lib';
import * as theirs from 'aws-cdk-lib/aws-apigateway';
import { Cors, MappedIntegration } from '../../../lib';
import { newFunction } from '../../support/aws-stack';
import { lambdaIntegration, petsApi, petsRestApi, type Definition } from './definition';

const PRECISE = {
  allowOrigins: ['https://shop.example'], allowHeaders: ['Authorization'], allowMethods: ['GET', 'PUT'], allowCredentials: true, maxAge: Duration.minutes(10),
  exposeHeaders: ['X-Kind'], statusCode: 204,
};

/** Preflights. */
export const CORS: readonly Definition[] = [
  {
    name: 'preflights of a resource, every setting',
    ours: (stack) => {
      const pets = petsApi(stack).root.addResource('pets');
      pets.addMethod('GET', newFunction(stack));
      pets.addCorsPreflight(PRECISE);
    },
    theirs: (stack) => {
      const pets = petsRestApi(stack).root.addResource('pets');
      pets.addMethod('GET', lambdaIntegration(stack));
      pets.addCorsPreflight({
        allowOrigins: ['https://shop.example'], allowHeaders: ['Authorization'], allowMethods: ['GET', 'PUT'], allowCredentials: true,
        maxAge: Duration.minutes(10), exposeHeaders: ['X-Kind'], statusCode: 204,
      });
    },
  },
  {
    name: 'preflights of everything, nothing said about them',
    ours: (stack) => {
      petsApi(stack, { defaultCorsPreflightOptions: { allowOrigins: Cors.ALL_ORIGINS } }).root.addResource('pets').addMethod('GET', newFunction(stack));
    },
    theirs: (stack) => {
      petsRestApi(stack, { defaultCorsPreflightOptions: { allowOrigins: theirs.Cors.ALL_ORIGINS } }).root.addResource('pets').addMethod('GET', lambdaIntegration(stack));
    },
  },
  {
    name: 'preflights that browsers do not remember',
    ours: (stack) => {
      const pets = petsApi(stack).root.addResource('pets', { defaultCorsPreflightOptions: { allowOrigins: ['https://shop.example'], allowMethods: ['GET'], disableCache: true } });
      pets.addMethod('GET', newFunction(stack));
    },
    theirs: (stack) => {
      const pets = petsRestApi(stack).root.addResource('pets', { defaultCorsPreflightOptions: { allowOrigins: ['https://shop.example'], allowMethods: ['GET'], disableCache: true } });
      pets.addMethod('GET', lambdaIntegration(stack));
    },
  },
  {
    name: 'preflights for several origins',
    ours: (stack) => {
      const pets = petsApi(stack).root.addResource('pets');
      pets.addMethod('GET', newFunction(stack));
      pets.addCorsPreflight({ allowOrigins: ['https://shop.example', 'https://admin.example'], allowMethods: ['GET'] });
    },
    theirs: (stack) => {
      const pets = petsRestApi(stack).root.addResource('pets');
      pets.addMethod('GET', lambdaIntegration(stack));
      pets.addCorsPreflight({ allowOrigins: ['https://shop.example', 'https://admin.example'], allowMethods: ['GET'] });
    },
  },
  {
    name: 'preflights of a method whose response is mapped',
    ours: (stack) => {
      const pets = petsApi(stack).root.addResource('pets');
      pets.addMethod('GET', new MappedIntegration(newFunction(stack), { integrationResponses: [{ statusCode: '200' }] }), { methodResponses: [{ statusCode: '200' }] });
      pets.addCorsPreflight({ allowOrigins: ['https://shop.example'], allowMethods: ['GET'] });
    },
    theirs: (stack) => {
      const pets = petsRestApi(stack).root.addResource('pets');
      pets.addMethod('GET', lambdaIntegration(stack, { proxy: false, integrationResponses: [{ statusCode: '200' }] }), { methodResponses: [{ statusCode: '200' }] });
      pets.addCorsPreflight({ allowOrigins: ['https://shop.example'], allowMethods: ['GET'] });
    },
  },
];
