/** Without the token of the printed URL the page can do nothing. */
export function Refused() {
  return (
    <main class="refused">
      <h1>Open the URL that the terminal printed</h1>
      <p>
        This page needs the token of the running gateway. It is part of the URL after <code>dashboard</code>:
      </p>
      <pre class="code">dashboard  http://127.0.0.1:3001/?token=…</pre>
      <p>In the terminal of <code>synthgate dev</code>, press <kbd>o</kbd> to open it.</p>
    </main>
  );
}
