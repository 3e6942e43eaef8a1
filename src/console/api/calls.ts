/** The method and path of every API call (§7). The compiler checks each line against `contract/endpoints`. */
import type { Static, TSchema } from 'typebox'
import type { endpoints } from '../../contract/endpoints'

type Contract = typeof endpoints
type GroupName = keyof Contract

/** Names such as `devices.list`. */
export type CallName = { [R in GroupName]: `${R}.${Extract<keyof Contract[R], string>}` }[GroupName]

/** The endpoint that the contract declares under this name. */
type Declared<N extends CallName> = N extends `${infer R extends GroupName}.${infer C}`
  ? C extends keyof Contract[R]
    ? Contract[R][C]
    : never
  : never

/** Method and path of an endpoint, such as `GET /api/devices`. */
type RequestLine<E> = E extends { method: infer M extends string; path: infer P extends string }
  ? `${M} ${P}`
  : never
/** The type of a part of an endpoint, such as its `query`; undefined if it has none. */
type Shape<E, K extends string> = E extends { [key in K]: infer S extends TSchema } ? Static<S> : undefined

export type Params<N extends CallName> = Shape<Declared<N>, 'params'>
export type Query<N extends CallName> = Shape<Declared<N>, 'query'>
export type Body<N extends CallName> = Shape<Declared<N>, 'body'>
export type ResponseBody<N extends CallName> = Shape<Declared<N>, 'answer'>
/** The payload of the response's envelope, or the whole body if the contract has no envelope for it. */
export type Payload<N extends CallName> = ResponseBody<N> extends { payload: infer P } ? P : ResponseBody<N>

export const calls = {
  'auth.login': 'POST /api/auth/login',
  'auth.signup': 'POST /api/auth/signup',
  'auth.refresh': 'POST /api/auth/refresh',
  'auth.logout': 'POST /api/auth/logout',
  'auth.exchange': 'POST /api/auth/exchange',
  'auth.pendingLink': 'GET /api/auth/pending',
  'auth.link': 'POST /api/auth/pending',
  'auth.logins': 'GET /api/auth/logins',
  'auth.addLogin': 'POST /api/auth/logins/{provider}',
  'auth.removeLogin': 'DELETE /api/auth/logins/{provider}',
  'clients.list': 'GET /api/admin/clients',
  'clients.get': 'GET /api/clients/{id}',
  'clients.byEmail': 'GET /api/clients/email/{email}',
  'clients.save': 'PUT /api/clients/',
  'clients.saveOwn': 'PUT /api/client/',
  'clients.remove': 'DELETE /api/admin/clients/{id}',
  'clients.images': 'GET /api/admin/clients/images-list',
  'vendors.list': 'GET /api/admin/vendors',
  'vendors.get': 'GET /api/admin/vendors/{id}',
  'vendors.create': 'PUT /api/admin/vendors',
  'vendors.update': 'PUT /api/admin/vendors/{id}',
  'vendors.remove': 'DELETE /api/admin/vendors/{id}',
  'vendors.images': 'GET /api/admin/vendors/images-list',
  'batches.models': 'GET /api/models',
  'batches.list': 'GET /api/batches',
  'batches.bunches': 'GET /api/bunches',
  'batches.get': 'GET /api/batches/{id}',
  'batches.save': 'PUT /api/batches/{id}',
  'batches.remove': 'DELETE /api/batches/{id}',
  'batches.images': 'GET /api/batches/images-list',
  'batches.download': 'GET /api/batches/devices/dl/{id}',
  'batches.upload': 'POST /api/batches/devices/ul/{id}',
  'devices.list': 'GET /api/devices',
  'devices.search': 'POST /api/devices',
  'devices.rosterSample': 'GET /api/devices/roster/sf',
  'devices.rosterUpload': 'POST /api/devices/roster/ul',
  'devices.rosterCheck': 'POST /api/devices/roster/check',
  'devices.rosterCompare': 'POST /api/devices/roster/compare',
  'devices.rosterUpdate': 'POST /api/devices/roster/update',
  'devices.numbers': 'POST /api/devices/numbers',
  'deviceSecrets.get': 'GET /api/devices/{id}/secret',
  'deviceSecrets.issue': 'POST /api/devices/{id}/secret',
  'deviceSecrets.revoke': 'DELETE /api/devices/{id}/secret',
  'deviceSecrets.ofBatch': 'GET /api/batches/{id}/secrets',
  'deviceSecrets.issueBatch': 'POST /api/batches/{id}/secrets',
  'devices.update': 'PUT /api/devices/{id}',
  'devices.remove': 'DELETE /api/devices/{id}',
  'bulk.change': 'POST /api/bulk/{resource}',
  'bulk.progress': 'GET /api/bulk/{resource}/{name}',
  'bulk.cancel': 'DELETE /api/bulk/{resource}/{name}',
  'bulk.undo': 'POST /api/bulk/{resource}/{name}/undo',
  'bulk.targets': 'POST /api/devices/bulk/targets',
  'bulk.values': 'POST /api/bulk/{resource}/values',
  'devicePage.get': 'GET /api/devices/{id}',
  'devicePage.signals': 'GET /api/devices/{id}/signals',
  'devicePage.timeline': 'GET /api/devices/{id}/timeline',
  'orders.methods': 'GET /api/methods',
  'orders.register': 'POST /api/orders/order',
  'orders.list': 'POST /api/orders',
  'orders.counts': 'GET /api/orders/status',
  'orders.get': 'GET /api/orders/{id}',
  'orders.targets': 'GET /api/orders/{id}/targets',
  'orders.recipients': 'GET /api/orders/{id}/recipients',
  'orders.results': 'GET /api/orders/{id}/results',
  'orders.cancel': 'POST /api/orders/{id}/cancel',
  'orders.marks': 'POST /api/orders/marks',
  'orders.preview': 'POST /api/orders/preview',
  'records.list': 'GET /api/resources/{resource}',
  'records.get': 'GET /api/resources/{resource}/{id}',
  'records.create': 'POST /api/resources/{resource}',
  'records.update': 'PUT /api/resources/{resource}/{id}',
  'records.remove': 'DELETE /api/resources/{resource}/{id}',
  'records.counts': 'POST /api/counts/{resource}',
  'records.removal': 'GET /api/removals/{resource}/{id}',
  'pictures.get': 'GET /api/pictures/{resource}/{id}/{field}',
  'exports.offer': 'GET /api/exports',
  'exports.devices': 'GET /api/exports/devices',
  'exports.chosen': 'POST /api/exports/devices',
  'exports.orders': 'GET /api/exports/orders',
  'exports.records': 'GET /api/exports/{resource}',
  'exports.chosenRecords': 'POST /api/exports/{resource}',
  'imports.sample': 'GET /api/import/{resource}/sample',
  'imports.check': 'POST /api/import/{resource}/check',
  'imports.differences': 'POST /api/import/{resource}/differences',
  'imports.run': 'POST /api/import/{resource}',
  'config.problems': 'GET /api/config/problems',
  'search.find': 'GET /api/search',
  'history.list': 'GET /api/history',
  'history.undo': 'POST /api/history/{id}/undo',
  'dashboard.stats': 'GET /api/dashboard/stats',
  'dashboard.place': 'GET /api/dashboard/place',
  'dashboard.attention': 'GET /api/dashboard/attention',
  'dashboard.history': 'GET /api/dashboard/history',
  'events.stream': 'GET /api/events',
  'uploads.turn': 'GET /api/uploads/{upload}',
  'uploads.cancel': 'DELETE /api/uploads/{upload}',
} as const satisfies { [N in CallName]: RequestLine<Declared<N>> }

/** Calls that may change something: neither GET, nor a query with a body (`reads` in the contract). */
type WriteName = {
  [N in CallName]: Declared<N> extends { method: 'GET' } | { reads: true } ? never : N
}[CallName]

/**
 * What a call does on the server, which decides how it may be repeated when no response arrives:
 * `nothing`; `create`: repeated with the same Idempotency-Key; `change`: repeated as it is;
 * `save`: `create` if the record has no id yet, else `change`.
 */
export type Effect = 'nothing' | 'create' | 'change' | 'save'

const EFFECTS = {
  'auth.login': 'nothing',
  'auth.signup': 'create',
  'auth.refresh': 'nothing',
  'auth.logout': 'nothing',
  'auth.exchange': 'nothing',
  'auth.link': 'change',
  'auth.addLogin': 'nothing',
  'auth.removeLogin': 'change',
  'clients.save': 'save',
  'clients.saveOwn': 'change',
  'clients.remove': 'change',
  'vendors.create': 'create',
  'vendors.update': 'change',
  'vendors.remove': 'change',
  'batches.save': 'save',
  'batches.remove': 'change',
  'batches.upload': 'change',
  'devices.rosterUpload': 'create',
  'devices.rosterUpdate': 'change',
  'deviceSecrets.issue': 'change',
  'deviceSecrets.revoke': 'change',
  'deviceSecrets.issueBatch': 'change',
  'devices.update': 'change',
  'devices.remove': 'change',
  'bulk.change': 'change',
  'bulk.cancel': 'change',
  'bulk.undo': 'change',
  'orders.register': 'create',
  'orders.cancel': 'change',
  'orders.marks': 'change',
  'imports.run': 'create',
  'records.create': 'create',
  'records.update': 'change',
  'records.remove': 'change',
  'history.undo': 'change',
  'uploads.cancel': 'change',
} as const satisfies Record<WriteName, Effect>

const isWrite = (name: CallName): name is WriteName => Object.hasOwn(EFFECTS, name)

/** Resolves `save` to `create` or `change`. @param id of the sent record; a new record has none, or one below 1 */
export function effectOf(name: CallName, id?: unknown): Exclude<Effect, 'save'> {
  const effect: Effect = isWrite(name) ? EFFECTS[name] : 'nothing'
  if (effect !== 'save') return effect
  return typeof id === 'number' && id > 0 ? 'change' : 'create'
}

/** Calls for which no page waits, and whose result is not shown. */
const BACKGROUND_CALLS: readonly CallName[] = ['auth.refresh', 'auth.logout']
export const isUserInitiated = (name: CallName) => !BACKGROUND_CALLS.includes(name)

/** Calls whose 401 does not mean that the session has ended. */
const MAY_ANSWER_401: readonly CallName[] = [
  'auth.login',
  'auth.signup',
  'auth.logout',
  'auth.exchange',
  'auth.link',
]
export const mayAnswer401 = (name: CallName) => MAY_ANSWER_401.includes(name)

/**
 * The method and URL of a call.
 *
 * @param params values for the `{…}` of the path, by name; others are ignored
 * @param query undefined and null values are left out
 * @throws if a value for the path is missing
 */
export function addressOf(name: CallName, params?: unknown, query?: unknown) {
  const [method = '', path = ''] = calls[name].split(' ')
  const filled = path.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = (params as Record<string, unknown> | undefined)?.[key]
    if (value === undefined || value === null || value === '') throw new Error(`${name} needs ${key}`)
    return encodeURIComponent(String(value))
  })
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) search.set(key, String(value))
  }
  const text = search.toString()
  return { method, url: text ? `${filled}?${text}` : filled }
}
