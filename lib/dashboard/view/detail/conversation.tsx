import { useEffect, useRef, useState } from 'preact/hooks';
import { closeText } from '../../model/connections';
import { formatBytes, formatTime } from '../../model/format';
import type { ConnectionRecord, FrameRecord } from '../../protocol';
import type { DetailOf } from '../../state/app-state';
import { useActions } from '../app-context';
import { BackIcon, PlayIcon } from '../icons';

/** A connection of a WebSocket API: its handshake, what was said in both directions, and its end. */
export function Conversation({ id, record }: DetailOf<'connection'>) {
  const { closeDetail, disconnect } = useActions();
  const isOpen = record !== undefined && record.closed === undefined;
  return (
    <>
      <div class="actions">
        <button class="ghost back" onClick={closeDetail} aria-label="Back to the list" title="Back (Esc)"><BackIcon /></button>
        {isOpen && <button onClick={() => disconnect(id)}>Disconnect</button>}
      </div>
      {record === undefined ? <div class="loading" aria-busy="true" /> : <Frames record={record} />}
      {isOpen && <MessageForm record={record} />}
    </>
  );
}

function Frames({ record }: { readonly record: ConnectionRecord }) {
  const { api, stage, sourceIp, userAgent, isOwn, connectedAt, requestId, function: name, droppedFrames, frames, closed } = record;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' }), [frames.length, closed]);
  return (
    <div class="record">
      <h2 class="form-title"><span class="title-path">{record.id}</span></h2>
      <p class="facts">
        <span>{api} · {stage}</span><span>{isOwn ? 'this page' : sourceIp}</span>{userAgent !== undefined && <span>{userAgent}</span>}
      </p>
      <ol class="frames" ref={list} aria-label="Messages">
        <Mark at={connectedAt} requestId={requestId}>connected{name === undefined ? '' : ` · $connect → ${name}`}</Mark>
        {droppedFrames > 0 && <li class="frame-mark">{droppedFrames} older messages are not kept</li>}
        {frames.map((frame, index) => <Frame key={droppedFrames + index} frame={frame} />)}
        {closed !== undefined && <Mark at={closed.at} requestId={closed.requestId}>closed · {closeText(closed)}</Mark>}
      </ol>
    </div>
  );
}

interface MarkProps {
  readonly at: number;
  readonly requestId: string;
  readonly children: preact.ComponentChildren;
}

/** The beginning or the end; its request says more. */
function Mark({ at, requestId, children }: MarkProps) {
  const { selectRequest } = useActions();
  return <li class="frame-mark"><time>{formatTime(at)}</time> <button class="ghost" onClick={() => selectRequest(requestId)}>{children}</button></li>;
}

function Frame({ frame }: { readonly frame: FrameRecord }) {
  const { at, from, text, bytes, isTruncated, requestId, route, function: name, status, code } = frame;
  const { selectRequest } = useActions();
  const about = [
    from === 'gateway' && route === undefined ? '@connections' : route,
    ...(name === undefined ? [] : [`→ ${name}`]), ...(code === undefined ? status === undefined ? [] : [String(status)] : [code]),
  ].join(' ');
  return (
    <li class={`frame frame-${from} ${code === undefined ? '' : 'is-failed'}`}>
      <p class="frame-about">
        <time>{formatTime(at)}</time>
        {requestId === undefined
          ? <span>{about}</span>
          : <button class="ghost" onClick={() => selectRequest(requestId)} title="Every step of this message">{about}</button>}
        {isTruncated && <span>the beginning of {formatBytes(bytes)}</span>}
      </p>
      <pre>{text}</pre>
    </li>
  );
}

/** Sends as the client of an own connection, or to the client of any. */
function MessageForm({ record: { id, isOwn } }: { readonly record: ConnectionRecord }) {
  const { sendMessage } = useActions();
  const [text, setText] = useState('');
  const send = (to: FrameRecord['from']): void => {
    if (text !== '') sendMessage(id, { to, text });
    setText('');
  };
  const submit = (event: Event): void => {
    event.preventDefault();
    send(isOwn ? 'gateway' : 'client');
  };
  const withKeys = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
  };
  return (
    <form class="message-form" onSubmit={submit} onKeyDown={withKeys}>
      <textarea
        aria-label="Message" rows={2} spellcheck={false} value={text} placeholder={isOwn ? '{"action": "…"}' : 'a text for the client'}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <button class="primary" disabled={text === ''} title="Send (Ctrl Enter)"><PlayIcon />{isOwn ? 'Send' : 'Send to the client'}</button>
      {isOwn && <button type="button" disabled={text === ''} onClick={() => send('client')} title="As POST @connections does">To the client</button>}
    </form>
  );
}
