exports.handler = async ({ pathParameters }) => ({
  statusCode: 200,
  body: JSON.stringify({ message: `${process.env.GREETING}, pet ${pathParameters.petId}` }),
});
