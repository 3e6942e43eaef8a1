/**
 * The audit log, written in the transaction of each change. Masters read all of it, staff the rows of their vendor.
 */
import Type, { type Static } from 'typebox'
import type { SocialProblem } from '../domain/social'
import { get, post } from './endpoint'
import { Envelope, FilterId, Open } from './envelope'
import { Listed, PagedQuery } from './pages'

export const HISTORY_ACTIONS = [
  'created',
  'changed',
  'deleted',
  'changedMany',
  'removedMany',
  'undone',
  'registered',
  'replaced',
  'ordered',
  'cancelled',
  'secretsIssued',
  'secretsRevoked',
  'signedUp',
  'linked',
  'unlinked',
  'signedIn',
  'signInRefused',
  'signedOut',
  'refused',
  'downloaded',
  'configured',
] as const
export type HistoryAction = (typeof HISTORY_ACTIONS)[number]

/** Why a sign-in was refused; the history has it as `problem`. */
export type SignInProblem = SocialProblem | 'unknownAccount'

const Fields = Type.Union([Open({}), Type.Null()], {
  description: 'Only the changed fields; a password as `***`, a picture as its size',
})

export const HistoryRow = Type.Object({
  id: Type.Integer(),
  at: Type.String({ format: 'date-time' }),
  created: Type.String({ format: 'date-time', description: 'As `at`: every record has it' }),
  updated: Type.String({ format: 'date-time', description: 'As `at`: every record has it' }),
  action: Type.Enum([...HISTORY_ACTIONS]),
  resource: Type.String({ description: 'Such as `clients`; for `refused` the call' }),
  record: Type.String({ description: 'Id of the record; empty for none' }),
  label: Type.String({ description: 'Name of the record at that time' }),
  vendor: Type.Integer({ description: 'The vendor that owns the record; 0 for the provider' }),
  client: Type.Integer({ description: 'Who did it; 0 for the system itself' }),
  client_name: Type.String({ description: 'Name of the client at that time' }),
  session: Type.String(),
  origin: Type.String({ description: 'IP address' }),
  request: Type.String({ description: 'Id of the request, as in the log' }),
  before: Fields,
  after: Fields,
})
export type HistoryRow = Static<typeof HistoryRow>

const HistoryQuery = PagedQuery({
  action: Type.Optional(Type.Enum([...HISTORY_ACTIONS])),
  resource: Type.Optional(Type.String({ maxLength: 64 })),
  record: Type.Optional(Type.String({ maxLength: 64 })),
  client: Type.Optional(FilterId),
  vendor: Type.Optional(FilterId),
})

const HistoryId = Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) })

const Undone = Type.Object({
  resource: Type.String(),
  record: Type.String({ description: 'Id of the record' }),
})
export type Undone = Static<typeof Undone>

export const history = {
  list: get('/api/history', 'vendor', {
    summary: 'A page of the audit log: everything for masters, rows of their vendor for staff',
    query: HistoryQuery,
    answer: Listed(HistoryRow),
    ours: true,
  }),
  undo: post('/api/history/{id}/undo', 'client', {
    summary:
      'Saves the values of a record before this change; 409 if a newer change touches them, or if the caller may not see or set one',
    params: HistoryId,
    answer: Envelope(Undone),
    ours: true,
  }),
}
