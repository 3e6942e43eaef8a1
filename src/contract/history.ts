/** What was done, by whom: written with the change, read by masters, and by staff about what is theirs. */
import Type, { type Static } from 'typebox'
import { get } from './endpoint'
import { FilterId, Open } from './envelope'
import { Listed, PAGE_KEYS } from './pages'

/** What was done. */
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
  'configured',
] as const
export type HistoryAction = (typeof HISTORY_ACTIONS)[number]

const Fields = Type.Union([Open({}), Type.Null()], {
  description: 'The fields that are another afterwards; a password is `***`, a picture its size',
})

export const HistoryRow = Type.Object({
  id: Type.Integer(),
  at: Type.String({ format: 'date-time' }),
  action: Type.Enum([...HISTORY_ACTIONS]),
  resource: Type.String({ description: 'Such as `clients`; of a refusal what was called' }),
  record: Type.String({ description: 'Its id, empty where there is none' }),
  label: Type.String({ description: 'What the record was called then' }),
  vendor: Type.Integer({ description: 'Whose record it is, 0 for the provider’s' }),
  client: Type.Integer({ description: 'Who did it; 0 for the installation itself' }),
  client_name: Type.String({ description: 'What they were called then' }),
  session: Type.String(),
  origin: Type.String({ description: 'IP address' }),
  request: Type.String({ description: 'Id of the request, as in the log' }),
  before: Fields,
  after: Fields,
})
export type HistoryRow = Static<typeof HistoryRow>

const Moment = Type.Optional(Type.String({ format: 'date-time' }))

export const HistoryQuery = Type.Object(
  {
    ...PAGE_KEYS,
    action: Type.Optional(Type.Enum([...HISTORY_ACTIONS])),
    resource: Type.Optional(Type.String({ maxLength: 64 })),
    record: Type.Optional(Type.String({ maxLength: 64 })),
    client: Type.Optional(FilterId),
    vendor: Type.Optional(FilterId),
    from: Moment,
    to: Moment,
  },
  { additionalProperties: false },
)
export type HistoryQuery = Static<typeof HistoryQuery>

export const history = {
  list: get('/api/history', 'vendor', {
    summary:
      'A page of what was done, newest first: all of it for masters, what concerns their vendor for staff',
    query: HistoryQuery,
    answer: Type.Object({
      ...Listed(HistoryRow).properties,
      count: Type.Integer({ description: 'How many match, on all pages' }),
    }),
    ours: true,
  }),
}
