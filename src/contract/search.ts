/** One question about everything: a number leads to its device, a name to its vendor, client or batch. */
import Type, { type Static } from 'typebox'
import { get } from './endpoint'
import { Envelope } from './envelope'

export const SEARCHED = ['devices', 'vendors', 'clients', 'batches'] as const

export const SearchHit = Type.Object({
  resource: Type.Enum([...SEARCHED]),
  id: Type.Union([Type.Integer(), Type.String()], { description: 'Of a device its IMEI' }),
  name: Type.String({ description: 'Of a device its phone number, digits only' }),
  detail: Type.String({
    description: 'What tells it from others: IMEI, e-mail, model of a batch; may be empty',
  }),
})
export type SearchHit = Static<typeof SearchHit>

export const search = {
  find: get('/api/search', 'guest', {
    summary: 'The first devices, vendors, clients and batches in reach that a number or a name means',
    query: Type.Object({ q: Type.String({ minLength: 1, maxLength: 100 }) }),
    answer: Envelope(Type.Array(SearchHit)),
    ours: true,
  }),
}
