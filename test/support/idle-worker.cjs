// A worker that waits for its primary to end it.
setInterval(() => undefined, 1_000);
