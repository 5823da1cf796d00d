/** The page of the chat, which is at the next port unless `?chat=ws://…` says where it is. */
const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Chat</title>
<form id="enter"><label>Name <input name="name" required pattern="[a-z]{1,20}"></label> <button>Enter</button></form>
<form id="say" hidden><label>Message <input name="text" required maxlength="200"></label> <button>Send</button></form>
<p id="state" role="status"></p>
<ul id="messages" aria-live="polite"></ul>
<script type="module">
  const element = (id) => document.getElementById(id);
  const address = new URLSearchParams(location.search).get('chat') ?? 'ws://' + location.hostname + ':' + (Number(location.port) - 1) + '/prod';
  let socket;
  element('enter').addEventListener('submit', (event) => {
    event.preventDefault();
    socket = new WebSocket(address + '?name=' + encodeURIComponent(event.target.elements.name.value));
    socket.addEventListener('open', () => show(true, 'connected'));
    socket.addEventListener('close', ({ code }) => show(false, 'the connection ended with ' + code));
    socket.addEventListener('message', ({ data }) => {
      const { from, text, message } = JSON.parse(data);
      const item = document.createElement('li');
      item.textContent = from === undefined ? message : from + ': ' + text;
      element('messages').append(item);
    });
  });
  element('say').addEventListener('submit', (event) => {
    event.preventDefault();
    socket.send(JSON.stringify({ action: 'say', text: event.target.elements.text.value }));
    event.target.reset();
  });
  function show(isConnected, state) {
    element('enter').hidden = isConnected;
    element('say').hidden = !isConnected;
    element('state').textContent = state;
  }
</script>
</html>
`;

export const handler = async () => ({ statusCode: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: PAGE });
