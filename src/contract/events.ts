/**
 * The stream of changes tells open consoles what to read again. It has only ids; consoles read the records by the
 * ordinary calls.
 */
import Type, { type Static } from 'typebox'
import { MAX_AGO_MS } from '../domain/changeStream'
import { get } from './endpoint'

export const Change = Type.Object({
  resource: Type.String({ description: 'A resource of config, or `orders`, `devices`' }),
  ids: Type.Optional(
    Type.Array(Type.String(), { description: 'The changed records; if absent, any may have changed' }),
  ),
})
export type Change = Static<typeof Change>

/** The data of an event. */
export const StreamData = Type.Object({
  changes: Type.Optional(Type.Array(Change)),
  heartbeatSeconds: Type.Optional(
    Type.Integer({ description: 'With `ready`: after twice this time without data the stream is broken' }),
  ),
})
export type StreamData = Static<typeof StreamData>

export const events = {
  stream: get('/api/events', 'guest', {
    summary:
      'Changes in the caller’s scope as server-sent events: `ready` after missed events were sent, `change`, and `reset` if some are lost and everything must be read again. Last-Event-ID resumes. Without `Accept: text/event-stream` the response ends after the existing events',
    query: Type.Object({
      ago: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: MAX_AGO_MS,
          description: 'Without Last-Event-ID: also send the changes of this many milliseconds before now',
        }),
      ),
    }),
    gives: 'events',
    ours: true,
  }),
}
