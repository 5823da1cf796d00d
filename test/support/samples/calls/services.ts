import type { Sample } from '../call';

const item = (id: string, name: string) => ({ Item: { id: { S: id }, name: { S: name } } });

/** Apps whose methods call services and other sites. */
export const SERVICE_SAMPLES: Readonly<Record<string, Sample>> = {
  'dynamodb-direct': {
    calls: [
      ['GET /prod/item', 200, { body: '[]' }],
      ['POST /prod/item', 200, { body: 'requestId' }, { body: { id: '1', name: 'cat' } }],
      ['POST /prod/item', 400, { body: { error: 'Bad input!' } }, { body: { id: '', name: 'cat' } }],
      ['GET /prod/item/1', 200, { body: item('1', 'cat') }],
      ['PUT /prod/item/1', 200, { body: { Attributes: { id: { S: '1' }, name: { S: 'a "dog"' } } } }, { body: { name: 'a "dog"' } }],
      ['POST /prod/item', 200, {}, { body: { id: '2', name: 'fox' } }],
      ['DELETE /prod/item/1', 200, { body: '{}' }],
      ['GET /prod/item', 200, { body: '[{"id": "2", "name": "fox"}]' }],
      ['DELETE /prod/item/2', 200],
      ['OPTIONS /prod/', 204],
      ['OPTIONS /prod/item', 204],
      ['OPTIONS /prod/item/1', 204, { headers: { 'access-control-allow-origin': '*' } }],
    ],
  },
  'events-and-streams': {
    calls: [
      ['POST /prod/?language=en', 200, {}, { body: { a: 1 } }],
      ['PUT /prod/streams/records/record', 200, { body: { SequenceNumber: '1' } }, { body: { Data: { x: 1 }, PartitionKey: 'p' } }],
    ],
    received: {
      events: [{ action: 'PutEvents', input: { Entries: [{ Source: 'com.amazon.alexa.en', Detail: '{"a":1}', DetailType: 'MyDetailType', EventBusName: 'MyEventBus' }] } }],
      kinesis: [{ action: 'PutRecord', input: { StreamName: 'records', Data: 'eyJ4IjoxfQ==', PartitionKey: 'p' } }],
    },
  },
  'http-proxy': {
    calls: [
      ['GET /prod/', 200, { body: { method: 'GET', url: '/index' } }],
      ['POST /prod/', 500],
      ['PUT /prod/a/b?c=d', 200, { body: { method: 'PUT', url: '/a/b?c=d' } }],
      ['OPTIONS /prod/', 204],
      ['OPTIONS /prod/a/b', 204, { headers: { 'access-control-allow-origin': '*' } }],
      ['GET /prod/pets/7', 200, { body: '{"pet": "/animals/7?full=true"}', headers: { 'x-from': 'backend' } }],
      ['GET /prod/pets/missing', 404],
    ],
  },
  's3-proxy': {
    calls: [
      ['PUT /prod/photos/cat.jpg', 201, {}, { headers: { 'Content-Type': 'image/jpeg' }, body: Buffer.from([255, 216, 0, 1]) }],
      ['GET /prod/photos/cat.jpg', 200, { headers: { 'content-type': 'image/jpeg', 'content-length': '4' } }, { headers: { Accept: 'image/jpeg' } }],
      ['GET /prod/photos/dog.jpg', 404],
    ],
  },
  'sns': {
    calls: [
      ['POST /run/SendEvent', 200, { body: { message: 'message added to topic' } }, { body: { message: 'hello' } }],
      ['POST /run/publish?message=hi%20there', 200, { body: 'MessageId' }],
      ['POST /run/publish', 400, { body: { message: 'Missing required request parameters: [message]' } }],
      ['POST /run/SendEvent', 415, { body: { message: 'Unsupported Media Type' } }, { headers: { 'Content-Type': 'text/plain' }, body: 'x' }],
    ],
    received: { sns: [{ topic: 'arn:aws:sns:us-east-1:123456789012:news', message: 'please hello' }, { topic: 'arn:aws:sns:us-east-1:123456789012:news', message: 'hi there' }] },
  },
  'sqs': {
    calls: [
      ['POST /prod/queue', 200, { body: 'MessageId' }, { body: { text: 'a' } }],
      ['POST /prod/checked', 202, { body: { id: 'm-1' } }, { body: { text: 'b & c' } }],
      ['POST /prod/checked', 400, { body: { message: 'Invalid request body' } }, { body: { text: '' } }],
      ['POST /prod/checked', 415, {}, { headers: { 'Content-Type': 'text/plain' }, body: 'x' }],
    ],
    received: {
      sqs: [
        { queue: '/123456789012/queue276F7297', body: '{"text":"a"}' },
        {
          queue: '/123456789012/queue276F7297', body: '{"text":"b & c"}', fields: {
            'MessageAttribute.1.Name': 'source', 'MessageAttribute.1.Value.DataType': 'String', 'MessageAttribute.1.Value.StringValue': 'prod',
          },
        },
      ],
    },
  },
  'step-functions': {
    calls: [
      ['StepFunctionsRestApi POST /prod/?a=b', 200, { body: { body: { order: 1 }, querystring: { a: 'b' } } }, { body: { order: 1 } }],
      ['Orders POST /v1/checkout', 200, { body: { body: { order: 2 } } }, { body: { order: 2 } }],
      ['Orders POST /v1/orders', 200, { body: { done: true, execution: 'arn:aws:states:us-east-1:123456789012:execution:Waiting:e-1' } }, { body: { order: 3 } }],
    ],
  },
};
