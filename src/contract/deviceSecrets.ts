/**
 * Secrets with which devices sign in to the broker (security 61): our own calls, beyond §7. A secret is in the
 * response that issues it and is never shown again.
 */
import Type, { type Static } from 'typebox'
import { get, post, remove } from './endpoint'
import { Acknowledgement, Envelope, IdParams } from './envelope'

const DeviceParams = Type.Object({ id: Type.String({ maxLength: 32, description: 'IMEI' }) })

const Moment = Type.Union([Type.String({ format: 'date-time' }), Type.Null()])

const OverlapHours = Type.Integer({
  description: 'For how long the current secret would stay valid after a new one is issued',
})

/** When a device moves to another vendor: whether its secrets end now, or when it first uses a new one. */
export const FormerSecrets = Type.Enum(['now', 'firstUse'], {
  description:
    'If the vendor changes: whether the secrets of the former vendor end now, or when the device first uses a new one, at the latest after `deviceSecrets.afterMoveDays`; absent: as `firstUse`',
})
export type FormerSecrets = Static<typeof FormerSecrets>

/** The query of calls that can move devices to another vendor. */
export const MoveQuery = Type.Object(
  { former_secrets: Type.Optional(FormerSecrets) },
  { additionalProperties: false },
)

export const SecretStatus = Type.Object({
  issued: Moment,
  old_until: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
    description: 'Until when the previous secret is valid too',
  }),
  former: Type.Union([Type.Object({ until: Moment }), Type.Null()], {
    description:
      'Set while a secret of a former vendor is valid: until the device first uses a new one, at the latest until this time',
  }),
  overlap_hours: OverlapHours,
  after_move_days: Type.Integer({
    description: 'The longest time that the secrets stay valid after a move with `former_secrets=firstUse`',
  }),
})
export type SecretStatus = Static<typeof SecretStatus>

export const IssuedSecret = Type.Object({
  secret: Type.String({ description: '32 letters and digits; never shown again' }),
  old_until: SecretStatus.properties.old_until,
})
export type IssuedSecret = Static<typeof IssuedSecret>

export const BatchSecrets = Type.Object({
  devices: Type.Integer({ description: 'How many devices would get a new secret' }),
  issued: Type.Integer({ description: 'How many of them have a secret now' }),
  overlap_hours: OverlapHours,
})
export type BatchSecrets = Static<typeof BatchSecrets>

export const deviceSecrets = {
  get: get('/api/devices/{id}/secret', 'vendor', {
    summary: 'Whether a device has a secret; never the secret itself',
    params: DeviceParams,
    answer: Envelope(SecretStatus),
    ours: true,
  }),
  issue: post('/api/devices/{id}/secret', 'vendor', {
    summary: 'Give a device a new secret, shown in this response only',
    params: DeviceParams,
    answer: Envelope(IssuedSecret),
    ours: true,
  }),
  revoke: remove('/api/devices/{id}/secret', 'vendor', {
    summary: 'Revoke all secrets of a device; it can no longer connect',
    params: DeviceParams,
    answer: Acknowledgement,
    ours: true,
  }),
  ofBatch: get('/api/batches/{id}/secrets', 'vendor', {
    summary: 'How many devices of a batch have a secret',
    params: IdParams,
    answer: Envelope(BatchSecrets),
    ours: true,
  }),
  issueBatch: post('/api/batches/{id}/secrets', 'vendor', {
    summary: 'Give all devices of a batch new secrets, shown in this spreadsheet only',
    params: IdParams,
    body: Type.Object({
      devices: Type.Integer({
        minimum: 0,
        description: 'The expected number of devices; any other is refused with 409',
      }),
    }),
    gives: 'file',
    ours: true,
  }),
}
