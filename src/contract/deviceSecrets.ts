/**
 * What devices sign in with at the broker (security 61): ours, beyond §7. A secret is in one answer, and nowhere
 * afterwards.
 */
import Type, { type Static } from 'typebox'
import { get, post, remove } from './endpoint'
import { Acknowledgement, Envelope, IdParams } from './envelope'

const DeviceParams = Type.Object({ id: Type.String({ maxLength: 32, description: 'IMEI' }) })

const Moment = Type.Union([Type.String({ format: 'date-time' }), Type.Null()])

const OverlapHours = Type.Integer({
  description: 'So long the secret that is good now would stay good beside a new one',
})

export const SecretStatus = Type.Object({
  issued: Moment,
  old_until: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
    description: 'Until when an earlier one is good beside it',
  }),
  overlap_hours: OverlapHours,
})
export type SecretStatus = Static<typeof SecretStatus>

export const IssuedSecret = Type.Object({
  secret: Type.String({ description: '32 letters and digits; it is not told again' }),
  old_until: SecretStatus.properties.old_until,
})
export type IssuedSecret = Static<typeof IssuedSecret>

export const BatchSecrets = Type.Object({
  devices: Type.Integer({ description: 'How many devices would get a new one' }),
  issued: Type.Integer({ description: 'How many of them have one' }),
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
    summary: 'Give a device a new secret, which this answer alone tells',
    params: DeviceParams,
    answer: Envelope(IssuedSecret),
    ours: true,
  }),
  revoke: remove('/api/devices/{id}/secret', 'vendor', {
    summary: 'Take all secrets from a device, which is let in no more',
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
    summary: 'Give all devices of a batch new secrets, which this spreadsheet alone tells',
    params: IdParams,
    body: Type.Object({
      devices: Type.Integer({
        minimum: 0,
        description: 'How many the sender was asked about; with another number it is 409',
      }),
    }),
    gives: 'file',
    ours: true,
  }),
}
