import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { CATALOG, findPet } from './catalog';

export async function handler(event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  switch (`${event.httpMethod} ${event.resource}`) {
    case 'GET /pets': return list(event);
    case 'POST /pets': return create(event);
    case 'GET /pets/{petId}': return answer(findPet(event.pathParameters?.petId));
    default: return { statusCode: 204, body: '' };
  }
}

function list({ queryStringParameters, stageVariables }: APIGatewayProxyEvent): APIGatewayProxyResult {
  const kind = queryStringParameters?.kind;
  const pets = CATALOG.filter((pet) => kind === undefined || pet.kind === kind).map(({ id, name }) => ({ id, name }));
  return answer({ store: stageVariables?.storeName, pets });
}

function create({ body, requestContext }: APIGatewayProxyEvent): APIGatewayProxyResult {
  const pet = { id: '4', ...JSON.parse(body ?? '{}') };
  return { ...answer(pet), statusCode: 201, headers: { Location: `/${requestContext.stage}/pets/${pet.id}` } };
}

function answer(value: unknown): APIGatewayProxyResult {
  return value === undefined
    ? { statusCode: 404, body: JSON.stringify({ message: 'no such pet' }) }
    : { statusCode: 200, body: JSON.stringify(value) };
}
