/** Stores a pet; what comes here was checked before. */
export async function handler(event: { readonly body: string; readonly queryStringParameters: { readonly store: string } }) {
  const pet = JSON.parse(event.body) as { readonly name: string };
  return {
    statusCode: 201,
    headers: { 'Access-Control-Allow-Origin': 'https://shop.example.com' },
    body: JSON.stringify({ stored: pet.name, in: event.queryStringParameters.store }),
  };
}
