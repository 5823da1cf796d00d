const widgets = new Map();

exports.main = async function main(event) {
  try {
    const method = event.httpMethod;
    const widgetName = event.path.startsWith('/') ? event.path.substring(1) : event.path;
    const done = (statusCode, body) => ({ statusCode, headers: {}, body });
    if (method === 'GET' && event.path === '/') return done(200, JSON.stringify({ bucket: process.env.BUCKET, widgets: [...widgets.keys()] }));
    if (method === 'GET') return widgets.has(widgetName) ? done(200, widgets.get(widgetName)) : done(404, JSON.stringify('no such widget'));
    if (method === 'POST') return void widgets.set(widgetName, `${widgetName} created`) ?? done(200, widgets.get(widgetName));
    if (method === 'DELETE') return void widgets.delete(widgetName) ?? done(200, `Successfully deleted widget ${widgetName}`);
    return done(400, `We only accept GET, POST, and DELETE, not ${method}`);
  } catch (error) {
    return { statusCode: 400, headers: {}, body: error.stack ?? JSON.stringify(error, null, 2) };
  }
};
