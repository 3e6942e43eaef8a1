/** Opens the stream of changes as a console does. */
import { once } from 'node:events'
import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { createParser } from 'eventsource-parser'
import type { StreamData } from '../../src/contract/events'
import { type Listen, listenToPostgres } from '../../src/server/live/listener'
import { type Db, isPglite } from '../../src/server/store/database'
import { afterFile } from './afterFile'
import { addressOf } from './databases'

interface StreamEvent {
  event: string
  id: string
  data: StreamData
}

export interface OpenStream {
  status: number
  headers: IncomingHttpHeaders
  /** The next unread event. */
  next(): Promise<StreamEvent>
  /** The ids in the next change of this resource; `all` if it has none. */
  change(resource: string): Promise<readonly string[] | 'all' | undefined>
  /** Reads nothing until `resume`. */
  pause(): void
  resume(): void
  /** Resolves when the server has ended the stream. */
  ended: Promise<void>
  close(): void
}

export async function openStream(
  url: string,
  token: string,
  { lastId, ago, query = '' }: { lastId?: string; ago?: number; query?: string } = {},
): Promise<OpenStream> {
  // Not `fetch`: after an aborted request it opens another connection, and closing the server waits for that.
  const request = get(`${url}/api/events${ago === undefined ? query : `?ago=${ago}`}`, {
    agent: false,
    headers: {
      accept: 'text/event-stream',
      authorization: `Bearer ${token}`,
      ...(lastId && { 'last-event-id': lastId }),
    },
  })
  request.on('error', () => undefined)
  afterFile(() => request.destroy())
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  response.setEncoding('utf8')
  const events: StreamEvent[] = []
  const waiting: ((event: StreamEvent) => void)[] = []
  const parser = createParser({
    onEvent({ event = '', id = '', data }) {
      const received = { event, id, data: JSON.parse(data) as StreamData }
      const next = waiting.shift()
      if (next) next(received)
      else events.push(received)
    },
  })
  const read = async () => {
    for await (const piece of response as AsyncIterable<string>) parser.feed(piece)
  }
  const next = () =>
    new Promise<StreamEvent>(resolve => {
      const event = events.shift()
      if (event) resolve(event)
      else waiting.push(resolve)
    })
  return {
    status: response.statusCode!,
    headers: response.headers,
    next,
    async change(resource) {
      for (;;) {
        const { event, data } = await next()
        const change = event === 'change' && data.changes?.find(one => one.resource === resource)
        if (change) return change.ids ?? 'all'
      }
    },
    pause: () => void response.socket.pause(),
    resume: () => void response.socket.resume(),
    ended: read().catch(() => undefined),
    close: () => request.destroy(),
  }
}

/** Notifications of a PostgreSQL test database; PGlite needs none. */
export async function listenIn(db: Db): Promise<Listen | undefined> {
  if (isPglite(db)) return undefined
  return listenToPostgres(await addressOf(db), db)
}
