/** The global search: a number finds devices, a name finds vendors, clients and batches. */
import Type, { type Static } from 'typebox'
import { get } from './endpoint'
import { Envelope } from './envelope'

export const SEARCHED = ['devices', 'vendors', 'clients', 'batches'] as const

export const SearchHit = Type.Object({
  resource: Type.Enum([...SEARCHED]),
  id: Type.Union([Type.Integer(), Type.String()], { description: 'For a device its IMEI' }),
  name: Type.String({ description: 'For a device its phone number, digits only' }),
  detail: Type.String({
    description:
      'Distinguishes records of the same name: IMEI (or the serial number that was found), e-mail, model of a batch; ' +
      'may be empty',
  }),
})
export type SearchHit = Static<typeof SearchHit>

export const search = {
  find: get('/api/search', 'guest', {
    summary: 'The first matching devices, vendors, clients and batches in the caller’s scope',
    query: Type.Object({ q: Type.String({ minLength: 1, maxLength: 100 }) }),
    answer: Envelope(Type.Array(SearchHit)),
    ours: true,
  }),
}
