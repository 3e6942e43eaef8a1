/**
 * The stream of changes: what a console that is open should read again. By ids alone; the records are read by the
 * ordinary calls.
 */
import Type, { type Static } from 'typebox'
import { MOST_AGO } from '../domain/changeStream'
import { get } from './endpoint'

export const Change = Type.Object({
  resource: Type.String({ description: 'A resource of config, or `orders`, `devices`' }),
  ids: Type.Optional(
    Type.Array(Type.String(), { description: 'Which records; without them any may have changed' }),
  ),
})
export type Change = Static<typeof Change>

/** The data of an event. */
export const StreamData = Type.Object({
  changes: Type.Optional(Type.Array(Change)),
  heartbeatSeconds: Type.Optional(
    Type.Integer({ description: 'With `ready`: silence of twice as long means that the stream has broken' }),
  ),
})
export type StreamData = Static<typeof StreamData>

export const events = {
  stream: get('/api/events', 'guest', {
    summary:
      'Changes in reach as server-sent events: `ready` behind what was missed, `change`, and `reset` where some were missed and everything should be read again. Last-Event-ID resumes. Without `Accept: text/event-stream` it ends after what there is',
    query: Type.Object({
      ago: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: MOST_AGO,
          description:
            'Also the changes of the last so many milliseconds, where Last-Event-ID does not say since when',
        }),
      ),
    }),
    gives: 'events',
    ours: true,
  }),
}
